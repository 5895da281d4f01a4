// What a transfusion is to the ward where the patient lies: tasks to look, each after the other, and volume on the
// fluid chart (BLD-72, BLD-75).

import type { Caller } from '../../../../core/caller.ts'
import { hours } from '../../../../core/clock.ts'
import { write as writeFluids } from '../../../care/nursing/fluids.ts'
import { addTask, completeTaskFor } from '../../../care/nursing/tasks.ts'
import { admissionRecord } from '../../../care/wards/admissions/record.ts'
import type { ObservationRow, TransfusionRow } from './record.ts'

const source = 'TRANSFUSION'
const after_hours = 4
const bag_hours = 24

/** One task at a time: what was seen ends it, and the next one is due. */
export async function taskAfter(
  caller: Caller,
  row: TransfusionRow,
  seen: ObservationRow | null,
): Promise<void> {
  if (!(await liesHere(caller, row))) return
  const { patient_id } = row
  if (seen !== null) await completeTaskFor(caller, { patient_id, source, begins: `${row.id}:` })
  const due_at = seen?.point === 'AFTER' ? null : (row.next_due_at ?? afterwards(row))
  if (due_at === null) return
  await addTask(caller, {
    patient_id,
    task: `Observe the transfusion of unit ${row.unit_number}`,
    due_at,
    source,
    source_id: `${row.id}:${seen?.id ?? 'start'}`,
  })
}

const afterwards = ({ ended_at }: TransfusionRow): string | null =>
  ended_at === null ? null : new Date(Date.parse(ended_at) + hours(after_hours)).toISOString()

export async function liesHere(caller: Caller, { admission_id }: TransfusionRow): Promise<boolean> {
  if (admission_id === null) return false
  const stay = await admissionRecord.get(caller, admission_id)
  return stay.admitted_at !== null && stay.left_at === null
}

/** BLD-77: what is left in the bag may still have to be looked at. */
export async function keepBag(caller: Caller, row: TransfusionRow): Promise<void> {
  const { patient_id, unit_number, ended_at } = row
  if (ended_at === null || !(await liesHere(caller, row))) return
  await addTask(caller, {
    patient_id,
    task: `The empty bag of unit ${unit_number} was kept for a day: throw it away`,
    due_at: new Date(Date.parse(ended_at) + hours(bag_hours)).toISOString(),
    source: 'BLOOD_BAG',
    source_id: row.id,
  })
}

/** What ran in stands on the chart of whoever lies in a bed. */
export async function intoFluids(caller: Caller, row: TransfusionRow): Promise<void> {
  const { admission_id, volume_given_ml, unit_number, component_code } = row
  if (admission_id === null || !volume_given_ml || !(await liesHere(caller, row))) return
  const note = `${component_code} ${unit_number}`
  await writeFluids(caller, {
    admission_id,
    entries: [{ direction: 'IN', kind: 'BLOOD', volume_ml: volume_given_ml, note }],
  })
}
