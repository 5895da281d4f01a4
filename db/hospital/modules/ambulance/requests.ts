// Somebody asks for an ambulance (AMB-1, AMB-2).

import { can, type Caller } from '../../../core/caller.ts'
import { clock, instantIn, minutes, timeIn } from '../../../core/clock.ts'
import { conflict, invalid, notPermitted, Refusal } from '../../../core/refusal.ts'
import { life } from '../../../core/states.ts'
import { madeBefore } from '../../../store/made-before.ts'
import type { RowOf } from '../../../store/table.ts'
import { patientRecord } from '../../desk/patients/rows.ts'
import { historyIn } from '../../history.ts'
import { tell } from '../../neighbours/telling.ts'
import { phone } from '../../office/hospitals/hospitals.ts'
import { zoneOf } from '../../office/places/hours.ts'
import { mustBeHere } from '../../office/places/own-branch.ts'
import { recordWithLife } from '../../record-with-life.ts'
import { rowIn, rowsIn } from '../parts/part-table.ts'
import { kmBetween } from './distance.ts'
import type { Needs, PatientTold, Place } from './kept.ts'
import { call_questions_table, settings_table } from './part-tables.ts'
import type { PlaceInput, RequestInput } from './shapes.ts'
import { ambulance_request_moves, ambulance_requests } from './tables.ts'
import { type CancelCode, request_states, without_patient } from './words.ts'

export type Request = RowOf<(typeof ambulance_requests)['columns']>

const request_life = life('request', request_states, {
  wait: { from: ['RECEIVED'], to: 'WAITING', house: true },
  dispatch: { from: ['RECEIVED', 'WAITING'], to: 'ASSIGNED', permission: 'ambulance:assign' },
  'wait again': { from: ['ASSIGNED'], to: 'RECEIVED', house: true },
  complete: { from: ['ASSIGNED'], to: 'COMPLETED', house: true },
  cancel: { from: ['RECEIVED', 'WAITING'], to: 'CANCELLED' },
  'trip aborted': { from: ['ASSIGNED'], to: 'CANCELLED', house: true },
})

export const requestRecord = recordWithLife(ambulance_requests, {
  type: 'ambulance_request',
  life: request_life,
  called: ({ number }) => number,
  history: historyIn(ambulance_request_moves),
  sequence: 'ambulance_request',
})

export const open_states = ['RECEIVED', 'WAITING'] as const

export async function ask(caller: Caller, input: RequestInput): Promise<Request> {
  if (await madeBefore(caller, ambulance_requests, input.id)) {
    return requestRecord.get(caller, input.id ?? '')
  }
  const { facility_id } = caller
  if (facility_id === null) throw invalid('facility_id', 'is required.')
  const pickup = placeSaid('pickup', input.pickup)
  const destination = input.destination ? placeSaid('destination', input.destination) : null
  mustBeWhole(input, destination)
  if (input.patient_id) await patientRecord.get(caller, input.patient_id)
  const said = await callerOf(caller, input)
  if (input.not_duplicate !== true) await refuseTwice(caller, facility_id, pickup, said?.phone)
  const { priority, proposed_priority } = await priorityOf(caller, input)
  const needed_at = input.needed_at ? new Date(input.needed_at).toISOString() : clock.instant()
  const planned = priority === 4 && needed_at > instantIn(minutes(30))
  const row = await requestRecord.created(
    caller,
    {
      ...(input.id === undefined ? {} : { id: input.id }),
      facility_id,
      status: planned ? 'WAITING' : 'RECEIVED',
      kind: input.kind,
      channel: input.channel,
      priority,
      proposed_priority,
      priority_reason: input.priority_reason || null,
      category: input.category ?? null,
      answers: input.answers ?? [],
      caller: said,
      caller_phone: said?.phone ?? null,
      patient_id: input.patient_id ?? null,
      patient_told: toldOf(input),
      pickup,
      pickup_text: pickup.text,
      destination,
      needed_at,
      needs: needsOf(input),
      referral_id: input.referral_id ?? null,
      admission_id: input.admission_id ?? null,
      emergency_id: input.emergency_id ?? null,
      labour_id: input.labour_id ?? null,
      body_id: input.body_id ?? null,
      waiting_reason: planned ? 'Planned' : null,
      duplicate_of: input.duplicate_of ?? null,
      asked_by_id: caller.user_id,
      note: input.note || null,
      created_by_name: caller.name,
    },
    'ask',
  )
  await tellDispatcher(caller, row)
  return row
}

function mustBeWhole(input: RequestInput, destination: Place | null): void {
  const { kind, channel } = input
  if (destination === null && kind !== 'STANDBY' && kind !== 'EMERGENCY_CALL') {
    throw invalid('destination', `is required for ${kind}.`)
  }
  if ((kind === 'TRANSFER_OUT' || kind === 'HOME') && !input.patient_id) {
    throw invalid('patient_id', `is required for ${kind}.`)
  }
  if ((channel === 'PHONE' || channel === 'OTHER_FACILITY') && !input.caller) {
    throw invalid('caller', `is required with ${channel}.`)
  }
}

export function placeSaid(field: string, typed: PlaceInput): Place {
  const { lat = null, lng = null, text } = typed
  for (const [name, value, most] of [
    ['lat', lat, 90],
    ['lng', lng, 180],
  ] as const) {
    if (value !== null && Math.abs(value) > most) {
      throw invalid(`${field}.${name}`, `must be between -${most} and ${most}.`)
    }
  }
  if (!text && (lat === null || lng === null)) {
    throw new Refusal(400, 'invalid', `${field} needs a text or a position.`, { field })
  }
  return {
    text: text || null,
    area_id: typed.area_id ?? null,
    landmark: typed.landmark || null,
    lat: lng === null ? null : lat,
    lng: lat === null ? null : lng,
    contact_name: typed.contact_name || null,
    contact_phone: typed.contact_phone || null,
    referral_facility_id: typed.referral_facility_id ?? null,
    service_point_id: typed.service_point_id ?? null,
    ward_id: typed.ward_id ?? null,
  }
}

async function callerOf(caller: Caller, { caller: typed }: RequestInput) {
  if (!typed) return null
  return {
    name: typed.name,
    phone: await phone(caller, 'caller.phone', typed.phone),
    relation: typed.relation || null,
  }
}

function toldOf({ patient_id, patient, kind }: RequestInput): PatientTold | null {
  if (without_patient.includes(kind)) return null
  if (!patient) return patient_id ? null : { ...nobody_told }
  const { name, sex, age, count = 1, label } = patient
  return { name: name || null, sex: sex ?? null, age: age || null, count, label: label || null }
}
const nobody_told = { name: null, sex: null, age: null, count: 1, label: null }

const needsOf = ({ needs }: RequestInput): Needs => ({
  stretcher: needs?.stretcher ?? false,
  oxygen: needs?.oxygen ?? false,
  incubator: needs?.incubator ?? false,
  escort: needs?.escort ?? 'NONE',
  escort_staff_id: needs?.escort_staff_id ?? null,
  isolation: needs?.isolation ?? false,
  infant: needs?.infant ?? false,
})

const near_km = 0.3

/** Called twice within minutes from one phone, or from one place. */
async function refuseTwice(
  caller: Caller,
  facility_id: string,
  pickup: Place,
  caller_phone: string | undefined,
): Promise<void> {
  const { duplicate_minutes } = await rowIn(caller, settings_table)
  const { hospital_id } = caller
  const since = instantIn(-minutes(duplicate_minutes))
  const recent = await ambulance_requests.all(
    { hospital_id, facility_id, status: ['RECEIVED', 'WAITING', 'ASSIGNED'] },
    { order: ['-created_at', '-id'], limit: 200 },
  )
  const same = recent.find(
    (one) =>
      one.created_at >= since &&
      ((caller_phone !== undefined && one.caller_phone === caller_phone) ||
        isNear(one.pickup, pickup)),
  )
  if (same === undefined) return
  const at = timeIn(await zoneOf(caller, facility_id), new Date(same.created_at))
  const how = same.caller_phone === caller_phone ? 'from this phone' : 'from this place'
  throw conflict(
    `${same.number} was called ${how} at ${at}: join it, or say it is another.`,
    'duplicate',
  )
}

function isNear(a: Place, b: Place): boolean {
  if (a.lat === null || a.lng === null || b.lat === null || b.lng === null) return false
  return kmBetween({ lat: a.lat, lng: a.lng }, { lat: b.lat, lng: b.lng }) <= near_km
}

const yes_words = new Set(['yes', 'ndiyo', 'ndio', 'true', '1'])

/** The questions propose; less than they do needs words. */
async function priorityOf(caller: Caller, input: RequestInput) {
  const questions = await rowsIn(caller, call_questions_table)
  const proposed = questions
    .filter(({ key }) =>
      (input.answers ?? []).some(
        (one) => one.key === key && yes_words.has(one.answer.trim().toLowerCase()),
      ),
    )
    .map(({ priority_if }) => priority_if)
  const proposed_priority = proposed.length === 0 ? null : Math.min(...proposed)
  const priority = input.priority ?? proposed_priority
  if (priority === null) throw invalid('priority', 'is required.')
  const lower = proposed_priority !== null && priority > proposed_priority
  if (lower && (input.priority_reason ?? '').length < 5) {
    throw invalid('priority_reason', `is required: the questions propose ${proposed_priority}.`)
  }
  return { priority, proposed_priority }
}

async function tellDispatcher(caller: Caller, row: Request): Promise<void> {
  await tell(caller, {
    to: { permission: 'ambulance:assign' },
    kind: row.priority <= 2 ? 'ambulance.urgent' : 'ambulance.asked',
    title: `An ambulance is asked for, priority ${row.priority}`,
    body: `${row.number}: ${row.pickup.landmark ?? row.pickup.text ?? 'by position'}`.slice(0, 300),
    entity: { type: 'ambulance_request', id: row.id },
  })
}

/** Whoever asked takes back what is theirs; a dispatcher any. */
export async function cancel(
  caller: Caller,
  id: string,
  { reason_code, note }: { reason_code: CancelCode; note?: string | null },
): Promise<Request> {
  const before = await requestRecord.begin(caller, id, 'cancel')
  await mustBeHere(caller, before.facility_id, 'request')
  const own = before.asked_by_id === caller.user_id && can(caller, 'ambulance:request')
  if (!own && !can(caller, 'ambulance:assign')) throw notPermitted('ambulance:assign')
  const row = await cancelled(caller, before, reason_code, note ?? null)
  if (!own && before.asked_by_id !== null) {
    await tell(caller, {
      to: { user: before.asked_by_id },
      kind: 'ambulance.cancelled',
      title: 'A request for an ambulance was cancelled',
      body: `${before.number}: ${reason_code}`,
      entity: { type: 'ambulance_request', id },
    })
  }
  return row
}

export const cancelled = (
  caller: Caller,
  before: Request,
  reason_code: string,
  note: string | null,
  move: 'cancel' | 'trip aborted' = 'cancel',
): Promise<Request> =>
  requestRecord.moved(
    caller,
    before,
    move,
    {
      cancellation: { reason_code, by_name: caller.name, at: clock.instant(), note: note || null },
      trip_id: null,
    },
    reason_code,
  )
