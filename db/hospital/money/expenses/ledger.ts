// What an expense says in the ledger (P-47, P-48), from its record alone.

import type { PostingLine } from '../accounting/entries/lines.ts'
import type { ExpenseRow } from './rows.ts'

/** A cost of the day it was spent, owed until it is paid. */
export function approvedLines(row: ExpenseRow): PostingLine[] {
  const { account_id, facility_id, department, tax_code, net, tax, tax_claimed, wht, payable } = row
  return [
    { account_id: account_id ?? '', debit: net, facility_id, department },
    { role: 'vat_in', debit: tax_claimed, facility_id, tax_code },
    { role: 'vat_cost', debit: tax - tax_claimed, facility_id, department },
    { role: 'accrual', credit: payable, facility_id },
    { role: 'wht', credit: wht, facility_id },
  ]
}

export const paidLines = ({
  payable,
  facility_id,
  paid_account_id,
  paid_facility_id,
}: ExpenseRow): PostingLine[] => [
  { role: 'accrual', debit: payable, facility_id },
  {
    account_id: paid_account_id ?? '',
    credit: payable,
    facility_id: paid_facility_id ?? facility_id,
  },
]
