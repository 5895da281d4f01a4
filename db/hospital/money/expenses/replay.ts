// The entries of expenses built anew from their records (ACC-93).

import type { Caller } from '../../../core/caller.ts'
import { sql } from '../../../store/sql.ts'
import type { OtherDrawers } from '../accounting/posting/reverse.ts'
import { at_once, inBatches, takenBack, withReversals } from '../accounting/proofs/replayed.ts'
import type { Replaying, ReplayEvent } from '../../neighbours/books.ts'
import { approvedLines, paidLines } from './ledger.ts'
import type { ExpenseRow } from './rows.ts'
import { expenses } from './tables.ts'

export const replayOfExpenses = (caller: Caller): Replaying => ({
  sources: withReversals(['EXPENSE_APPROVE', 'EXPENSE_PAY']),
  events: events(caller),
})

async function* events({ hospital_id }: Caller): AsyncGenerator<readonly ReplayEvent[]> {
  const approved = (after: string) =>
    expenses.read(
      sql`select ${expenses.selection()} from expenses where hospital_id = ${hospital_id}
        and number is not null and id > ${after} order by id limit ${at_once}`,
    )
  for await (const batch of inBatches(approved)) yield batch.flatMap(eventsOf)
}

/** The day on which one was taken back stands in its history alone: it is not compared. */
function eventsOf(row: ExpenseRow): ReplayEvent[] {
  const about = { source_id: row.id, reference: row.number ?? '' }
  const owed: ReplayEvent = {
    ...about,
    source: 'EXPENSE_APPROVE',
    date: row.spent_on,
    lines: approvedLines(row),
  }
  const undone = row.status === 'CANCELLED' || row.status === 'REVERSED'
  const first = undone ? [owed, takenBack(owed, null)] : [owed]
  if (row.paid_account_id === null) return first
  const paid: ReplayEvent = {
    ...about,
    source: 'EXPENSE_PAY',
    date: row.paid_on,
    lines: paidLines(row),
  }
  const { paid_account_id, paid_back_account_id: into, paid_back_facility_id, facility_id } = row
  const replace: OtherDrawers =
    into === null
      ? {}
      : {
          [paid_account_id]: {
            account_id: into,
            facility_id: paid_back_facility_id ?? facility_id,
          },
        }
  return row.status === 'REVERSED'
    ? [...first, paid, takenBack(paid, null, replace)]
    : [...first, paid]
}
