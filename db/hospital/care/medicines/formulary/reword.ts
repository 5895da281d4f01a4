// What an ingredient is called and of which class it is, where medicines are searched by it.

import { sql } from '../../../../store/sql.ts'
import type { Caller } from '../../../../core/caller.ts'
import { type IngredientRow, ingredientsOf, put } from './ingredients.ts'
import { wordsOf } from './read.ts'
import type { IngredientInput } from './shapes.ts'
import { medicines } from './tables.ts'

async function reword({ hospital_id, code, name }: IngredientRow): Promise<void> {
  const found = await medicines.read(
    sql`select ${medicines.selection()} from medicines where hospital_id = ${hospital_id}
      and ingredients like ${`%"${code.replaceAll('_', '\\_')}"%`} escape '\\'`,
  )
  const codes = found.flatMap((row) => row.ingredients.map((one) => one.ingredient_code))
  const known = await ingredientsOf({ hospital_id }, codes)
  for (const row of found) {
    const ingredients = row.ingredients.map((one) =>
      one.ingredient_code === code ? { ...one, name } : one,
    )
    const of = ingredients.flatMap((one) => known.get(one.ingredient_code) ?? [])
    await medicines.change({ hospital_id, id: row.id }, { ingredients, words: wordsOf(of) })
  }
}

export async function putIngredient(
  caller: Caller,
  code: string,
  input: IngredientInput,
): Promise<IngredientRow> {
  const written = await put(caller, code, input)
  await reword(written)
  return written
}
