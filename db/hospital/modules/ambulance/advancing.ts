// A trip goes on, milestone by milestone (C.3; AMB-7).

import { capital } from '../../../core/capital.ts'
import { can, type Caller } from '../../../core/caller.ts'
import { clock, hours, minutes, timeIn } from '../../../core/clock.ts'
import { conflict, invalid, notPermitted } from '../../../core/refusal.ts'
import { rowsOf, patientRecord } from '../../desk/patients/rows.ts'
import { tell } from '../../neighbours/telling.ts'
import { staffOf } from '../../neighbours/people.ts'
import { zoneOf } from '../../office/places/hours.ts'
import { mustBeHere } from '../../office/places/own-branch.ts'
import { abort } from './aborting.ts'
import { chargeTrip } from './charging.ts'
import { distanceOf } from './distance.ts'
import type { Stamp } from './kept.ts'
import { readOdometer } from './odometer.ts'
import { type Request, requestRecord } from './requests.ts'
import type { AdvanceInput } from './shapes.ts'
import { ambulance_requests, ambulance_vehicles } from './tables.ts'
import { type Trip, tripRecord } from './trip-record.ts'
import { vehicleRecord } from './vehicles.ts'
import { not_conveyed, type Outcome, without_patient } from './words.ts'

export interface Advanced {
  row: Trip
  warnings: string[]
}

const odometer_needed: readonly string[] = ['AT_DESTINATION', 'COMPLETED']

export async function advance(caller: Caller, id: string, input: AdvanceInput): Promise<Advanced> {
  const before = await begun(caller, id)
  const { milestone } = input
  tripRecord.check(before, milestone)
  await mustBeCrew(caller, before, input)
  const at = await momentOf(caller, before, input)
  if (milestone === 'ABORTED') {
    if (!can(caller, 'ambulance:assign')) throw notPermitted('ambulance:assign')
    if (!input.reason_code) throw invalid('reason_code', 'is required with ABORTED.')
    return { row: await abort(caller, before, input.reason_code, at), warnings: [] }
  }
  const requests = await requestsOn(caller, before)
  const outcome = outcomeOf(before, requests, input)
  const odometer = await odometerOf(caller, before, input)
  const stamp = stampOf(caller, input, at, odometer)
  const stamps = [...before.milestones, stamp]
  const warnings =
    odometer === null && odometer_needed.includes(milestone)
      ? [
          milestone === 'COMPLETED'
            ? 'Distance is estimated from positions.'
            : 'odometer is missing.',
        ]
      : []
  const changes = { milestones: stamps, ...(outcome === null ? {} : { outcome }) }
  if (milestone === 'COMPLETED') {
    return complete(caller, before, { ...changes, end_km: odometer }, requests, warnings)
  }
  const row = await tripRecord.moved(caller, before, milestone, changes, input.note ?? null)
  if (milestone === 'TO_DESTINATION') await tellReceiving(caller, row)
  return { row, warnings }
}

/** One order of locks: whoever is carried before the trip. */
export async function begun(caller: Caller, id: string): Promise<Trip> {
  const seen = await tripRecord.get(caller, id)
  const carried = seen.patients.flatMap(({ patient_id }) => patient_id ?? [])
  for (const patient_id of [...new Set(carried)].sort()) {
    await patientRecord.locked(caller, patient_id)
  }
  const before = await tripRecord.locked(caller, id)
  await mustBeHere(caller, before.facility_id, 'trip')
  return before
}

/** The crew stamps its own trip; a dispatcher says that it is for the crew. */
async function mustBeCrew(caller: Caller, trip: Trip, { for_crew }: AdvanceInput): Promise<void> {
  if (for_crew === true) {
    if (!can(caller, 'ambulance:assign')) throw notPermitted('ambulance:assign')
    return
  }
  if (!can(caller, 'ambulance:update')) throw notPermitted('ambulance:update')
  const staff = await staffOf(caller)
  if (staff === undefined || staff === null || isOfCrew(trip, staff.staff_id)) return
  throw conflict(`${caller.name} is not of the crew of ${trip.number}: send for_crew.`, 'crew')
}

export const isOfCrew = ({ crew }: Trip, staff_id: string): boolean =>
  [crew.driver, ...crew.attendants].some((one) => one?.staff_id === staff_id)

const late_most = hours(12)
const says: Readonly<Record<string, string>> = {
  DISPATCHED: 'dispatched',
  EN_ROUTE: 'en route',
  ON_SCENE: 'on scene',
  WITH_PATIENT: 'with the patient',
  TO_DESTINATION: 'to the destination',
  AT_DESTINATION: 'at the destination',
  HANDED_OVER: 'handed over',
  RETURNING: 'returning',
  COMPLETED: 'completed',
  ABORTED: 'aborted',
}

/** Stamps made without a network keep their own time, for half a day. */
async function momentOf(
  caller: Caller,
  trip: Trip,
  { at: typed, milestone }: { at?: string | null | undefined; milestone: string },
): Promise<string> {
  const at = typed ? new Date(typed).toISOString() : clock.instant()
  if (Date.parse(at) > clock.ms() + minutes(2)) throw invalid('at', 'is in the future.')
  if (Date.parse(at) < clock.ms() - late_most) throw invalid('at', 'is more than 12 hours ago.')
  const last = trip.milestones.at(-1)
  if (last === undefined || at >= last.at) return at
  const then = timeIn(await zoneOf(caller, trip.facility_id), new Date(last.at))
  throw conflict(
    `${capital(says[milestone] ?? milestone)} cannot be before ${says[last.milestone] ?? ''} (${then}).`,
    'before',
  )
}
export const momentAfter = (caller: Caller, trip: Trip, at: string | null | undefined) =>
  momentOf(caller, trip, { at, milestone: 'HANDED_OVER' })

/** Where nobody comes along the trip says why; nobody is left on board. */
function outcomeOf(
  before: Trip,
  requests: readonly Request[],
  { milestone, outcome }: AdvanceInput,
): Outcome | null {
  const carries = requests.some(({ kind }) => !without_patient.includes(kind))
  if (milestone === 'RETURNING' && before.status === 'ON_SCENE' && carries) {
    if (!outcome || !not_conveyed.includes(outcome)) {
      throw invalid('outcome', `must be one of ${not_conveyed.join(', ')}.`)
    }
    return outcome
  }
  const aboard = before.patients.filter(({ handed_over }) => handed_over === null)
  if (milestone === 'RETURNING' && before.status === 'AT_DESTINATION' && aboard.length > 0) {
    throw conflict(`${aboard.length} on board: hand over first.`, 'aboard')
  }
  return outcome ?? null
}

async function odometerOf(
  caller: Caller,
  trip: Trip,
  { odometer, confirm_unusual, lat, lng }: AdvanceInput,
): Promise<number | null> {
  const vehicle = await vehicleRecord.locked(caller, trip.vehicle_id)
  const typed = odometer ?? null
  const km = typed === null ? null : readOdometer(vehicle, typed, confirm_unusual)
  const at = clock.instant()
  const spot = typeof lat === 'number' && typeof lng === 'number' ? { lat, lng, at } : null
  if (spot !== null) mustBeOnEarth(spot)
  if (km === null && spot === null) return null
  await ambulance_vehicles.change(
    { hospital_id: caller.hospital_id, id: vehicle.id },
    { ...(km === null ? {} : { odometer: km }), ...(spot === null ? {} : { position: spot }) },
  )
  return km
}

function mustBeOnEarth({ lat, lng }: { lat: number; lng: number }): void {
  if (Math.abs(lat) > 90) throw invalid('lat', 'must be between -90 and 90.')
  if (Math.abs(lng) > 180) throw invalid('lng', 'must be between -180 and 180.')
}

const stampOf = (
  caller: Caller,
  { milestone, lat, lng }: AdvanceInput,
  at: string,
  odometer: number | null,
): Stamp => ({
  milestone,
  at,
  odometer,
  lat: typeof lng === 'number' ? (lat ?? null) : null,
  lng: typeof lat === 'number' ? (lng ?? null) : null,
  by_name: caller.name,
})

export const requestsOn = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  { request_ids }: Trip,
): Promise<Request[]> => ambulance_requests.all({ hospital_id, id: request_ids }, { order: ['id'] })

/** Back home: what it cost is charged, and what asked for it is over. */
async function complete(
  caller: Caller,
  before: Trip,
  changes: Partial<Trip>,
  requests: readonly Request[],
  warnings: readonly string[],
): Promise<Advanced> {
  const stamps = changes.milestones ?? before.milestones
  const { distance_km, estimated } = distanceOf(before.start_km, changes.end_km ?? null, stamps)
  const outcome =
    changes.outcome ?? before.outcome ?? (before.patients.length > 0 ? 'CONVEYED' : null)
  const row = await tripRecord.moved(caller, before, 'COMPLETED', {
    ...changes,
    distance_km,
    estimated,
    outcome,
  })
  for (const { id } of requests) {
    const request = await requestRecord.locked(caller, id)
    if (request.status === 'ASSIGNED') await requestRecord.moved(caller, request, 'complete')
  }
  const { kind } = await vehicleRecord.get(caller, row.vehicle_id)
  const unset = await chargeTrip(caller, row, kind, requests)
  return { row, warnings: [...warnings, ...unset] }
}

/** The emergency point hears who is on the way. */
async function tellReceiving(caller: Caller, trip: Trip): Promise<void> {
  const names = await rowsOf(
    caller,
    trip.patients.flatMap(({ patient_id }) => patient_id ?? []),
  )
  await tell(caller, {
    to: { permission: 'emergency:create' },
    kind: 'ambulance.arriving',
    title: `${trip.call_sign} is on its way`,
    body: `${trip.number}, priority ${trip.priority}: ${trip.patients.length} on board${names.length === 0 ? ', unknown' : ''}.`,
    entity: { type: 'ambulance_trip', id: trip.id },
  })
}
