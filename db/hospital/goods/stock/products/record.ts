// A product and its packs, read together.

import type { Caller } from '../../../../core/caller.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { noSuch } from '../../../../core/refusal.ts'
import { linesOf } from '../../../../store/lines-of.ts'
import { recordOf } from '../../../../store/record-of.ts'
import { folded, type RowOf } from '../../../../store/table.ts'
import { product_units, products } from './tables.ts'

export type ProductRow = RowOf<(typeof products)['columns']>
export type PackRow = RowOf<(typeof product_units)['columns']>
type Of = Pick<Caller, 'hospital_id'>

export const productRecord = recordOf(products, 'product')
export const packs = linesOf(product_units, 'product_id')

/** As people say it: name and strength, where the name does not hold it. */
export const productName = ({ name, strength }: Pick<ProductRow, 'name' | 'strength'>): string =>
  strength === null || folded(name).includes(folded(strength)) ? name : `${name} ${strength}`

export async function productCalled({ hospital_id }: Of, code: string): Promise<ProductRow> {
  const found = await products.find({ hospital_id, code: capitals(code) })
  if (found === undefined) throw noSuch('product')
  return found
}

/** By their ids; one that is not there is 404. */
export async function productsOf(
  { hospital_id }: Of,
  ids: readonly string[],
): Promise<Map<string, ProductRow>> {
  const wanted = [...new Set(ids)]
  const found = wanted.length === 0 ? [] : await products.all({ hospital_id, id: wanted })
  if (found.length < wanted.length) throw noSuch('product')
  return new Map(found.map((row) => [row.id, row]))
}
