// The vaccines that this house knows, with the goods that are linked to each.

import type { Caller } from '../../../core/caller.ts'
import { invalid } from '../../../core/refusal.ts'
import { isAdopted } from '../clinical/adoptions.ts'
import { productsOfVaccines } from './products.ts'
import type { Vaccine } from './shapes.ts'
import { doseCalled, shipped_schedules } from './shipped/schedules.ts'
import { type ShippedVaccine, shipped_vaccines, vaccineCalled } from './shipped/vaccines.ts'

export const vaccines_table = 'vaccines'

export async function list(
  caller: Caller,
  { active }: { active?: boolean | undefined },
): Promise<Vaccine[]> {
  if (active === false) return []
  const products = await productsOfVaccines(caller)
  const table_adopted = await isAdopted(caller, vaccines_table)
  return shipped_vaccines.map((one) => ({
    ...one,
    product_ids: products.get(one.code) ?? [],
    // The chapter's record keeps one; nobody can name it before vaccines can be changed.
    diluent_product_id: null,
    active: true,
    table_adopted,
  }))
}

export function vaccineNamed(typed: string, field = 'vaccine'): ShippedVaccine {
  const found = vaccineCalled(typed)
  if (found !== undefined) return found
  const known = shipped_vaccines.map(({ code }) => code).join(', ')
  throw invalid(field, `must be one of ${known}.`)
}

export function doseNamed(typed: string, field = 'dose_key') {
  const found = doseCalled(typed)
  if (found !== undefined) return found
  const known = shipped_schedules.flatMap(({ lines }) => lines.map(({ dose_key }) => dose_key))
  throw invalid(field, `must be one of ${known.join(', ')}.`)
}
