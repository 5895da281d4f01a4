// Products by what they are called, and those that lie somewhere: for who keeps lists of products elsewhere.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { matching } from '../../../../store/search.ts'
import { sql } from '../../../../store/sql.ts'

type Of = Pick<Caller, 'hospital_id'>
const most = 1000

export async function productsCalled(
  { hospital_id }: Of,
  typed: string | undefined,
): Promise<string[]> {
  const words = matching('products', typed)
  if (words === undefined) return []
  const found = await rows<{ id: string }>(
    sql`select id from products where hospital_id = ${hospital_id} and ${words} order by id limit ${most}`,
  )
  return found.map(({ id }) => id)
}

/** Of which more lies than is kept apart, in one store or in any. */
export async function productsLying({ hospital_id }: Of, store_id?: string): Promise<string[]> {
  const in_store = store_id === undefined ? sql`` : sql` and store_id = ${store_id}`
  const found = await rows<{ product_id: string }>(
    sql`select distinct product_id from stock_levels where hospital_id = ${hospital_id}
      and quantity > quarantined${in_store} order by product_id`,
  )
  return found.map(({ product_id }) => product_id)
}
