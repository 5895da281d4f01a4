// Requests and trips as they go out, masked for who may not open the patient (MOD-18).

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { matching } from '../../../store/search.ts'
import { oneOf, sql, when, where } from '../../../store/sql.ts'
import type { GateResult } from '../../desk/gates/shapes.ts'
import { patientsById } from '../../desk/patients/register/many.ts'
import { withinDays } from '../../office/hospitals/days.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import { inScope } from '../../office/places/facilities.ts'
import { rowIn } from '../parts/part-table.ts'
import { isPaid } from './charging.ts'
import { intervalsOf } from './distance.ts'
import { type Settings, settings_table } from './part-tables.ts'
import { open_states, type Request as Row, requestRecord } from './requests.ts'
import type { Request, Trip } from './shapes.ts'
import { ambulance_hand_overs, ambulance_requests } from './tables.ts'
import { type Trip as TripRow, tripRecord } from './trip-record.ts'

export interface RequestFilter extends PageAsked {
  search?: string
  status?: Row['status']
  kind?: Row['kind']
  priority?: number
  category?: NonNullable<Row['category']>
  channel?: Row['channel']
  waiting?: boolean
  patient_id?: string
  from?: string
  to?: string
  facility_id?: string
}

export async function list(caller: Caller, asked: RequestFilter): Promise<Page<Request>> {
  const { timezone } = await hospitalOf(caller)
  const waiting = sql`r.status${oneOf([...open_states])}`
  const found = await pageFrom(ambulance_requests, asked, {
    alias: 'r',
    from: sql` from ambulance_requests r${where([
      sql`r.hospital_id = ${caller.hospital_id}`,
      await inScope(caller, asked.facility_id, 'r.facility_id'),
      when(asked.status, sql`r.status = ${asked.status}`),
      when(asked.kind, sql`r.kind = ${asked.kind}`),
      when(asked.priority, sql`r.priority = ${asked.priority}`),
      when(asked.category, sql`r.category = ${asked.category}`),
      when(asked.channel, sql`r.channel = ${asked.channel}`),
      when(asked.patient_id, sql`r.patient_id = ${asked.patient_id}`),
      asked.waiting === undefined ? undefined : asked.waiting ? waiting : sql`not ${waiting}`,
      ...withinDays(sql`r.created_at`, timezone, asked),
      matching('ambulance_requests', asked.search, 'r'),
    ])}`,
    order: sql` order by r.created_at desc, r.id desc`,
  })
  return { rows: await requestsShown(caller, found.rows), meta: found.meta }
}

export async function request(caller: Caller, { id }: Pick<Row, 'id'>): Promise<Request> {
  const [shown] = await requestsShown(caller, [await requestRecord.get(caller, id)])
  return shown as Request
}

/** Minutes from the call in which somebody should be there; planned ones have none. */
export const targetOf = (settings: Settings, priority: number): number | null =>
  priority >= 4 ? null : settings[`target_${priority as 1 | 2 | 3}`]

export const minutesSince = (at: string): number =>
  Math.max(0, Math.floor((clock.ms() - Date.parse(at)) / 60_000))

async function requestsShown(caller: Caller, found: readonly Row[]): Promise<Request[]> {
  const settings = await rowIn(caller, settings_table)
  const patients = await patientsById(
    caller,
    found.flatMap(({ patient_id }) => patient_id ?? []),
  )
  return found.map((row) => {
    const target = targetOf(settings, row.priority)
    const waits = open_states.some((state) => state === row.status)
    const minutes = minutesSince(row.created_at)
    return {
      ...row,
      reference: row.number,
      patient: patients.get(row.patient_id ?? '') ?? null,
      patient_told: row.patient_told as Request['patient_told'],
      minutes,
      late: waits && target !== null && minutes > target,
      moves: requestRecord.moves(caller, row) as Request['moves'],
      ...(patients.get(row.patient_id ?? '')?.restricted === true ? nobody_told : {}),
    }
  })
}

/** Of somebody whose record is closed: a driver must find the place, and needs to know no more. */
const nobody_told: Pick<Request, 'answers' | 'caller' | 'note' | 'patient_told'> = {
  patient_told: null,
  caller: null,
  answers: [],
  note: null,
}

interface Said {
  warnings?: readonly string[]
  gate_warnings?: readonly GateResult[]
}

export const trip = async (caller: Caller, id: string): Promise<Trip> =>
  tripShown(caller, await tripRecord.get(caller, id))

export async function tripShown(
  caller: Caller,
  { id }: Pick<TripRow, 'id'>,
  { warnings = [], gate_warnings = [] }: Said = {},
): Promise<Trip> {
  const row = await tripRecord.get(caller, id)
  const { hospital_id } = caller
  const patients = await patientsById(
    caller,
    row.patients.flatMap(({ patient_id }) => patient_id ?? []),
  )
  const handed = await ambulance_hand_overs.all(
    { hospital_id, trip_id: id },
    { order: ['at', 'id'] },
  )
  const closed = new Set(
    row.patients
      .filter(({ patient_id }) => patients.get(patient_id ?? '')?.restricted === true)
      .map(({ ref }) => ref),
  )
  return {
    ...row,
    reference: row.number,
    patients: row.patients.map((one) => ({
      ...one,
      name: closed.has(one.ref) ? null : one.name,
      sex: one.sex as Trip['patients'][0]['sex'],
      patient: patients.get(one.patient_id ?? '') ?? null,
    })),
    milestones: row.milestones as Trip['milestones'],
    intervals: intervalsOf(row.called_at, row.milestones),
    // What was said of somebody whose record is closed is for who may open it.
    hand_overs: handed.map(({ to_place, ...one }) => ({
      ...one,
      to: to_place,
      ...(closed.has(one.patient_ref) ? nothing_said : {}),
    })),
    payment_ok: await isPaid(caller, row),
    moves: tripRecord.moves(caller, row) as Trip['moves'],
    history: await tripRecord.history(caller, id),
    warnings: [...warnings],
    gate_warnings: [...gate_warnings],
  }
}

const nothing_said = {
  situation: null,
  background: null,
  assessment: null,
  recommendation: null,
  belongings: null,
} as const
