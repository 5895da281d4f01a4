// What a count differs from the books (STK-44), and which lines somebody else must count again (3.3).

import type { Caller } from '../../../../core/caller.ts'
import { portion } from '../../../../core/kinds/money.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { stock_pools } from '../pool/tables.ts'
import { type ProductRow, productsOf } from '../products/record.ts'
import { settingsOf } from '../settings/settings.ts'
import { type CountLineRow, type CountRow, finalOf } from './record.ts'
import { stock_count_lines } from './tables.ts'

export interface Judged {
  line: CountLineRow
  product: ProductRow
  /** Above what the hospital takes without a second look. */
  far: boolean
}

/** Reckons and keeps the variance of each line. */
export async function judge(
  caller: Caller,
  { facility_id }: CountRow,
  lines: readonly CountLineRow[],
): Promise<Judged[]> {
  const { hospital_id } = caller
  const products = await productsOf(
    caller,
    lines.map(({ product_id }) => product_id),
  )
  const pools = await stock_pools.read(
    sql`select ${stock_pools.selection()} from stock_pools where hospital_id = ${hospital_id}
      and facility_id = ${facility_id} and product_id${oneOf([...products.keys()])}`,
  )
  const bounds = await settingsOf(caller)
  const judged: Judged[] = []
  for (const line of lines) {
    const product = products.get(line.product_id) as ProductRow
    const pool = pools.find(({ product_id }) => product_id === product.id)
    const variance = (finalOf(line) ?? 0) - (line.book ?? 0)
    const now = { variance, variance_value: worthOf(variance, line, pool) }
    await stock_count_lines.change({ hospital_id, id: line.id }, now)
    Object.assign(line, now)
    judged.push({ line, product, far: isFar(line, product, bounds) })
  }
  return judged
}

/** At the average of what lies there; of an empty pool at the cost that was said. */
function worthOf(
  variance: number,
  { unit_cost }: CountLineRow,
  pool: { quantity: number; value: number } | undefined,
): number {
  const sign = Math.sign(variance)
  if (pool !== undefined && pool.quantity > 0) {
    return sign * portion(pool.value, Math.abs(variance), pool.quantity)
  }
  return Math.round(((unit_cost ?? 0) * variance) / 1000)
}

export function isFar(
  { variance, variance_value, book }: CountLineRow,
  { controlled }: ProductRow,
  {
    count_recount_pct,
    count_recount_value,
  }: {
    count_recount_pct: number
    count_recount_value: number
  },
): boolean {
  if (!variance) return false
  if (controlled) return true
  const pct = book ? (Math.abs(variance) * 100) / book : Number.POSITIVE_INFINITY
  return pct > count_recount_pct && Math.abs(variance_value ?? 0) > count_recount_value
}
