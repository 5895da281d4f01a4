// What suppliers still owe, by store and product (STK-113): ordered, approved and not come yet.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'

export interface OnOrder {
  store_id: string
  product_id: string
  /** In thousandths of the base unit. */
  open: number
}

/** Where: some stores, or all of some branches. */
interface Place {
  store_ids?: readonly string[] | undefined
  facilities?: readonly string[] | undefined
}

export async function onOrder(
  { hospital_id }: Caller,
  { store_ids, facilities }: Place,
  product_ids?: readonly string[],
): Promise<OnOrder[]> {
  const found = await rows<OnOrder>(
    sql`select o.deliver_to_store_id as store_id, l.product_id,
        cast(sum(l.base_quantity + l.to_replace - l.received) as bigint) as open
      from purchase_order_lines l join purchase_orders o on o.id = l.order_id${where([
        sql`o.hospital_id = ${hospital_id}`,
        when(store_ids, sql`o.deliver_to_store_id${oneOf([...(store_ids ?? [])])}`),
        when(facilities, sql`o.facility_id${oneOf([...(facilities ?? [])])}`),
        when(product_ids, sql`l.product_id${oneOf([...(product_ids ?? [])])}`),
        sql`o.status${oneOf(['APPROVED', 'SENT', 'PART_RECEIVED'])}`,
        sql`l.base_quantity + l.to_replace > l.received`,
      ])} group by o.deliver_to_store_id, l.product_id`,
  )
  return found.map((one) => ({ ...one, open: Number(one.open) }))
}
