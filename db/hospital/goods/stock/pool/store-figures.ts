// What lies in a store, for the store itself: its value, and whether it is empty.

import type { Caller } from '../../../../core/caller.ts'
import { toMajor } from '../../../../core/kinds/money.ts'
import { row, rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { currency } from '../../../office/hospitals/hospitals.ts'
import type { StoreRow } from '../stores/keeping.ts'

/** At the average of each product's pool, in major units. */
export async function valuesOfStores(
  caller: Caller,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const money = await currency(caller)
  const found = await rows<{ store_id: string; value: number }>(
    sql`select l.store_id, cast(round(sum(1.0 * p.value * l.quantity / p.quantity)) as bigint) as value
      from stock_levels l join stores s on s.id = l.store_id
      join batches b on b.id = l.batch_id
      join stock_pools p on p.product_id = l.product_id and p.facility_id = s.facility_id
      where l.hospital_id = ${caller.hospital_id} and l.store_id${oneOf([...ids])}
        and p.quantity > 0 and b.funding <> 'PROGRAMME' group by l.store_id`,
  )
  return new Map(found.map(({ store_id, value }) => [store_id, toMajor(Number(value), money)]))
}

/** In words what still lies there, else null. */
export async function storeIsEmpty(
  { hospital_id }: Caller,
  { id, name }: StoreRow,
): Promise<string | null> {
  const lying = await row<{ n: number }>(
    sql`select count(distinct product_id) as n from stock_levels
      where hospital_id = ${hospital_id} and store_id = ${id} and quantity > 0`,
  )
  const count = Number(lying?.n ?? 0)
  return count === 0 ? null : `${name} still holds ${count} products: move them first.`
}
