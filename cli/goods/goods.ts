// What the commands of goods have in common: how stores, products and records are called.

import { text } from '../../db/appliance/configuration/kinds.ts'
import { maybe } from '../frame/grammar/command.ts'

export const store_code = text('the code of a store', /^[^\0]{1,20}$/)
export const product_code = text('the code of a product', /^[^\0]{1,30}$/)
export const of_store = maybe(store_code, 'of this store alone')

/** The id of the store that was said. */
export async function storeId(
  by: { hospital_id: string },
  code: string | undefined,
): Promise<string | undefined> {
  if (code === undefined) return undefined
  const { storeCalled } = await import('../../db/hospital/goods/stock/stores/keeping.ts')
  return (await storeCalled(by, code)).id
}
