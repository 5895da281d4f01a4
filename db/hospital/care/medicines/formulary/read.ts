// What a body says of a medicine, read against what stands (2.6).

import type { Caller } from '../../../../core/caller.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { invalid } from '../../../../core/refusal.ts'
import { folded, type RowOf } from '../../../../store/table.ts'
import type { RiskLevel } from '../words.ts'
import { classesOf, codeOf, ingredientsOf } from './ingredients.ts'
import type { MedicineChange } from './shapes.ts'
import type { ByTrimester, Ingredient, medicines } from './tables.ts'

export type Row = RowOf<(typeof medicines)['columns']>
type Said = Partial<Row>

export async function readMedicine(caller: Caller, input: MedicineChange): Promise<Said> {
  const { ingredients, pregnancy, classes, atc, routes, ...rest } = input
  const said = Object.fromEntries(
    Object.entries(rest).map(([field, value]) => [field, value === '' ? null : value]),
  ) as Said
  if (ingredients !== undefined) {
    const found = await composed(caller, ingredients)
    said.ingredients = found.lines
    said.words = found.words
  }
  if (pregnancy) said.pregnancy = byTrimester(pregnancy)
  if (classes !== undefined) said.classes = classesOf(classes)
  if (routes !== undefined) said.routes = [...new Set(routes)]
  if (atc !== undefined) said.atc = atc ? capitals(atc.trim()) : null
  return said
}

export const byTrimester = (level: RiskLevel | ByTrimester): ByTrimester =>
  typeof level === 'string' ? { t1: level, t2: level, t3: level } : level

async function composed(
  caller: Caller,
  asked: readonly Omit<Ingredient, 'name'>[],
): Promise<{ lines: Ingredient[]; words: string }> {
  const codes = asked.map(({ ingredient_code }) => codeOf(ingredient_code))
  const known = await ingredientsOf(caller, codes)
  const lines = asked.map((one, index): Ingredient => {
    const found = known.get(codes[index] ?? '')
    const at = `ingredients[${index}]`
    if (found === undefined) {
      throw invalid(at, `"${one.ingredient_code}" is not an ingredient: add it first.`)
    }
    if (codes.indexOf(found.code) !== index) throw invalid(at, `${found.name} stands twice.`)
    return { ingredient_code: found.code, name: found.name, amount: one.amount, unit: one.unit }
  })
  return { lines, words: wordsOf([...known.values()]) }
}

/** What a medicine is found by beside its name: what is in it, and of which class that is. */
export const wordsOf = (
  of: readonly { code: string; name: string; synonyms: string[]; classes: string[] }[],
): string =>
  of
    .flatMap(({ code, name, synonyms, classes }) => [name, code, ...synonyms, ...classes])
    .join(' ')
    .slice(0, 600)
    .toWellFormed()

/** What must hold of the whole, whichever part was said. */
export function mustBeWhole({ splittable, pack_only, pack_size }: Said): void {
  if (splittable === 0) throw invalid('splittable', 'must be more than 0.')
  if (pack_only === true && !pack_size) {
    throw invalid('pack_size', 'is required for a medicine that is supplied by pack.')
  }
}

/** `Amoxicillin 250 mg capsule`; what is of no form has none in its name. */
export const nameOf = ({ generic_name, strength_text, form }: Pick<Row, Named>): string =>
  [generic_name, strength_text, form === 'other' ? '' : form].join(' ').trim()
type Named = 'generic_name' | 'strength_text' | 'form'

export const identityOf = (row: Pick<Row, Named>): string =>
  [row.generic_name, row.strength_text, row.form]
    .map((part) => folded(part).replaceAll(/\s+/g, ' '))
    .join('|')
