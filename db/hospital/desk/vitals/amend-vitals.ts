// A set was wrong (FRO-4, VIT-18): amended into its next version, or voided. Alerts that it alone
// justified are resolved, and what is due next is reckoned anew.

import type { Caller } from '../../../core/caller.ts'
import { amend as amendRecord, historyOf, voided } from '../amendments/amendments.ts'
import { patientRecord } from '../patients/rows.ts'
import { visitRecord } from '../visits/rows.ts'
import { correct, raise } from './alerts.ts'
import { alertsDue } from './assess.ts'
import { field_names } from './measures.ts'
import { readSet } from './read-input.ts'
import { held, judged, kept, planned } from './record-vitals.ts'
import type { Vitals, VitalsAmend } from './shapes.ts'
import { vitals } from './tables.ts'
import { type Row, vitalSetRecord, view } from './vitals.ts'
import { vitalsRecord } from './vitals-record.ts'
import { watch } from './watch.ts'

export async function amend(
  caller: Caller,
  id: string,
  { reason, ...input }: VitalsAmend,
): Promise<Vitals> {
  const before = await vitalSetRecord.get(caller, id)
  const visit = await visitRecord.locked(caller, before.visit_id)
  const patient = await patientRecord.get(caller, before.patient_id)
  const whole = { ...said(before), ...input }
  const set = readSet(whole, patient.birth_date)
  const one = await judged(caller, visit, patient, set, id)
  held(one.faults, whole.confirm_unusual, whole.unusual_reason)
  const as_entered = enteredNow(before, set.as_entered, input)
  const changed = {
    ...kept({ ...set, as_entered }, whole),
    ...one.assessment,
    growth: one.growth,
  }
  const after: Row = { ...before, ...changed }
  const version = await amendRecord(caller, vitalsRecord, { before, after }, reason)
  const due = alertsDue(one.tables, set.values, one.assessment, one.of, one.before, one.growth)
  await correct(caller, before, due)
  const alerts = await raise(caller, visit, after, due)
  const next_due_at = await planned(caller, visit, after)
  const changes = { ...changed, ...version, alerts, next_due_at }
  await vitals.change({ hospital_id: caller.hospital_id, id }, changes)
  await watch(caller, visit)
  return view({ ...after, ...changes })
}

/** What stands, as somebody would send it again. */
const said = (row: Row) => ({
  ...(Object.fromEntries(field_names.map((name) => [name, row[name]])) as object),
  taken_at: row.taken_at,
  triage_category: row.triage_category,
  confirm_unusual: row.confirm_unusual,
  unusual_reason: row.unusual_reason,
  // The set was taken in time, or had its reason; only a new time needs one.
  late_entry_reason: row.late_entry_reason ?? 'Amended later',
  notes: row.notes,
  source: row.source,
  device_id: row.device_id,
})

/** What was typed in another unit stays known for the fields that nobody touched. */
function enteredNow(
  before: Row,
  typed: Row['as_entered'],
  input: Readonly<Record<string, unknown>>,
): Row['as_entered'] {
  const old = Object.entries(before.as_entered ?? {}).filter(([field]) => !(field in input))
  const all = { ...Object.fromEntries(old), ...typed }
  return Object.keys(all).length === 0 ? null : all
}

export async function voidSet(caller: Caller, id: string, reason: string): Promise<Vitals> {
  const before = await vitalSetRecord.get(caller, id)
  const visit = await visitRecord.locked(caller, before.visit_id)
  const changes = await voided(caller, vitalsRecord, before, reason)
  await correct(caller, before, [])
  await vitals.change({ hospital_id: caller.hospital_id, id }, { ...changes, next_due_at: null })
  await watch(caller, visit)
  return view({ ...before, ...changes, next_due_at: null })
}

export async function history(caller: Caller, id: string) {
  await vitalSetRecord.get(caller, id)
  return historyOf(caller, vitalsRecord, id)
}
