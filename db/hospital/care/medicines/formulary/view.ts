// Medicines as people see them: found by generic, brand, class or code, with what lies of each (CAR-88).

import type { Caller } from '../../../../core/caller.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { matching } from '../../../../store/search.ts'
import { join, oneOf, type Sql, sql, when, where } from '../../../../store/sql.ts'
import { productsCalled, productsLying } from '../../../goods/stock/pool/found.ts'
import { figuresOf } from '../../../goods/stock/products/figures.ts'
import { productsOf } from '../../../goods/stock/products/record.ts'
import { ingredientsOf } from './ingredients.ts'
import { medicineRecord, type MedicineRow as Row } from './medicines.ts'
import { pricesBySale } from './prices.ts'
import { linksOf } from './products.ts'
import type { Medicine, MedicineFilter, MedicineRow } from './shapes.ts'
import { medicines } from './tables.ts'

export async function list(
  caller: Caller,
  asked: MedicineFilter & PageAsked,
): Promise<Page<MedicineRow>> {
  const flag = (column: Sql, value: boolean | undefined) =>
    value === undefined ? undefined : sql`${column} = ${value}`
  const found = await pageFrom(medicines, asked, {
    from: sql` from medicines${where([
      sql`hospital_id = ${caller.hospital_id}`,
      when(asked.class, ofClass(asked.class ?? '')),
      when(asked.aware, sql`aware = ${asked.aware}`),
      when(asked.controlled, sql`controlled = ${asked.controlled}`),
      flag(sql`high_alert`, asked.high_alert),
      flag(sql`in_formulary`, asked.in_formulary),
      flag(sql`active`, asked.active ?? true),
      asked.in_stock === true ? linkedTo(await productsLying(caller, asked.store_id)) : undefined,
      await wordsOrBrand(caller, asked.search),
    ])}`,
    order: sql` order by name, id`,
  })
  const shown = await rowsShown(caller, found.rows, asked.store_id)
  return mapPage(found, (row) => shown.get(row.id) as MedicineRow)
}

/** Of what is in it too; a class is one whole word among its words. */
const ofClass = (typed: string): Sql =>
  sql`' ' || words || ' ' like ${`% ${escaped(capitals(typed))} %`} escape '\\'`
const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)

const linkedTo = (product_ids: readonly string[]): Sql =>
  sql`id in (select medicine_id from medicine_products where product_id${oneOf(product_ids)})`

/** Its own words, or those of a product that is linked to it. */
async function wordsOrBrand(caller: Caller, typed: string | undefined): Promise<Sql | undefined> {
  const words = matching('medicines', typed)
  if (words === undefined) return undefined
  const linked = linkedTo(await productsCalled(caller, typed))
  return sql`(${join([words, linked], ' or ')})`
}

/** A page of them in as many statements as one, however many there are. */
async function rowsShown(
  caller: Caller,
  rows: readonly Row[],
  store_id?: string,
): Promise<Map<string, MedicineRow>> {
  const links = await linksOf(
    caller,
    rows.map(({ id }) => id),
  )
  const ids = [...links.values()].flat().map(({ product_id }) => product_id)
  const figures = await figuresOf(caller, ids, store_id)
  const price = await pricesBySale(caller, links)
  const known = await ingredientsOf(
    caller,
    rows.flatMap((row) => row.ingredients.map(({ ingredient_code }) => ingredient_code)),
  )
  return new Map(
    rows.map((row) => {
      const doses = (links.get(row.id) ?? []).map(
        (link) => figures(link.product_id).available / (link.per_dose_unit / 1000),
      )
      const in_stock = Math.floor(doses.reduce((sum, one) => sum + one, 0) * 1000) / 1000
      const classes = classesIn(row, (code) => known.get(code)?.classes ?? [])
      return [row.id, { ...row, classes, in_stock, price: price(row) }]
    }),
  )
}

/** Its own, and those of what is in it. */
export const classesIn = (
  row: Pick<Row, 'classes' | 'ingredients'>,
  of: (ingredient_code: string) => readonly string[],
): string[] => [
  ...new Set([
    ...row.classes,
    ...row.ingredients.flatMap(({ ingredient_code }) => of(ingredient_code)),
  ]),
]

export async function find(caller: Caller, id: string): Promise<Medicine> {
  const row = await medicineRecord.get(caller, id)
  const links = (await linksOf(caller, [id])).get(id) ?? []
  const products = await productsOf(
    caller,
    links.map(({ product_id }) => product_id),
  )
  const short = (await rowsShown(caller, [row])).get(id) as MedicineRow
  return {
    ...row,
    ...short,
    products: links.map(({ product_id, per_dose_unit }) => {
      const { code, name } = products.get(product_id) ?? { code: '', name: '' }
      return { product_id, code, name, per_dose_unit: per_dose_unit / 1000 }
    }),
  }
}
