// Names on open bills that mean no scheme and no client: somebody owes, and nobody is asked for it.

import type { Caller } from '../../../../core/caller.ts'
import { type Page, paged, type PageAsked } from '../../../../store/pages.ts'
import { sql } from '../../../../store/sql.ts'
import { purseOf } from '../../accounting/purse.ts'

export interface Unmatched {
  payer: string
  bills: number
  balance: number
}

/** The greatest debts first. */
export async function unmatchedPayers(caller: Caller, asked: PageAsked): Promise<Page<Unmatched>> {
  const { major } = await purseOf(caller)
  const found = await paged<Unmatched>(asked, {
    select: sql`u.payer, u.bills, u.balance`,
    from: sql` from (select max(b.payer) as payer, count(*) as bills,
        cast(sum(b.balance) as bigint) as balance from bills b
      where b.hospital_id = ${caller.hospital_id} and b.payer_kind = 'OTHER'
        and b.balance > 0 and b.status in ('ISSUED', 'PART_PAID')
      group by b.payer_key) u`,
    order: sql` order by u.balance desc, u.payer`,
  })
  return {
    rows: found.rows.map(({ payer, bills, balance }) => ({
      payer,
      bills: Number(bills),
      balance: major(Number(balance)),
    })),
    meta: found.meta,
  }
}
