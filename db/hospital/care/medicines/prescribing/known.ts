// Medicines by their ids, as the checks see them.

import type { Caller } from '../../../../core/caller.ts'
import type { CheckedMedicine } from '../checks/situation.ts'
import { ingredientsOf } from '../formulary/ingredients.ts'
import type { MedicineRow } from '../formulary/medicines.ts'
import { medicines } from '../formulary/tables.ts'
import { alike } from '../formulary/typed.ts'

export interface Known {
  row: MedicineRow
  checked: CheckedMedicine
}

/** In two statements, however many there are; those that are not there are left out. */
export async function medicinesKnown(
  caller: Caller,
  ids: readonly string[],
): Promise<Map<string, Known>> {
  const wanted = [...new Set(ids)]
  const { hospital_id } = caller
  const rows = wanted.length === 0 ? [] : await medicines.all({ hospital_id, id: wanted })
  const ingredients = await ingredientsOf(
    caller,
    rows.flatMap((row) => row.ingredients.map(({ ingredient_code }) => ingredient_code)),
  )
  return new Map(
    rows.map((row) => {
      const parts = row.ingredients.map((one) => ({
        ...one,
        classes: ingredients.get(one.ingredient_code)?.classes ?? [],
      }))
      return [row.id, { row, checked: { ...row, ingredients: parts } }]
    }),
  )
}

/** What was written in words and is a generic of the formulary, by the words. */
export async function knownAlike(
  caller: Caller,
  typed: readonly string[],
): Promise<Map<string, CheckedMedicine>> {
  if (typed.length === 0) return new Map()
  const like = await alike(caller, typed)
  const known = await medicinesKnown(
    caller,
    [...like.values()].map(({ id }) => id),
  )
  return new Map(
    [...like].flatMap(([words, { id }]) => {
      const one = known.get(id)
      return one === undefined ? [] : [[words, one.checked]]
    }),
  )
}
