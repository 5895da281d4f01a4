// Half an hour after an opioid, or after what was given because it was needed, somebody looks whether it
// helped and how the patient breathes (3.5).

import type { Caller } from '../../../../core/caller.ts'
import { minutes } from '../../../../core/clock.ts'
import { addTask, dropTaskFor } from '../../nursing/tasks.ts'
import type { MedicineRow } from '../formulary/medicines.ts'
import type { DoseRow } from './record.ts'

const look_after = minutes(30)
const source = 'dose'

export async function lookAtEffect(
  caller: Caller,
  row: DoseRow,
  medicine: Pick<MedicineRow, 'classes'> | null,
): Promise<void> {
  const { id, admission_id, given_at, kind } = row
  if (admission_id === null || given_at === null) return
  if (kind !== 'PRN' && medicine?.classes.includes('OPIOIDS') !== true) return
  await addTask(caller, {
    patient_id: row.patient_id,
    task: `Effect of ${row.medicine}?`,
    due_at: new Date(Date.parse(given_at) + look_after).toISOString(),
    source,
    source_id: `${id}:${given_at}`,
  })
}

/** It was not given after all. */
export const lookNoMore = (
  caller: Caller,
  { id, patient_id }: DoseRow,
  reason: string,
): Promise<void> => dropTaskFor(caller, { patient_id, source, begins: `${id}:`, reason })
