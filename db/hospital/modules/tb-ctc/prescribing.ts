// The medicines of a regimen go out by care's prescriptions alone, with every check (TBC-5, TBC-14).

import { can, type Caller } from '../../../core/caller.ts'
import { folded } from '../../../store/table.ts'
import { medicinesNamed } from '../../care/medicines/formulary/named.ts'
import type { PrescriptionItemInput } from '../../care/medicines/prescribing/shapes.ts'
import { endOne } from '../../care/medicines/prescribing/stopping.ts'
import { open } from '../../care/medicines/prescribing/writing.ts'
import type { StopReason } from '../../care/medicines/prescribing/words.ts'
import type { GateResult, Override } from '../../desk/gates/shapes.ts'

export interface Taken {
  medicine: string
  per_dose: number
  frequency: string
  days: number
}

export interface Written {
  prescription_id: string | null
  warnings: GateResult[]
}

export const said = (message: string): GateResult => ({
  gate: null,
  level: 'WARN',
  subject: null,
  message,
  may_override: [],
  permission: null,
  reasons: [],
})

/** By who may prescribe; else somebody is asked to, and treatment is recorded all the same. */
export async function prescribe(
  caller: Caller,
  patient_id: string,
  taken: readonly Taken[],
  overrides: readonly Override[] | undefined,
): Promise<Written> {
  if (!can(caller, 'prescription:write')) {
    const warnings = [said('The medicines are not prescribed yet: ask a prescriber to write them.')]
    return { prescription_id: null, warnings }
  }
  const known = await medicinesNamed(
    caller,
    taken.map(({ medicine }) => medicine),
  )
  const items = taken.map((one) => itemOf(one, known.get(folded(one.medicine))))
  const { row, warnings } = await open(caller, {
    patient_id,
    items,
    ...(overrides === undefined ? {} : { overrides: [...overrides] }),
  })
  return { prescription_id: row.id, warnings }
}

const itemOf = (
  { medicine, per_dose, frequency, days }: Taken,
  medicine_id: string | undefined,
): PrescriptionItemInput => ({
  ...(medicine_id === undefined ? { medicine_text: medicine } : { medicine_id }),
  dose: per_dose,
  dose_unit: 'TAB',
  route: 'PO',
  frequency,
  duration_days: Math.min(365, days),
})

/** What runs of it ends; what was handed out stays handed out. */
export async function stopPrescription(
  caller: Caller,
  prescription_id: string | null | undefined,
  reason: StopReason,
): Promise<void> {
  if (prescription_id) await endOne(caller, prescription_id, reason)
}
