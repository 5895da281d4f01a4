// What cash at a drawer says in the ledger (P-64 to P-67, P-82), from its records alone: as it is
// posted, and as it is held against the books (ACC-93).

import type { PostingLine } from '../accounting/entries/lines.ts'
import type { RowOf } from '../../../store/table.ts'
import type { DrawerRow } from './rows.ts'
import type { cash_differences, cash_movements, difference_settlements } from './tables.ts'

type Movement = RowOf<(typeof cash_movements)['columns']>
type Difference = RowOf<(typeof cash_differences)['columns']>
export type Settlement = RowOf<(typeof difference_settlements)['columns']>
type At = Pick<DrawerRow, 'account_id' | 'facility_id'>

export function movementLines(
  { account_id, facility_id }: At,
  moved: Pick<Movement, 'direction' | 'amount' | 'contra_account_id'>,
): PostingLine[] {
  const { amount, contra_account_id } = moved
  const [into, out_of] = moved.direction === 'IN' ? [amount, 0] : [0, amount]
  return [
    { account_id, debit: into, credit: out_of, facility_id },
    { account_id: contra_account_id, debit: out_of, credit: into, facility_id },
  ]
}

/** Above nought there is more than expected. */
export function differenceLines(
  { account_id, facility_id }: At,
  { amount, treatment, user_id }: Pick<Difference, 'amount' | 'treatment' | 'user_id'>,
): PostingLine[] {
  const short = Math.abs(Math.min(amount, 0))
  const over = Math.max(amount, 0)
  const cashier = { role: 'cash_suspense', party: { kind: 'STAFF' as const, id: user_id } }
  return [
    { account_id, debit: over, credit: short, facility_id },
    { role: 'cash_over', credit: over, facility_id },
    treatment === 'CASHIER'
      ? { ...cashier, debit: short, facility_id }
      : { role: 'cash_short', debit: short, facility_id },
  ]
}

/** Into the drawer of whoever took the cash, else onto the next pay of who was short (P-67). */
export function settlementLines(
  { facility_id, treatment, user_id }: Pick<Difference, 'facility_id' | 'treatment' | 'user_id'>,
  {
    amount,
    account_id,
    account_facility_id,
  }: Pick<Settlement, 'amount' | 'account_id' | 'account_facility_id'>,
): PostingLine[] {
  const party = { kind: 'STAFF' as const, id: user_id }
  return [
    account_id === null
      ? { role: 'staff_advance', debit: amount, facility_id, party }
      : { account_id, debit: amount, facility_id: account_facility_id ?? facility_id },
    treatment === 'CASHIER'
      ? { role: 'cash_suspense', credit: amount, facility_id, party }
      : { role: 'cash_short', credit: amount, facility_id },
  ]
}

export const transferLines = (
  [from, to]: readonly [PostingLine, PostingLine],
  amount: number,
  facility_id: string,
): PostingLine[] => [
  { ...to, debit: amount, facility_id },
  { ...from, credit: amount, facility_id },
]
