// What bills say was earned, by department and month (ACC-118): lines at their issue, less discounts,
// credit notes and waivers since. The ledger is not asked.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import { type Days, withReversals } from '../../accounting/proofs/replayed.ts'
import type { Earned, ReplayEvent } from '../../../neighbours/books.ts'
import { creditNotes, discounts } from '../replay/bills.ts'
import { waivers } from '../replay/money.ts'

const sources = withReversals(['BILL_ISSUE', 'BILL_DISCOUNT', 'CREDIT_NOTE', 'PAYMENT'])

export async function revenueOfBills(
  caller: Caller,
  asked: Days,
): Promise<{ sources: readonly string[]; earned: Earned[] }> {
  const earned = await issuedIn(caller, asked)
  for (const events of [
    discounts(caller, asked),
    creditNotes(caller, asked),
    waivers(caller, asked),
  ]) {
    for await (const batch of events) {
      for (const event of batch) {
        const { date } = event
        if (date !== null && asked.from <= date && date <= asked.to) earned.push(...lowered(event))
      }
    }
  }
  return { sources, earned }
}

/** Net of discount and tax. What was cancelled was of its own day alone, and is nothing. */
async function issuedIn({ hospital_id }: Caller, { from, to }: Days): Promise<Earned[]> {
  const found = await rows<Earned>(
    sql`select b.facility_id, i.account_id, coalesce(i.department, '') as department,
        substr(b.business_date, 1, 7) as month, cast(sum(i.net) as bigint) as amount
      from bills b join bill_items i on i.bill_id = b.id
      where b.hospital_id = ${hospital_id} and b.number is not null and b.status <> 'CANCELLED'
        and b.business_date between ${from} and ${to} and i.issued
      group by b.facility_id, i.account_id, coalesce(i.department, ''),
        substr(b.business_date, 1, 7)`,
  )
  return found.map((one) => ({ ...one, amount: Number(one.amount) }))
}

/** Income and what lowers it has a department; debts, deposits and tax have none. */
const lowered = ({ date, lines }: ReplayEvent): Earned[] =>
  lines.flatMap(({ facility_id, department, account_id, debit = 0, credit = 0 }) =>
    department === undefined
      ? []
      : [
          {
            facility_id: facility_id ?? '',
            department: department ?? '',
            month: (date ?? '').slice(0, 7),
            amount: credit - debit,
            account_id: account_id ?? null,
          },
        ],
  )
