// What expenses say is open, beside the ledger (ACC-114): approved and not paid; and what was paid by
// card, which the bank has not taken yet (ACC-117).

import type { Caller } from '../../../core/caller.ts'
import { rows } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { booksOf } from '../accounting/books.ts'
import { grouped } from '../accounting/chart/chart.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import type { OpenItem } from '../../neighbours/books.ts'

type Found = Promise<{ reference: string; amount: number }[]>

/** Balances are kept as they stand: a day that is over is not told of. */
export async function expenseItems(
  caller: Caller,
  grouping: string,
  as_of: string,
): Promise<readonly OpenItem[] | undefined> {
  if (as_of < (await today(caller))) return undefined
  if (grouping === 'accrual') return items(await approved(caller))
  if (grouping === 'clearing') return items(await byCard(caller))
  return undefined
}

const approved = ({ hospital_id }: Caller): Found =>
  rows(
    sql`select number as reference, payable as amount from expenses
      where hospital_id = ${hospital_id} and status = 'APPROVED'`,
  )

async function byCard(caller: Caller): Found {
  const { chart } = await booksOf(caller)
  const accounts = grouped(chart, 'clearing').map(({ id }) => id)
  return rows(
    sql`select number as reference, -payable as amount from expenses
      where hospital_id = ${caller.hospital_id} and status = 'PAID'
        and paid_account_id${oneOf(accounts)}`,
  )
}

const items = (found: Awaited<Found>): OpenItem[] =>
  found.map(({ reference, amount }) => ({
    party_kind: null,
    party_id: null,
    reference,
    amount: Number(amount),
  }))
