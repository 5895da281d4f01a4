// Products as people see them (5.1): found by words or barcode, with what lies of each.

import type { Caller } from '../../../../core/caller.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { matching } from '../../../../store/search.ts'
import { join, type Sql, sql, when, where } from '../../../../store/sql.ts'
import { figuresOf } from './figures.ts'
import { type PackRow, packs, productRecord, type ProductRow } from './record.ts'
import type { Product, ProductFilter } from './shapes.ts'
import { products } from './tables.ts'
import { barcodeKey } from './units.ts'

/** A product with what lies of it; how that stands to what shall lie there is said by purchasing. */
export type ProductThere = Omit<Product, 'on_order' | 'stock_state'>

export async function list(
  caller: Caller,
  asked: ProductFilter & PageAsked,
  only?: { those: Sql; though_none_lies: boolean },
): Promise<Page<ProductThere>> {
  const { hospital_id } = caller
  const flag = (column: ReturnType<typeof sql>, value: boolean | undefined) =>
    value === undefined ? undefined : sql`${column} = ${value}`
  const found = await pageFrom(products, asked, {
    from: sql` from products${where([
      sql`hospital_id = ${hospital_id}`,
      when(asked.class, sql`class = ${asked.class}`),
      when(asked.category_id, sql`category_id = ${asked.category_id}`),
      when(asked.ven, sql`ven = ${asked.ven}`),
      when(asked.programme, sql`programme = ${asked.programme}`),
      when(asked.storage, sql`storage = ${asked.storage}`),
      flag(sql`controlled`, asked.controlled),
      flag(sql`active`, asked.active),
      when(
        asked.store_id !== undefined && only?.though_none_lies !== true,
        sql`id in (select product_id from stock_levels where store_id = ${asked.store_id}
          and quantity > 0)`,
      ),
      wordsOrBarcode(asked.search),
      only?.those,
    ])}`,
    order: sql` order by name, id`,
  })
  return { rows: await shown(caller, found.rows, asked.store_id), meta: found.meta }
}

function wordsOrBarcode(typed: string | undefined) {
  const words = matching('products', typed)
  if (words === undefined || !/^\d{6,}$/.test(typed?.trim() ?? '')) return words
  const barcode = sql`id in (select product_id from product_units
    where barcode_key = ${barcodeKey(typed?.trim() ?? '')})`
  return sql`(${join([words, barcode], ' or ')})`
}

export async function shown(
  caller: Caller,
  rows: readonly ProductRow[],
  store_id?: string,
): Promise<ProductThere[]> {
  const ids = rows.map(({ id }) => id)
  const figures = await figuresOf(caller, ids, store_id)
  const of_each = await packs.ofMany(caller, ids)
  return rows.map((row) => ({
    ...row,
    ...figures(row.id),
    units: (of_each.get(row.id) ?? []).map(packShown),
  }))
}

const packShown = ({ unit, factor, barcode, purchase_default, issue_default }: PackRow) => ({
  unit,
  factor: factor / 1000,
  barcode,
  purchase_default,
  issue_default,
})

export const find = async (caller: Caller, id: string): Promise<ProductThere> =>
  (await shown(caller, [await productRecord.get(caller, id)]))[0] as ProductThere
