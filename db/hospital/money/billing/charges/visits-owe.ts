// What visits owe, for lists of them (front office 5).

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { flowRow } from './flow.ts'

/** For lists of visits: what is owed on each, and whether all that was needed so far is cleared. */
export async function accountsOfVisits(
  caller: Caller,
  visit_ids: readonly string[],
): Promise<ReadonlyMap<string, { due: number; payment_ok: boolean }>> {
  if (visit_ids.length === 0) return new Map()
  const found = await rows<{ visit_id: string; due: number; waiting: number }>(
    sql`select i.visit_id, cast(sum(i.balance) as bigint) as due,
        cast(sum(case when i.balance > 0 and i.service_status = 'PENDING' then 1 else 0 end) as bigint)
          as waiting
      from bill_items i where i.hospital_id = ${caller.hospital_id}
        and i.visit_id${oneOf(visit_ids)} and i.service_status <> 'CANCELLED'
      group by i.visit_id`,
  )
  const { payment_before_service } = await flowRow(caller)
  return new Map(
    found.map((one) => [
      one.visit_id,
      {
        due: Number(one.due),
        payment_ok: !payment_before_service || Number(one.waiting) === 0,
      },
    ]),
  )
}

export async function visitsDue({ hospital_id }: Caller): Promise<readonly string[]> {
  const found = await rows<{ visit_id: string }>(
    sql`select distinct visit_id from bills where hospital_id = ${hospital_id}
      and balance > 0 and visit_id is not null and status in ('DRAFT', 'ISSUED', 'PART_PAID')`,
  )
  return found.map(({ visit_id }) => visit_id)
}
