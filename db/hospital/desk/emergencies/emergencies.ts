// Emergencies as they are read: one, a page, the board; always a fixed number of statements.

import { type Caller, can } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { invalid } from '../../../core/refusal.ts'
import { matching } from '../../../store/search.ts'
import { oneOf, raw, type Sql, sql, when, where } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import { historyIn } from '../../history.ts'
import { recordRead } from '../../office/audit/reads.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import { recordWithLife } from '../../record-with-life.ts'
import { workOn } from '../../neighbours/emergencies.ts'
import { allergiesOf } from '../../neighbours/medicines.ts'
import { mayOpen } from '../patients/privacy/privacy.ts'
import { patientsById } from '../patients/register/many.ts'

import type { PatientRow } from '../patients/shapes.ts'
import { scopeOf } from '../../office/places/facilities.ts'
import { acuities, acuityOf } from '../vitals/words.ts'
import { categorised } from './categories.ts'
import { emergency_life } from './life.ts'
import type { BoardRow, Emergency } from './shapes.ts'
import { emergencies, emergency_events, emergency_reassessments } from './tables.ts'
import { untriaged_minutes, violent } from './words.ts'
import { withinDays } from '../../office/hospitals/days.ts'

export type Row = RowOf<(typeof emergencies)['columns']>

export interface EmergencyFilter extends PageAsked {
  search?: string
  facility_id?: string
  status?: Row['status']
  acuity?: (typeof acuities)[number]
  category?: string
  zone?: Row['zone']
  arrival_mode?: Row['arrival_mode']
  disposition?: NonNullable<Row['disposition']>
  police?: boolean
  incident_id?: string
  patient_id?: string
  from?: string
  to?: string
}

export const emergencyRecord = recordWithLife(emergencies, {
  life: emergency_life,
  called: ({ number }) => number,
  history: historyIn(emergency_events, 'emergency_id'),
  sequence: 'emergency',
})

/** Newest first. */
export async function list(caller: Caller, asked: EmergencyFilter): Promise<Page<Emergency>> {
  const scope = await scopeOf(caller, asked.facility_id)
  if (asked.from !== undefined && asked.to !== undefined && asked.from > asked.to) {
    throw invalid('from', 'is after to.')
  }
  const { timezone } = await hospitalOf(caller)
  const found = await pageFrom(emergencies, asked, {
    alias: 'e',
    from: sql` from emergencies e${where([
      sql`e.hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`e.facility_id${oneOf(scope)}`,
      when(asked.status, sql`e.status = ${asked.status}`),
      when(asked.acuity, sql`e.triage_category = ${categoryOf(asked.acuity)}`),
      asked.category === undefined ? undefined : ofCategory(caller, asked.category),
      when(asked.zone, sql`e.zone = ${asked.zone}`),
      when(asked.arrival_mode, sql`e.arrival_mode = ${asked.arrival_mode}`),
      when(asked.disposition, sql`e.disposition = ${asked.disposition}`),
      when(asked.incident_id, sql`e.casualty_incident_id = ${asked.incident_id}`),
      when(asked.patient_id, sql`e.patient_id = ${asked.patient_id}`),
      asked.police === undefined
        ? undefined
        : asked.police
          ? sql`e.police is not null`
          : sql`e.police is null`,
      ...withinDays(sql`e.arrived_at`, timezone, asked),
      matching('emergencies', asked.search, 'e'),
    ])}`,
    order: raw(' order by e.arrived_at desc, e.id desc'),
  })
  await recordRead(caller, 'emergency.list', { rows: found.rows.length })
  return { rows: await viewAll(caller, found.rows), meta: found.meta }
}

/** Who may not know of violence learns nothing by asking for it. */
function ofCategory(caller: Caller, typed: string): Sql {
  const { category, category_typed } = categorised(typed)
  if (violent.includes(category) && !worksHere(caller)) return raw('1 = 0')
  return category_typed === null
    ? sql`e.category = ${category}`
    : sql`lower(e.category_typed) = ${typed.toLowerCase()}`
}

/** Who triages and treats is of the care team of whoever lies in the emergency room (PRV-2). */
const worksHere = (caller: Caller): boolean =>
  can(caller, 'emergency:triage') || can(caller, 'emergency:treat')

const categoryOf = (acuity: (typeof acuities)[number] | undefined): number =>
  acuity === undefined ? 0 : acuities.indexOf(acuity) + 1

export async function find(caller: Caller, id: string): Promise<Emergency> {
  return view(caller, await emergencyRecord.get(caller, id))
}

export async function view(caller: Caller, row: Row): Promise<Emergency> {
  const [emergency] = await viewAll(caller, [row])
  return emergency as Emergency
}

export async function viewAll(caller: Caller, found: readonly Row[]): Promise<Emergency[]> {
  if (found.length === 0) return []
  const ids = found.map(({ patient_id }) => patient_id)
  const patients = await patientsById(caller, ids)
  const allergies = await allergiesOf(caller, [...new Set(ids)])
  const of_violence = found.filter((row) => isOthers(caller, row))
  const open = await mayOpen(
    caller,
    of_violence.map(({ patient_id }) => patient_id),
  )
  return found.map((row) => {
    const patient = patients.get(row.patient_id) as PatientRow
    const hidden = patient.restricted === true
    const closed = of_violence.includes(row) && !open.has(row.patient_id)
    return {
      ...row,
      category: row.category_typed ?? row.category,
      category_group: row.category,
      patient,
      presenting_complaint: hidden ? null : row.presenting_complaint,
      disposition_note: hidden ? null : row.disposition_note,
      // EMG-11: what may kill is shown to everybody who sees the row.
      life_threatening_allergies: (allergies.get(row.patient_id) ?? [])
        .filter(({ severity }) => severity === 'LIFE_THREATENING')
        .map(({ substance }) => substance),
      acuity: row.triage_category === null ? null : acuityOf(row.triage_category),
      recorded_at: row.created_at,
      ...breach(row),
      length_of_stay_minutes: since(row.arrived_at, row.disposed_at),
      moves: movesOf(caller, row),
      police: row.police === null ? null : { ...row.police },
      ...(closed ? untold(row) : {}),
    }
  })
}

/** Of violence, and over or in other hands: for the care team alone. */
const isOthers = (caller: Caller, { category, status }: Row): boolean =>
  violent.includes(category) && (status === 'DISPOSED' || !worksHere(caller))

/** An emergency like any other: nothing of it tells what happened (EMG-9, PRV-3). */
const untold = ({ triage }: Row) => ({
  category: 'OTHER' as const,
  category_group: 'OTHER' as const,
  presenting_complaint: null,
  disposition_note: null,
  brought_by: null,
  brought_by_phone: null,
  brought_by_relationship: null,
  incident_place: null,
  incident_at: null,
  pregnant: null,
  police: null,
  triage: triage === null ? null : { ...triage, discriminators: [], note: null },
})

function movesOf(caller: Caller, row: Row): Emergency['moves'] {
  const open: Emergency['moves'] = emergencyRecord.moves(caller, row)
  const { status } = row
  const again = status !== 'ARRIVED' && status !== 'DISPOSED'
  return again && caller.permissions.has('emergency:triage') ? ['re-triage', ...open] : open
}

/** EMG-7: not seen by the target; fixed once somebody has begun to treat. */
function breach({ target_at, seen_at, late_minutes, status }: Row): {
  breached: boolean
  breach_minutes: number
} {
  if (seen_at !== null) {
    const late = Math.max(0, late_minutes ?? 0)
    return { breached: late > 0, breach_minutes: late }
  }
  if (target_at === null || status === 'DISPOSED') return { breached: false, breach_minutes: 0 }
  const late = Math.max(0, minutesFrom(target_at, clock.instant()))
  return { breached: clock.instant() > target_at, breach_minutes: late }
}

export const minutesFrom = (from: string, to: string): number =>
  Math.floor((Date.parse(to) - Date.parse(from)) / 60_000)

/** Up to now where it goes on; an arrival may be told of two minutes ahead (FRO-7). */
const since = (from: string, to: string | null): number =>
  Math.max(0, minutesFrom(from, to ?? clock.instant()))

/** Not yet triaged by somebody who may, longer than ten minutes after arriving (EMG-4). */
export const isUntriaged = ({ status, arrived_at }: Row): boolean =>
  status === 'ARRIVED' && minutesFrom(arrived_at, clock.instant()) >= untriaged_minutes

export const isPast = (at: string | null): boolean => at !== null && at <= clock.instant()

/** The untriaged first, then by urgency and by whose time is up soonest. */
export async function board(
  caller: Caller,
  asked: { zone?: Row['zone']; facility_id?: string },
): Promise<BoardRow[]> {
  const scope = await scopeOf(caller, asked.facility_id)
  const found = await emergencies.read(
    sql`select ${emergencies.selection('e')} from emergencies e${where([
      sql`e.hospital_id = ${caller.hospital_id}`,
      sql`e.status <> 'DISPOSED'`,
      scope === 'all' ? undefined : sql`e.facility_id${oneOf(scope)}`,
      when(asked.zone, sql`e.zone = ${asked.zone}`),
    ])} order by coalesce(e.triage_category, 0), coalesce(e.target_at, '9999'), e.arrived_at, e.id limit 500`,
  )
  const rows = await viewAll(caller, found)
  const work = await workOn(
    caller,
    found.map(({ visit_id }) => visit_id),
  )
  await recordRead(caller, 'emergency.board', { rows: rows.length })
  const shown = rows.map((row, at) => clocks(found[at] as Row, row, work))
  return shown.sort((a, b) => Number(b.untriaged) - Number(a.untriaged))
}

function clocks(row: Row, shown: Emergency, work: Awaited<ReturnType<typeof workOn>>): BoardRow {
  const now = clock.instant()
  const waits = row.seen_at === null
  return {
    ...shown,
    untriaged: isUntriaged(row),
    waiting_minutes: since(row.arrived_at, row.seen_at),
    minutes_to_target: waits && row.target_at !== null ? minutesFrom(now, row.target_at) : null,
    target_near: waits && shareOf(row) >= 0.8,
    retriage_late: waits && isPast(row.next_retriage_at),
    observation_late: isPast(row.next_observation_at),
    open_orders: work.get(row.visit_id)?.open_orders ?? 0,
    unread_results: work.get(row.visit_id)?.unread_results ?? 0,
  }
}

/** How much of the time up to the target is gone; a target at once is over at once. */
export function shareOf({ target_at, triage }: Row): number {
  if (target_at === null || triage === null) return 0
  const [from, to] = [Date.parse(triage.at), Date.parse(target_at)]
  if (to <= from) return clock.ms() >= to ? 1 : 0
  return (clock.ms() - from) / (to - from)
}

export async function history(caller: Caller, id: string) {
  await emergencyRecord.get(caller, id)
  return emergency_events.all(
    { hospital_id: caller.hospital_id, emergency_id: id },
    { order: ['-at', '-id'] },
  )
}

export async function reassessmentsOf(caller: Caller, id: string) {
  await emergencyRecord.get(caller, id)
  const found = await emergency_reassessments.all(
    { hospital_id: caller.hospital_id, emergency_id: id },
    { order: ['-at', '-id'] },
  )
  return found.map((one) => ({ ...one, by: one.by_name }))
}
