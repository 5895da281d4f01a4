// What goods cost on average at a branch (STK-12, STK-162), for those who must not sell below it.

import { rows } from '../../../../store/connection.ts'
import type { Of } from '../../../../store/record-of.ts'
import { oneOf, sql } from '../../../../store/sql.ts'

/** In thousandths of the base unit, and minor units: a share of both is what a part costs. */
export interface Lying {
  quantity: number
  value: number
}

/** Of what does not lie there nobody knows what it costs. */
export async function averageCosts(
  { hospital_id }: Of,
  facility_id: string,
  product_ids: readonly string[],
): Promise<Map<string, Lying>> {
  if (product_ids.length === 0) return new Map()
  const found = await rows<Lying & { product_id: string }>(
    sql`select product_id, quantity, value from stock_pools where hospital_id = ${hospital_id}
      and facility_id = ${facility_id} and product_id${oneOf(product_ids)} and quantity > 0`,
  )
  return new Map(
    found.map(({ product_id, quantity, value }) => [
      product_id,
      { quantity: Number(quantity), value: Number(value) },
    ]),
  )
}
