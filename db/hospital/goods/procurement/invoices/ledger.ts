// What an invoice says in the ledger (P-38 to P-42), from its record alone.

import type { PostingLine } from '../../../money/accounting/entries/lines.ts'
import type { InvoiceLine, InvoiceRow } from './record.ts'

export const partyOf = (supplier_id: string) => ({ kind: 'SUPPLIER' as const, id: supplier_id })

/** Debit above 0, credit below. */
const side = (amount: number) => (amount > 0 ? { debit: amount } : { credit: -amount })

type Head = Pick<
  InvoiceRow,
  | 'facility_id'
  | 'supplier_id'
  | 'kind'
  | 'subtotal'
  | 'tax_amount'
  | 'freight'
  | 'total'
  | 'to_advance'
>

export function invoiceLines(row: Head, lines: readonly InvoiceLine[]): PostingLine[] {
  const { facility_id, supplier_id, kind, total, to_advance } = row
  const party = partyOf(supplier_id)
  const owed = kind === 'CREDIT_NOTE' ? to_advance - total : total
  return [
    ...lines.flatMap((line) => debitsOf(line, facility_id)),
    ...variance(roundingOf(row), facility_id),
    {
      role: 'supplier_advance',
      ...side(kind === 'PREPAYMENT' ? total : to_advance),
      facility_id,
      party,
    },
    { role: 'ap', ...side(-owed), facility_id, party },
  ]
}

function debitsOf(line: InvoiceLine, facility_id: string): PostingLine[] {
  const { cleared, to_stock, to_variance, to_account, vat_in, department } = line
  return [
    { role: 'grni', ...side(cleared), facility_id },
    ...(to_stock === 0
      ? []
      : [{ account_id: line.stock_account_id ?? '', ...side(to_stock), facility_id }]),
    ...variance(to_variance, facility_id),
    ...(to_account === 0
      ? []
      : [
          {
            account_id: line.posted_account_id ?? '',
            ...side(to_account),
            facility_id,
            department,
          },
        ]),
    { role: 'vat_in', ...side(vat_in), facility_id },
  ]
}

/** Dearer than it came in at is a variance, cheaper a gain (STK-32). */
const variance = (amount: number, facility_id: string): PostingLine[] =>
  amount === 0
    ? []
    : [{ role: amount > 0 ? 'price_variance' : 'price_gain', ...side(amount), facility_id }]

/** What the paper says in all beside its lines, within what is let pass. */
export const roundingOf = ({ kind, total, subtotal, tax_amount, freight }: Head): number =>
  kind === 'GOODS' || kind === 'SERVICE' ? total - subtotal - tax_amount - freight : 0

export const advanceLines = (
  { facility_id, supplier_id }: Pick<InvoiceRow, 'facility_id' | 'supplier_id'>,
  amount: number,
): PostingLine[] => {
  const party = partyOf(supplier_id)
  return [
    { role: 'ap', debit: amount, facility_id, party },
    { role: 'supplier_advance', credit: amount, facility_id, party },
  ]
}
