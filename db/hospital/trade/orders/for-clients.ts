// What clients ask of their orders (COM-12, 3.1).

import { rows } from '../../../store/connection.ts'
import type { Of } from '../../../store/record-of.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { sales_orders } from './tables.ts'

export async function onOrderOfClients(
  { hospital_id }: Of,
  client_ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (client_ids.length === 0) return new Map()
  const found = await rows<{ client_id: string; amount: number }>(
    sql`select client_id, cast(sum(on_order) as bigint) as amount from sales_orders
      where hospital_id = ${hospital_id} and client_id${oneOf(client_ids)}
        and on_order > 0 and not prepay group by client_id`,
  )
  return new Map(found.map(({ client_id, amount }) => [client_id, Number(amount)]))
}

export async function openOrder({ hospital_id }: Of, client_id: string): Promise<string | null> {
  const status = ['CONFIRMED', 'PART_FULFILLED'] as const
  const [found] = await sales_orders.all(
    { hospital_id, client_id, status: [...status] },
    { order: ['created_at', 'id'], limit: 1 },
  )
  return found === undefined ? null : `Order ${found.number} is still open.`
}
