// The words of ambulance dispatch, the chapter's to the letter (modules C.2, C.3).

export const vehicle_kinds = [
  'BASIC',
  'ADVANCED',
  'TRANSPORT',
  'MOTORCYCLE',
  'BOAT',
  'HEARSE',
] as const
export const vehicle_states = ['AVAILABLE', 'ON_TRIP', 'NOT_READY', 'OUT_OF_SERVICE'] as const
export type VehicleState = (typeof vehicle_states)[number]
export const paper_kinds = ['INSURANCE', 'INSPECTION', 'LICENCE', 'RADIO'] as const
/** Past, these keep a vehicle at home. */
export const needed_papers: readonly string[] = ['INSURANCE', 'INSPECTION']
export const fuel_levels = ['FULL', 'THREE_QUARTERS', 'HALF', 'QUARTER', 'EMPTY'] as const
export const item_results = ['OK', 'LOW', 'FAULT', 'MISSING'] as const
export const check_results = ['PASS', 'LIMITED', 'FAIL'] as const
export type CheckResult = (typeof check_results)[number]

export const request_states = ['RECEIVED', 'WAITING', 'ASSIGNED', 'COMPLETED', 'CANCELLED'] as const
export const request_kinds = [
  'EMERGENCY_CALL',
  'TRANSFER_OUT',
  'TRANSFER_IN',
  'HOME',
  'CLINIC',
  'STANDBY',
  'GOODS',
  'BODY',
] as const
export type RequestKind = (typeof request_kinds)[number]
/** Nobody alive is carried. */
export const without_patient: readonly RequestKind[] = ['STANDBY', 'GOODS', 'BODY']
export const channels = [
  'PHONE',
  'WARD',
  'EMERGENCY',
  'REFERRAL',
  'MATERNITY',
  'WALK_IN',
  'OTHER_FACILITY',
] as const
export const escorts = ['NONE', 'NURSE', 'CLINICIAN'] as const
export const cancel_codes = [
  'NOT_NEEDED',
  'OTHER_TRANSPORT',
  'REFUSED',
  'NO_VEHICLE',
  'WRONG_CALL',
  'DIED',
  'DUPLICATE',
] as const
export type CancelCode = (typeof cancel_codes)[number]
/** With these a trip ends and its requests wait again; with the others they are over too. */
export const abort_codes = [...cancel_codes, 'BREAKDOWN', 'DIVERTED'] as const
export type AbortCode = (typeof abort_codes)[number]
export const waits_again: readonly AbortCode[] = ['NO_VEHICLE', 'BREAKDOWN', 'DIVERTED']

export const trip_states = [
  'DISPATCHED',
  'EN_ROUTE',
  'ON_SCENE',
  'WITH_PATIENT',
  'TO_DESTINATION',
  'AT_DESTINATION',
  'HANDED_OVER',
  'RETURNING',
  'COMPLETED',
  'ABORTED',
] as const
export type TripState = (typeof trip_states)[number]
export const trip_over: readonly TripState[] = ['COMPLETED', 'ABORTED']
/** What `advance` can say; HANDED_OVER follows from handing over. */
export const milestones = [
  'EN_ROUTE',
  'ON_SCENE',
  'WITH_PATIENT',
  'TO_DESTINATION',
  'AT_DESTINATION',
  'RETURNING',
  'COMPLETED',
  'ABORTED',
] as const
export type Milestone = (typeof milestones)[number]
export const outcomes = [
  'CONVEYED',
  'TREATED_NOT_CONVEYED',
  'REFUSED',
  'NO_PATIENT',
  'DIED_BEFORE',
  'DIED_ON_WAY',
  'ABORTED',
] as const
export type Outcome = (typeof outcomes)[number]
/** Said on scene when nobody comes along. */
export const not_conveyed: readonly Outcome[] = ['REFUSED', 'NO_PATIENT', 'TREATED_NOT_CONVEYED']
export const hand_over_to = ['HERE', 'OTHER_FACILITY', 'HOME'] as const

export const charge_keys = ['CALL_OUT', 'KM', 'WAITING', 'ESCORT', 'OXYGEN', 'STANDBY'] as const
export type ChargeKey = (typeof charge_keys)[number]
