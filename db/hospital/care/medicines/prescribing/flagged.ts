// Medicines as they are chosen for a patient (CAR-88): beside each what the checks say that ask for no dose.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { mapPage, type Page, type PageAsked } from '../../../../store/pages.ts'
import { evaluate } from '../../../desk/gates/gate.ts'
import type { GateResult } from '../../../desk/gates/shapes.ts'
import { situationOf } from '../checks/context.ts'
import { checkLines, without_dose } from '../checks/engine.ts'
import type { CheckedLine, CheckedMedicine } from '../checks/situation.ts'
import type { MedicineFilter, MedicineFound } from '../formulary/shapes.ts'
import { list } from '../formulary/view.ts'
import { medicinesKnown } from './known.ts'

export async function listFor(
  caller: Caller,
  { patient_id, ...asked }: MedicineFilter & PageAsked,
): Promise<Page<MedicineFound>> {
  const found = await list(caller, asked)
  if (patient_id === undefined) return mapPage(found, (row) => ({ ...row, flags: null }))
  const ids = found.rows.map(({ id }) => id)
  const flags = await flagsOf(caller, patient_id, ids)
  return mapPage(found, (row) => ({ ...row, flags: flags.get(row.id) ?? [] }))
}

/** By medicine; as many statements for a page as for one. */
async function flagsOf(
  caller: Caller,
  patient_id: string,
  ids: readonly string[],
): Promise<Map<string, GateResult[]>> {
  const known = [...(await medicinesKnown(caller, ids)).values()]
  const of = await situationOf(caller, { patient_id })
  const lines = known.map(({ checked }) => bare(checked))
  const { findings } = checkLines(lines, of, without_dose)
  const results = await evaluate(caller, {
    action: 'rx.sign',
    subject: { findings },
    entity: { type: 'patient', id: patient_id, patient_id },
  })
  // What is of all of them, such as allergies that nobody asked for, is no flag of one.
  return Map.groupBy(
    results.filter(({ subject }) => subject !== null),
    ({ subject }) => known[Number(subject) - 1]?.row.id ?? '',
  )
}

const bare = (medicine: CheckedMedicine): CheckedLine => ({
  medicine,
  at: '',
  route: null,
  per_dose: null,
  doses_a_day: null,
  start: clock.instant(),
  end: null,
  once: false,
  when_needed: false,
  indication: null,
  duration_days: null,
})
