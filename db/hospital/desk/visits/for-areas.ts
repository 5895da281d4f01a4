// What other areas ask of visits (FRO-10, FRO-12), under the names of between-areas. `openVisit`,
// `advanceVisit`, `closeVisit` and `resultsReady` stand beside the moves they are.

import type { Caller } from '../../../core/caller.ts'
import { attempt, inTransaction, rows, within } from '../../../store/connection.ts'
import { conflict } from '../../../core/refusal.ts'
import { oneOf, type Sql, sql, when, where } from '../../../store/sql.ts'
import type { Payer } from '../../neighbours/billing.ts'
import { patientRecord } from '../patients/rows.ts'
import * as points from '../service-points/service-points.ts'
import type { PointKind } from '../service-points/words.ts'
import { classFor } from './queue/priority.ts'
import { enter } from './queue/entries.ts'
import { moved } from './moves/events.ts'
import { passGates } from './moves/gating.ts'
import { go, leave } from './moves/go.ts'
import { visit_life } from './life.ts'
import { alreadyClosed, type Entry, isOpen, openEntry, visitRecord, type Visit } from './rows.ts'
import { queue_entries, visits } from './tables.ts'
import { acuities, type Acuity, type VisitClass, type VisitKind, type VisitState } from './words.ts'

export interface VisitFacts {
  id: string
  number: string
  patient_id: string
  facility_id: string
  department: string | null
  visit_class: VisitClass
  kind: VisitKind
  triage_category: number | null
  acuity: Acuity | null
  payer: Payer
  clinician_id: string | null
  status: VisitState
  restricted: boolean
  opened_at: string
  closed_at: string | null
  emergency_id: string | null
  admission_id: string | null
  service_point_id: string | null
  stage: PointKind | null
}

/** 404 for a visit of nobody, or of another hospital. */
export async function visitOf(
  caller: Pick<Caller, 'hospital_id'>,
  visit_id: string,
): Promise<VisitFacts> {
  const {
    id,
    number,
    patient_id,
    facility_id,
    department,
    visit_class,
    kind,
    triage_category,
    acuity,
    payer,
    clinician_id,
    status,
    restricted,
    opened_at,
    closed_at,
    emergency_id,
    admission_id,
    service_point_id,
    stage,
  } = await visitRecord.get(caller, visit_id)
  return {
    id,
    number,
    patient_id,
    facility_id,
    department,
    visit_class,
    kind,
    triage_category,
    acuity,
    payer,
    clinician_id,
    status,
    restricted,
    opened_at,
    closed_at,
    emergency_id,
    admission_id,
    service_point_id,
    stage,
  }
}

/** PRV-3, for the rows of a list: which of these visits are nobody else's business. */
export async function restrictedAmong(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  visit_ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (visit_ids.length === 0) return new Set()
  const found = await visits.all({ hospital_id, id: [...new Set(visit_ids)], restricted: true })
  return new Set(found.map(({ id }) => id))
}

/** PRV-3, inside a statement: what hangs on no visit, or on one that is everybody's business. */
export const notOfRestrictedVisits = (column: Sql): Sql =>
  sql`not exists (select 1 from visits where visits.id = ${column} and visits.restricted)`

/** The same, kept from others until the transaction ends; for writes that belong to an open visit. */
export async function openVisitFor(
  caller: Pick<Caller, 'hospital_id'>,
  visit_id: string,
): Promise<VisitFacts> {
  const visit = await visitRecord.locked(caller, visit_id)
  if (!isOpen(visit)) throw alreadyClosed()
  return visitOf(caller, visit.id)
}

/** INPATIENT ends the queue entry; OUTPATIENT takes a wrong admission back; EMERGENCY only says so. */
export async function setVisitClass(
  caller: Caller,
  asked: { visit_id: string; visit_class: VisitClass; admission_id?: string | null },
): Promise<Visit> {
  const { visit_class, admission_id = null } = asked
  const visit = await visitRecord.locked(caller, asked.visit_id)
  if (!isOpen(visit)) throw alreadyClosed()
  if (visit_class === 'EMERGENCY') {
    if (visit.visit_class === 'EMERGENCY') return visit
    return moved(caller, visit, 'class', { visit_class }, { kind: 'CHANGE' })
  }
  if (visit_class === 'INPATIENT') {
    const status = visit_life.move('admit', visit.status, visit.number)
    await leave(caller, visit)
    return moved(caller, visit, 'admit', {
      visit_class,
      status,
      admission_id,
      stage: null,
      service_point_id: null,
      wanted_point_id: null,
      queue_entry_id: null,
      waiting_since: null,
      hold_reason: null,
    })
  }
  const status = visit_life.move('take back admission', visit.status, visit.number)
  return moved(caller, visit, 'take back admission', {
    visit_class,
    status,
    hold_reason: 'OTHER',
    admission_id: null,
  })
}

/** Ties a visit to its emergency; `restricted` where nobody else is to see it (2.4). */
export async function setEmergency(
  caller: Caller,
  asked: { visit_id: string; emergency_id: string; restricted?: boolean },
): Promise<Visit> {
  const visit = await visitRecord.locked(caller, asked.visit_id)
  if (!isOpen(visit)) throw alreadyClosed()
  return moved(
    caller,
    visit,
    'emergency',
    {
      emergency_id: asked.emergency_id,
      visit_class: visit.status === 'ADMITTED' ? visit.visit_class : 'EMERGENCY',
      restricted: visit.restricted || asked.restricted === true,
    },
    { kind: 'CHANGE' },
  )
}

/** EMG-13: somebody goes on to a clinic; what is not settled yet is asked from then on. */
export async function leaveEmergency(caller: Caller, visit_id: string): Promise<Visit> {
  const visit = await visitRecord.locked(caller, visit_id)
  if (!isOpen(visit)) throw alreadyClosed()
  return moved(caller, visit, 'class', { visit_class: 'OUTPATIENT' }, { kind: 'CHANGE' })
}

export const acuityOf = (triage_category: number): Acuity => acuities[triage_category - 1] as Acuity

/** From triage, vitals, maternity: the colour, and with it the class in which the patient waits. */
export async function setAcuity(
  caller: Caller,
  asked: { visit_id: string; triage_category: number; reason?: string | null },
): Promise<Visit> {
  const visit = await visitRecord.locked(caller, asked.visit_id)
  if (!isOpen(visit)) throw alreadyClosed()
  const { triage_category } = asked
  const patient = await patientRecord.get(caller, visit.patient_id)
  const own = { priority: visit.priority, priority_reason: visit.priority_reason }
  const by_acuity = await classFor(caller, {
    patient,
    facility_id: visit.facility_id,
    triage_category,
    appointment: visit.priority_reason === 'APPOINTMENT',
  })
  // What somebody decided stands, unless the triage is more urgent.
  const decided = visit.priority_reason === 'STAFF_DECISION'
  const next = decided && own.priority <= by_acuity.priority ? own : by_acuity
  const after = await moved(
    caller,
    visit,
    'triage',
    { triage_category, acuity: acuityOf(triage_category), ...next },
    { kind: 'TRIAGE', reason: asked.reason ?? null, detail: { triage_category } },
  )
  await reclass(caller, after)
  return after
}

/** The class moves with the patient, into the entry where he waits (QUE-5). */
export async function reclass(caller: Caller, visit: Visit): Promise<void> {
  const entry = await openEntry(caller, visit.id)
  if (entry === undefined || entry.priority === visit.priority) return
  const { priority, priority_reason } = visit
  await queue_entries.change(
    { hospital_id: caller.hospital_id, id: entry.id },
    { priority, priority_reason },
  )
}

/**
 * BIL-168: a line of the visit became cleared. Who waited for that goes to the point he wanted, with
 * the place he had. It never refuses: a payment does not fail for a queue.
 */
export async function visitCleared(caller: Caller, visit_id: string): Promise<void> {
  if (!inTransaction()) return within(() => visitCleared(caller, visit_id))
  await attempt(async () => {
    const visit = await visitRecord.locked(caller, visit_id)
    if (visit.status !== 'AWAITING_PAYMENT' || visit.wanted_point_id === null) return
    const point = await points.servicePointRecord.get(caller, visit.wanted_point_id)
    await passGates(caller, 'visit.queue', visit, point, undefined)
    await go(caller, visit, {
      point,
      move: 'settled',
      cleared: true,
      sort_at: visit.first_waiting_at ?? undefined,
    })
  }).catch(() => undefined)
}

/** An entry at a point: of a visit on its way, or of an admitted patient at one that serves wards. */
export async function queueAt(
  caller: Caller,
  asked: { visit_id: string; service_point_id: string; note?: string | null },
): Promise<Entry> {
  const visit = await visitRecord.locked(caller, asked.visit_id)
  if (!isOpen(visit)) throw alreadyClosed()
  const point = await points.servicePointRecord.get(caller, asked.service_point_id)
  if (point.status === 'CLOSED') throw conflict(`${point.name} is closed.`, 'point_closed')
  if (visit.status !== 'ADMITTED') {
    const { entry } = await go(caller, visit, { point, note: asked.note, refuse: true })
    return entry as Entry
  }
  if (!for_wards.includes(point.kind)) {
    throw conflict(`${point.name} does not serve admitted patients.`)
  }
  return enter(caller, { visit, point, note: asked.note })
}

/** VIS-9: where admitted patients may wait. */
export const for_wards: readonly PointKind[] = [
  'LABORATORY',
  'IMAGING',
  'PROCEDURE',
  'PHYSIOTHERAPY',
]

/** The last time that somebody came, whether or not the visit goes on. */
export async function lastComingOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  patient_id: string,
): Promise<{ visit_id: string; facility_id: string; opened_at: string } | undefined> {
  const [found] = await rows<{ visit_id: string; facility_id: string; opened_at: string }>(
    sql`select id as visit_id, facility_id, opened_at from visits
      where hospital_id = ${hospital_id} and patient_id = ${patient_id} and status <> 'CANCELLED'
      order by opened_at desc limit 1`,
  )
  return found
}

export interface VisitForLeakage {
  visit_id: string
  patient_id: string
  kind: VisitKind
  department: string | null
  status: VisitState
  seen_by_clinician_at: string | null
  free_revisit: boolean
}

/** FRO-12: days of the branch on which a visit was opened, both included. */
export async function visitsOn(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  asked: { from: string; to: string; facility_id?: string },
): Promise<VisitForLeakage[]> {
  const found = await rows<Omit<VisitForLeakage, 'free_revisit'> & { free_revisit: unknown }>(
    sql`select id as visit_id, patient_id, kind, department, status, seen_by_clinician_at, free_revisit
      from visits${where([
        sql`hospital_id = ${hospital_id}`,
        sql`opened_on >= ${asked.from}`,
        sql`opened_on <= ${asked.to}`,
        when(asked.facility_id, sql`facility_id = ${asked.facility_id}`),
      ])} order by opened_at, id`,
  )
  return found.map((one) => ({ ...one, free_revisit: Boolean(one.free_revisit) }))
}

/** FRO-10: where somebody is now. */
export async function locationOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  patient_id: string,
): Promise<{ service_point: string | null; facility_id: string } | null> {
  const [found] = await rows<{ service_point: string | null; facility_id: string }>(
    sql`select p.name as service_point, v.facility_id from visits v
      left join service_points p on p.id = v.service_point_id
      where v.hospital_id = ${hospital_id} and v.patient_id = ${patient_id}
        and v.status not in ('CHECKED_OUT', 'CANCELLED')`,
  )
  return found ?? null
}

/** Where each of these visits is. */
export async function placesOfVisits(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  visit_ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(visit_ids)]
  if (wanted.length === 0) return new Map()
  const found = await rows<{ id: string; facility_id: string }>(
    sql`select id, facility_id from visits where hospital_id = ${hospital_id} and id${oneOf(wanted)}`,
  )
  return new Map(found.map(({ id, facility_id }) => [id, facility_id]))
}

/** Those of these visits that were closed before a moment. */
export async function closedBefore(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  visit_ids: readonly string[],
  before: string,
): Promise<ReadonlySet<string>> {
  const wanted = [...new Set(visit_ids)]
  if (wanted.length === 0) return new Set()
  const found = await rows<{ id: string }>(
    sql`select id from visits where hospital_id = ${hospital_id} and id${oneOf(wanted)}
      and closed_at is not null and closed_at < ${before}`,
  )
  return new Set(found.map(({ id }) => id))
}
