// Units of measure and categories: kept by the hospital, a page at a time.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid, type Refusal } from '../../../../core/refusal.ts'
import { attempt } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { recordOf } from '../../../../store/record-of.ts'
import { sql, when, where } from '../../../../store/sql.ts'
import { folded, type RowOf } from '../../../../store/table.ts'
import { record } from '../../../office/audit/record.ts'
import type { CategoryInput, UnitInput } from './shapes.ts'
import { stock_categories, stock_units } from './tables.ts'
import type { ProductClass } from './words.ts'

type UnitRow = RowOf<(typeof stock_units)['columns']>
type CategoryRow = RowOf<(typeof stock_categories)['columns']>

export const categoryRecord = recordOf(stock_categories, 'category')
const levels_max = 4

export const listUnits = ({ hospital_id }: Caller, asked: PageAsked): Promise<Page<UnitRow>> =>
  pageFrom(stock_units, asked, {
    from: sql` from stock_units where hospital_id = ${hospital_id}`,
    order: sql` order by name, id`,
  })

/** The active unit of this code, however it is written. */
export async function unitCalled(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  field: string,
  typed: string,
): Promise<string> {
  const code = folded(typed.trim())
  const found = await stock_units.find({ hospital_id, code, active: true })
  if (found === undefined) throw invalid(field, `"${typed}" is not a unit: add it first.`)
  return found.code
}

export async function openUnit(caller: Caller, input: UnitInput): Promise<UnitRow> {
  // Folding may make three letters of one.
  const code = folded(input.code).slice(0, 20)
  const wanted = { code, name: input.name, plural: input.plural || input.name }
  const made = await once(
    () => stock_units.insert({ hospital_id: caller.hospital_id, ...wanted }),
    'code',
    () => conflict(`There is a unit ${code} already.`),
  )
  noted(caller, 'stock_unit', made.id, made.name)
  return made
}

export const listCategories = (
  { hospital_id }: Caller,
  asked: PageAsked & { class?: ProductClass | undefined; active?: boolean | undefined },
): Promise<Page<CategoryRow>> =>
  pageFrom(stock_categories, asked, {
    from: sql` from stock_categories${where([
      sql`hospital_id = ${hospital_id}`,
      when(asked.class, sql`class = ${asked.class}`),
      asked.active === undefined ? undefined : sql`active = ${asked.active}`,
    ])}`,
    order: sql` order by name_key, id`,
  })

export async function openCategory(caller: Caller, input: CategoryInput): Promise<CategoryRow> {
  const parent_id = input.parent_id ?? null
  await notTooDeep(caller, parent_id)
  const { name } = input
  const made = await once(
    () =>
      stock_categories.insert({
        hospital_id: caller.hospital_id,
        parent_id,
        name,
        name_key: folded(name),
        class: input.class ?? null,
      }),
    'name_key',
    () => conflict(`There is a category ${name} already.`),
  )
  noted(caller, 'stock_category', made.id, made.name)
  return made
}

async function notTooDeep(caller: Caller, parent_id: string | null): Promise<void> {
  let above = parent_id
  for (let level = 1; above !== null; level += 1) {
    if (level >= levels_max) throw invalid('parent_id', `is ${levels_max} levels deep already.`)
    above = (await categoryRecord.get(caller, above)).parent_id
  }
}

/** A unique index stands behind the look: of several at once one is kept. */
async function once<T>(
  write: () => Promise<T>,
  column: string,
  refusal: () => Refusal,
): Promise<T> {
  return attempt(write).catch((error: unknown) => {
    throw isTaken(error, column) ? refusal() : error
  })
}

const noted = (caller: Caller, type: string, id: string, name: string): void =>
  record(caller, `${type}.create`, { entity_type: type, entity_id: id, entity_label: name })
