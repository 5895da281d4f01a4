// What infusions and injections put into somebody stands on the fluid chart by itself (3.5, CAR-117), and is
// taken off with the dose that it was.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { noteFluid } from './fluids.ts'
import { fluid_entries } from './tables.ts'

export interface Infused {
  dose_id: string
  patient_id: string
  admission_id: string
  at: string
  /** Whole millilitres: what is left over comes with the next entry. */
  volume_ml: number
  medicine: string
  by: { staff_id: string | null; name: string }
}

export async function chartInfused(caller: Caller, asked: Infused): Promise<void> {
  const { medicine, by, ...entry } = asked
  const row = await fluid_entries.insert({
    ...entry,
    hospital_id: caller.hospital_id,
    direction: 'IN',
    kind: 'IV',
    note: medicine,
    staff_id: by.staff_id,
    staff_name: by.name.slice(0, 160),
    by_id: caller.user_id,
  })
  noteFluid(caller, 'fluid_entry.write', row)
}

export async function takeOffChart(caller: Caller, dose_id: string, reason: string): Promise<void> {
  const { hospital_id } = caller
  const of_dose = { hospital_id, dose_id, voided_at: null }
  const there = await fluid_entries.all(of_dose)
  if (there.length === 0) return
  await fluid_entries.change(of_dose, {
    voided_at: clock.instant(),
    voided_by_name: caller.name,
    void_reason: reason,
  })
  for (const row of there) noteFluid(caller, 'fluid_entry.void', row, reason)
}
