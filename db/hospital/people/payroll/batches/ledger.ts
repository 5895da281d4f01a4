// What a payment of salaries says in the ledger (HR-118; P-51).

import type { PostingLine } from '../../../money/accounting/entries/lines.ts'

interface From {
  account_id: string
  account_facility_id: string
}

/** What is owed to people on one side, the money on the other. */
export function paidLines(
  { account_id, account_facility_id: facility_id }: From,
  owed: readonly PostingLine[],
  side: 'debit' | 'credit',
): PostingLine[] {
  const total = owed.reduce((sum, { debit = 0, credit = 0 }) => sum + debit - credit, 0)
  return [...owed, { account_id, facility_id, [side]: Math.abs(total) }]
}
