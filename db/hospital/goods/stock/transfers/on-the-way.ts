// What is on the way between branches, for the books (ACC-113): 1407 of the branch that it goes to.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import { accountFor } from '../../../money/accounting/posting/offers.ts'
import type { OpenItem } from '../../../neighbours/books.ts'

export async function itemsOnTheWay(caller: Caller): Promise<OpenItem[]> {
  const found = await rows<{ number: string; to_facility_id: string; value: number }>(
    sql`select number, to_facility_id, value from stock_transfers
      where hospital_id = ${caller.hospital_id} and status = 'SENT' and value <> 0
      union all
      select r.number, r.facility_id as to_facility_id, cast(sum(b.value) as bigint) as value
        from requisitions r join requisition_batches b on b.requisition_id = r.id
        where r.hospital_id = ${caller.hospital_id} and b.received is null and b.value <> 0
          and r.facility_id <> (select facility_id from stores s where s.id = r.from_store_id)
        group by r.id, r.number, r.facility_id
      order by number`,
  )
  if (found.length === 0) return []
  const { id: account_id } = await accountFor(caller, { role: 'stock_transit' })
  return found.map(({ number, to_facility_id, value }) => ({
    party_kind: null,
    party_id: null,
    account_id,
    facility_id: to_facility_id,
    reference: number,
    amount: Number(value),
  }))
}
