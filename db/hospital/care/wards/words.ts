// The words of wards, beds and admissions, the chapter's to the letter (care 2.11, 2.12, 3.7 to 3.9).

export const ward_kinds = [
  'GENERAL',
  'SURGICAL',
  'PAEDIATRIC',
  'MATERNITY',
  'NEONATAL',
  'ICU',
  'HDU',
  'ISOLATION',
  'PSYCHIATRIC',
  'PRIVATE',
  'DAY',
  'EMERGENCY_OBSERVATION',
] as const
export const ward_sexes = ['ANY', 'Male', 'Female'] as const
export const supply_modes = ['DAILY', 'COURSE', 'WARD_STOCK'] as const
export const room_kinds = ['OPEN', 'PRIVATE', 'ISOLATION_NEGATIVE', 'ISOLATION', 'COT'] as const
export const bed_states = ['FREE', 'RESERVED', 'OCCUPIED', 'TO_CLEAN', 'OUT_OF_SERVICE'] as const
export type BedState = (typeof bed_states)[number]
export const bed_features = ['OXYGEN', 'MONITOR', 'SUCTION', 'VENTILATOR', 'COT'] as const

/** The wards that a house may be given at once (places/usual-wards.ts). */
export const ward_templates = [
  'male-medical',
  'female-medical',
  'male-surgical',
  'female-surgical',
  'children',
  'newborn',
  'maternity',
  'private',
  'isolation',
  'high-care',
  'intensive-care',
  'observation',
  'day',
] as const
export type WardTemplate = (typeof ward_templates)[number]

export const admission_states = [
  'REQUESTED',
  'ACCEPTED',
  'ADMITTED',
  'DISCHARGE_ORDERED',
  'CLINICALLY_DISCHARGED',
  'CLEARED',
  'LEFT',
  'DECLINED',
  'CANCELLED',
] as const
export type AdmissionState = (typeof admission_states)[number]
/** CAR-140: of these a patient has one in the hospital. */
export const live_states = [
  'REQUESTED',
  'ACCEPTED',
  'ADMITTED',
  'DISCHARGE_ORDERED',
  'CLINICALLY_DISCHARGED',
  'CLEARED',
] as const
/** Somebody lies in a bed, or at a mother's side. */
export const lying_states = [
  'ADMITTED',
  'DISCHARGE_ORDERED',
  'CLINICALLY_DISCHARGED',
  'CLEARED',
] as const
export const treated_states = ['ADMITTED', 'DISCHARGE_ORDERED'] as const

export const admission_kinds = [
  'ROUTINE',
  'EMERGENCY',
  'ELECTIVE',
  'MATERNITY',
  'DAY_CASE',
  'NEWBORN',
  'OBSERVATION',
] as const
export const admission_sources = [
  'OPD',
  'EMERGENCY',
  'REFERRAL',
  'THEATRE',
  'MATERNITY',
  'BIRTH',
  'DIRECT',
] as const
export const priorities = ['ROUTINE', 'URGENT', 'EMERGENCY'] as const
export const code_statuses = ['FULL', 'LIMITED', 'COMFORT'] as const
export const isolation_kinds = ['CONTACT', 'DROPLET', 'AIRBORNE', 'PROTECTIVE'] as const
export const discharge_types = ['HOME', 'REFERRED', 'AGAINST_ADVICE', 'TRANSFERRED'] as const
export const outcomes = [
  'HOME',
  'REFERRED',
  'AGAINST_ADVICE',
  'ABSCONDED',
  'DIED',
  'TRANSFERRED',
] as const
export const admission_moves = [
  'accept',
  'decline',
  'cancel',
  'admit',
  'order_discharge',
  'withdraw_discharge',
  'clinical_discharge',
  'clear',
  'leave',
  'abscond',
  'record_death',
  'undo',
] as const

export const transfer_states = ['REQUESTED', 'ACCEPTED', 'DONE', 'DECLINED', 'CANCELLED'] as const
export const urgencies = ['ROUTINE', 'URGENT', 'EMERGENCY'] as const

/** How a stay in a bed began and ended. */
export const stay_begins = ['ADMITTED', 'TRANSFER', 'RETURN'] as const
export const stay_ends = ['TRANSFER', 'SWAP', 'LEFT', 'DIED', 'ABSCONDED', 'CORRECTION'] as const
export const census_states = ['OPEN', 'CONFIRMED'] as const
