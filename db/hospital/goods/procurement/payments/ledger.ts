// What a payment says in the ledger (P-43, P-41), from its record alone: one entry, gross and net,
// with what was withheld.

import type { PostingLine } from '../../../money/accounting/entries/lines.ts'
import { partyOf } from '../invoices/ledger.ts'
import type { PaymentRow } from './record.ts'

export function paymentLines(row: PaymentRow): PostingLine[] {
  const { facility_id, supplier_id, amount, advance, wht_amount, vat_withheld, paid } = row
  const party = partyOf(supplier_id)
  return [
    { role: 'ap', debit: amount - advance, facility_id, party },
    { role: 'supplier_advance', debit: advance, facility_id, party },
    { account_id: row.ledger_account_id ?? '', credit: paid, facility_id },
    { role: 'wht', credit: wht_amount, facility_id },
    { role: 'vat_withheld', credit: vat_withheld, facility_id },
  ]
}
