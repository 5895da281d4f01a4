// What lies in the drawers (ACC-112): of an open shift its cash, else what was left, and beside it
// what was handed over and waits to be accepted.

import type { Caller } from '../../caller.ts'
import { rows } from '../../connection.ts'
import { sql } from '../../sql.ts'
import type { OpenItem } from '../neighbours/books.ts'

export async function drawerItems({ hospital_id }: Caller): Promise<readonly OpenItem[]> {
  const found = await rows<{
    facility_id: string
    account_id: string
    name: string
    cash: number | null
    last_left: number
    handed_over: number
  }>(
    sql`select d.facility_id, d.account_id, d.name, d.last_left,
        (select s.cash from shifts s where s.drawer_id = d.id
          and s.status in ('OPEN', 'COUNTING')) as cash,
        cast(coalesce((select sum(s.handed_over) from shifts s where s.drawer_id = d.id
          and s.status = 'CLOSED'), 0) as bigint) as handed_over
      from drawers d where d.hospital_id = ${hospital_id} order by d.id`,
  )
  return found.map(({ facility_id, account_id, name, cash, last_left, handed_over }) => ({
    party_kind: null,
    party_id: null,
    facility_id,
    account_id,
    reference: name,
    amount: Number(cash ?? last_left) + Number(handed_over),
  }))
}
