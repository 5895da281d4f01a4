// A price that differs from what goods came in at (STK-32, STK-147): the share of the units that still lie
// in the pool changes its value, the rest is a variance. No quantity moves.

import type { Caller } from '../../../../core/caller.ts'
import { portion } from '../../../../core/kinds/money.ts'
import { type ProductRow, productsOf } from '../products/record.ts'
import { stockAccount } from './accounts.ts'
import { holdPools } from './pools.ts'

export interface Difference {
  product_id: string
  /** How many units it is about, in thousandths. */
  quantity: number
  /** Signed: above 0 they were dearer than they came in at. */
  amount: number
}
export interface Shared {
  to_stock: number
  stock_account_id: string
}

/** In the answer each difference in its place. */
export async function revalue(
  caller: Caller,
  facility_id: string,
  differences: readonly Difference[],
): Promise<Shared[]> {
  const products = await productsOf(
    caller,
    differences.map(({ product_id }) => product_id),
  )
  const keyOf = (product_id: string) => ({ product_id, facility_id })
  const pools = await holdPools(
    caller,
    [...products.keys()].map((id) => keyOf(id)),
  )
  const shares: Shared[] = []
  for (const { product_id, quantity, amount } of differences) {
    const pool = pools.of(keyOf(product_id))
    const lying = Math.min(pool.quantity, quantity)
    const share = quantity === 0 ? 0 : portion(amount, lying, quantity)
    // No pool is worth less than nothing.
    const to_stock = Math.max(share, -pool.value)
    if (to_stock !== 0) pools.put(keyOf(product_id), 0, to_stock)
    const product = products.get(product_id) as ProductRow
    shares.push({ to_stock, stock_account_id: await stockAccount(caller, product) })
  }
  await pools.write()
  return shares
}
