// Ingredients (2.6): what an allergy, an interaction and a limit of dose are held against.

import type { Caller } from '../../../../core/caller.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { attempt } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { matching } from '../../../../store/search.ts'
import { sql, where } from '../../../../store/sql.ts'
import { folded, type RowOf } from '../../../../store/table.ts'
import { difference, record } from '../../../office/audit/record.ts'
import type { IngredientInput } from './shapes.ts'
import { ingredients } from './tables.ts'

export type IngredientRow = RowOf<(typeof ingredients)['columns']>
type Of = Pick<Caller, 'hospital_id'>

export const list = (
  { hospital_id }: Caller,
  asked: PageAsked & { search?: string },
): Promise<Page<IngredientRow>> =>
  pageFrom(ingredients, asked, {
    from: sql` from ingredients${where([
      sql`hospital_id = ${hospital_id}`,
      matching('ingredients', asked.search),
    ])}`,
    order: sql` order by name, id`,
  })

const code_form = /^[a-z0-9][a-z0-9_]{0,39}$/

/** `Amoxicillin trihydrate` is `amoxicillin_trihydrate`. */
export const codeOf = (typed: string): string =>
  folded(typed.trim())
    .replaceAll(/[\s-]+/g, '_')
    .slice(0, 40)

/** Class words are written in capitals, `BETA_BLOCKERS`. */
export const classesOf = (typed: readonly string[]): string[] => [
  ...new Set(
    typed.map((word) =>
      capitals(word.trim())
        .replaceAll(/[\s-]+/g, '_')
        .slice(0, 40),
    ),
  ),
]

/** Written anew, or for the first time. */
export async function put(
  caller: Caller,
  typed: string,
  input: IngredientInput,
): Promise<IngredientRow> {
  const { hospital_id } = caller
  const code = codeOf(typed)
  if (!code_form.test(code)) throw invalid('code', 'must be 1 to 40 of a–z, 0–9 and _.')
  const before = await ingredients.find({ hospital_id, code }, { lock: true })
  const said = {
    name: input.name,
    synonyms: input.synonyms ?? before?.synonyms ?? [],
    classes: input.classes === undefined ? (before?.classes ?? []) : classesOf(input.classes),
    origin: 'OWN' as const,
  }
  if (before === undefined) {
    await attempt(() => ingredients.insert({ hospital_id, code, ...said })).catch(
      (error: unknown) => {
        throw isTaken(error, 'code') ? conflict(`${code} was just written by another.`) : error
      },
    )
  } else {
    fresh(caller, before)
    await ingredients.change({ hospital_id, id: before.id }, said)
  }
  const after = (await ingredients.find({ hospital_id, code })) as IngredientRow
  record(caller, 'ingredient.write', {
    entity_type: 'ingredient',
    entity_id: after.id,
    entity_label: after.name,
    changes: before === undefined ? undefined : difference(before, said),
  })
  return after
}

/** By their codes; those that are not there are left out. */
export async function ingredientsOf(
  { hospital_id }: Of,
  codes: readonly string[],
): Promise<ReadonlyMap<string, IngredientRow>> {
  const wanted = [...new Set(codes)]
  if (wanted.length === 0) return new Map()
  const found = await ingredients.all({ hospital_id, code: wanted })
  return new Map(found.map((row) => [row.code, row]))
}
