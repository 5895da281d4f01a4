// Whether goods of a product lie or are bound anywhere (STK-5).

import type { Caller } from '../../../../core/caller.ts'
import { row } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import type { ProductRow } from '../products/record.ts'
import { saidQuantity } from '../products/quantities.ts'

type Of = Pick<Caller, 'hospital_id'>

export const holdsAny = async ({ hospital_id }: Of, product_id: string): Promise<boolean> =>
  (await row(
    sql`select 1 as yes from stock_levels where hospital_id = ${hospital_id}
      and product_id = ${product_id} and quantity > 0 limit 1`,
  )) !== undefined

/** In words where it does: `120 tablets are still in Main store.` */
export async function lyingSomewhere(caller: Of, product: ProductRow): Promise<string | null> {
  const { hospital_id } = caller
  const found = await row<{ name: string; quantity: number }>(
    sql`select s.name, cast(sum(l.quantity) as bigint) as quantity from stock_levels l
      join stores s on s.id = l.store_id where l.hospital_id = ${hospital_id}
        and l.product_id = ${product.id} and l.quantity > 0
      group by s.id, s.name order by s.name limit 1`,
  )
  if (found !== undefined) {
    return `${saidQuantity(product, Number(found.quantity))} are still in ${found.name}.`
  }
  const away = await row<{ number: string }>(
    sql`select t.number from stock_transfers t join stock_transfer_batches b on b.transfer_id = t.id
        where t.hospital_id = ${hospital_id} and t.status = 'SENT' and b.product_id = ${product.id}
      union all
      select r.number from requisitions r join requisition_batches b on b.requisition_id = r.id
        where r.hospital_id = ${hospital_id} and b.received is null and b.product_id = ${product.id}
      limit 1`,
  )
  if (away !== undefined) return `${product.name} is still on the way (${away.number}).`
  const bound = await row<{ reference: string }>(
    sql`select reference from stock_reservations where hospital_id = ${hospital_id}
      and product_id = ${product.id} limit 1`,
  )
  return bound === undefined ? null : `${product.name} is still reserved for ${bound.reference}.`
}
