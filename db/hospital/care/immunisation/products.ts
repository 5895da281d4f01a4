// Which goods are a vaccine: those that the formulary links to a medicine with its ingredient (CAR-85).

import type { Caller } from '../../../core/caller.ts'
import { linksOf } from '../medicines/formulary/products.ts'
import { medicinesOfForm } from '../medicines/formulary/medicines.ts'
import { shipped_vaccines } from './shipped/vaccines.ts'

type Of = Pick<Caller, 'hospital_id'>

/** By the code of the vaccine. */
export async function productsOfVaccines({ hospital_id }: Of): Promise<Map<string, string[]>> {
  const rows = await medicinesOfForm({ hospital_id }, 'vaccine')
  const links = await linksOf(
    { hospital_id },
    rows.map(({ id }) => id),
  )
  return new Map(
    shipped_vaccines.map(({ code, ingredient }) => [
      code,
      rows
        .filter(({ ingredients }) =>
          ingredients.some(({ ingredient_code }) => ingredient_code === ingredient),
        )
        .flatMap(({ id }) => links.get(id) ?? [])
        .map(({ product_id }) => product_id),
    ]),
  )
}
