// Recording a set (VIT-1 to VIT-17): read, held against the hospital's limits, judged, kept; and what
// follows from it.

import { madeBefore } from '../../../store/made-before.ts'
import type { Caller } from '../../../core/caller.ts'
import { hours, instantIn } from '../../../core/clock.ts'
import { conflict, invalid, Refusal } from '../../../core/refusal.ts'
import { signature, signed } from '../amendments/amendments.ts'
import { record } from '../../office/audit/record.ts'
import { growthPoint, setObservationPlan } from '../../neighbours/bedside.ts'
import { observed } from '../../neighbours/emergencies.ts'
import { staffOf } from '../../neighbours/people.ts'
import { signerOf } from '../../neighbours/signing.ts'
import { writable } from '../patients/rows.ts'
import { joinTeam } from '../visits/moves/events.ts'
import { alreadyClosed, isOpen, visitRecord, type Visit } from '../visits/rows.ts'
import { triage } from '../visits/moves/triage.ts'
import { raise, settle } from './alerts.ts'
import {
  alertsDue,
  assess,
  type Before,
  type Case,
  needed_tables,
  type Tables,
  watching,
} from './assess.ts'
import { ownGrowth } from './growth-point.ts'
import { personOf } from './person.ts'
import { faultsOf, type Faults } from './plausible.ts'
import { readSet, type ReadSet } from './read-input.ts'
import type { Score } from './scoring.ts'
import type { Vitals, VitalsInput } from './shapes.ts'
import { vitals } from './tables.ts'
import { inForce } from './vital-tables.ts'
import { measuredBefore, type Row, view } from './vitals.ts'
import { vitalsRecord } from './vitals-record.ts'
import { watch } from './watch.ts'

export async function recordVitals(
  caller: Caller,
  visit_id: string,
  input: VitalsInput,
): Promise<Vitals> {
  const known = await already(caller, visit_id, input.id)
  if (known !== undefined) return known
  const visit = await visitRecord.locked(caller, visit_id)
  const signer = await signerOf(caller)
  const patient = await writable(caller, visit.patient_id)
  const set = readSet(input, patient.birth_date)
  mayMeasure(visit, input.late_entry_reason)
  const one = await judged(caller, visit, patient, set, null)
  held(one.faults, input.confirm_unusual ?? [], input.unusual_reason)
  const cadre = (await staffOf(caller))?.cadre ?? null
  const row = await vitals.insert({
    ...(input.id === undefined ? {} : { id: input.id }),
    ...kept(set, input),
    ...one.assessment,
    hospital_id: caller.hospital_id,
    facility_id: visit.facility_id,
    patient_id: visit.patient_id,
    visit_id,
    admission_id: visit.admission_id,
    emergency_id: visit.emergency_id,
    growth: one.growth,
    next_due_at: dueAt(set.taken_at, one.assessment.scores),
    author_cadre: cadre,
    ...signature(caller, signer),
  })
  record(caller, 'vitals.record', {
    entity_type: 'vitals',
    entity_id: row.id,
    entity_label: visit.number,
    patient_id: row.patient_id,
    to_state: 'FINAL',
    reason: input.late_entry_reason ?? input.unusual_reason,
  })
  await joinTeam(caller, visit_id)
  await signed(caller, vitalsRecord, row)
  return view(await followed(caller, visit, row, one))
}

/** FRO-6: the same form, sent again when the network came back. */
async function already(
  caller: Caller,
  visit_id: string,
  id: string | undefined,
): Promise<Vitals | undefined> {
  if (!(await madeBefore(caller, vitals, id))) return undefined
  const row = await vitals.find({ hospital_id: caller.hospital_id, id, visit_id })
  if (row === undefined) throw conflict('This id is already in use.')
  return view(row)
}

/** VIT-1: on an open visit, or afterwards for a day with a reason. */
function mayMeasure(visit: Visit, late_entry_reason: string | null | undefined): void {
  if (isOpen(visit)) return
  const young = visit.closed_at !== null && visit.closed_at > instantIn(-hours(24))
  if (visit.status === 'CANCELLED' || !young) throw alreadyClosed()
  if (!late_entry_reason) throw invalid('late_entry_reason', 'is required: this visit is closed.')
}

export interface Judged {
  tables: Tables
  of: Case
  before: Before
  faults: Faults
  growth: Record<string, unknown> | null
  assessment: ReturnType<typeof assess>
  set: ReadSet
}

/** What a set says; `but`: the set that is being amended, which is not its own past. */
export async function judged(
  caller: Caller,
  visit: Visit,
  patient: Awaited<ReturnType<typeof writable>>,
  set: ReadSet,
  but: string | null,
  saving = true,
): Promise<Judged> {
  const tables: Tables = await inForce(caller, needed_tables)
  const person = await personOf(caller, patient, set.taken_at)
  const before = await measuredBefore(caller, patient.id, set.taken_at, but)
  const of: Case = {
    person,
    taken_at: set.taken_at,
    visit_id: visit.id,
    triage: visit.stage === 'TRIAGE' || visit.stage === 'EMERGENCY',
  }
  const faults = faultsOf(tables.PLAUSIBILITY.rows, person, set.values, lastWeight(before, set))
  const sound = faults.refused.length === 0
  const care =
    saving && sound
      ? await growthPoint(caller, { patient_id: patient.id, vitals: set.values })
      : null
  const growth =
    care ?? (sound ? await ownGrowth(caller, tables, patient, set.values, of, before) : null)
  const assessment = assess(tables, set.values, of, before, growth)
  return { tables, of, before, faults, growth, assessment, set }
}

function lastWeight({ weights }: Before, { taken_at }: ReadSet) {
  const [last] = weights
  if (last === undefined) return null
  const days_ago = Math.floor((Date.parse(taken_at) - Date.parse(last.taken_at)) / hours(24))
  return { weight: last.weight, days_ago }
}

/** VIT-2: all fields at fault are named at once, and nothing is saved. */
export function held(
  { refused, unusual }: Faults,
  confirmed: readonly string[],
  reason: string | null | undefined,
): void {
  const open = unusual.filter(({ field }) => !confirmed.includes(field))
  const said = [...refused, ...open].map(({ message }) => message).join(' ')
  if (refused.length > 0) {
    throw new Refusal(400, 'invalid', said, { field: refused[0]?.field })
  }
  if (open.length > 0) throw conflict(said, 'unusual', { field: open[0]?.field })
  if (unusual.length > 0 && !reason) {
    throw invalid('unusual_reason', 'is required with confirm_unusual.')
  }
}

/** Everything of a set that was said and not computed. */
export const kept = ({ values, as_entered, taken_at }: ReadSet, input: Omit<VitalsInput, 'id'>) =>
  ({
    ...values,
    taken_at,
    as_entered,
    triage_category: input.triage_category ?? null,
    confirm_unusual: [...new Set(input.confirm_unusual ?? [])],
    unusual_reason: input.unusual_reason ?? null,
    late_entry_reason: input.late_entry_reason ?? null,
    notes: input.notes ?? null,
    source: input.source ?? 'MANUAL',
    device_id: input.device_id ?? null,
  }) as Pick<Row, 'taken_at' | 'source'> & Partial<Row>

export function dueAt(taken_at: string, scores: readonly Score[]): string | null {
  const minutes = watching(scores)?.observe_every_minutes ?? null
  return minutes === null ? null : new Date(Date.parse(taken_at) + minutes * 60_000).toISOString()
}

/** VIT-12, VIT-13, VIT-17: alerts, the next observation, the visit's acuity. */
async function followed(caller: Caller, visit: Visit, row: Row, one: Judged): Promise<Row> {
  const due = alertsDue(one.tables, one.set.values, one.assessment, one.of, one.before, one.growth)
  await settle(caller, row, due)
  const alerts = await raise(caller, visit, row, due)
  const next_due_at = await planned(caller, visit, row)
  await vitals.change({ hospital_id: caller.hospital_id, id: row.id }, { alerts, next_due_at })
  await watch(caller, visit)
  if (row.triage_category !== null && isOpen(visit)) {
    await triage(caller, visit.id, {
      triage_category: row.triage_category,
      vitals_id: row.id,
      note: 'With the vital signs',
    })
  }
  return { ...row, alerts, next_due_at }
}

/** The plan of the ward or of the emergency room may say otherwise than the score. */
export async function planned(caller: Caller, visit: Visit, row: Row): Promise<string | null> {
  const every_minutes = watching(row.scores)?.observe_every_minutes ?? null
  if (every_minutes !== null && visit.admission_id !== null) {
    await setObservationPlan(caller, {
      admission_id: visit.admission_id,
      every_minutes,
      source: 'early_warning',
    })
  }
  const next = await observed(caller, { visit_id: visit.id, at: row.taken_at, every_minutes })
  return next === null ? dueAt(row.taken_at, row.scores) : next.next_at
}

/** A set is tried without being saved: nothing is refused, everything is named. */
export async function check(caller: Caller, visit_id: string, input: VitalsInput) {
  const visit = await visitRecord.locked(caller, visit_id)
  const patient = await writable(caller, visit.patient_id)
  const set = readSet(input, patient.birth_date)
  const { assessment, faults, growth } = await judged(caller, visit, patient, set, null, false)
  const named = (level: 'REFUSED' | 'UNUSUAL', list: Faults['refused']) =>
    list.map(({ field, message }) => ({ field, level, message }))
  return {
    ...assessment,
    growth,
    problems: [...named('REFUSED', faults.refused), ...named('UNUSUAL', faults.unusual)],
  }
}
