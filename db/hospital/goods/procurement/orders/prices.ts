// What was last paid to a supplier for a product.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'

export interface PriceBefore {
  unit_price: number
  /** Base units in the unit it was for, in thousandths. */
  factor: number
}

export async function pricesBefore(
  { hospital_id }: Caller,
  product_ids: readonly string[],
  supplier_id: string,
): Promise<Map<string, PriceBefore>> {
  const found = await rows<PriceBefore & { product_id: string }>(
    sql`select l.product_id, l.unit_price, l.factor from purchase_order_lines l
      join purchase_orders o on o.id = l.order_id
      where l.hospital_id = ${hospital_id} and l.product_id${oneOf([...new Set(product_ids)])}
        and o.supplier_id = ${supplier_id}
        and o.status in ('SENT', 'PART_RECEIVED', 'RECEIVED', 'CLOSED')
      order by o.sent_at, l.position`,
  )
  return new Map(
    found.map(({ product_id, unit_price, factor }) => [
      product_id,
      { unit_price: Number(unit_price), factor: Number(factor) },
    ]),
  )
}
