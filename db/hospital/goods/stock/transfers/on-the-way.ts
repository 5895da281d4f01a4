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
