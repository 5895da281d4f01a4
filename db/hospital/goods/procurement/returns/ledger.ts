// What a return says in the ledger (P-44, STK-34), from its record alone.

import type { RowOf } from '../../../../store/table.ts'
import type { PostingLine } from '../../../money/accounting/entries/lines.ts'
import { partyOf } from '../invoices/ledger.ts'
import type { ReturnLine, ReturnRow } from './record.ts'
import type { supplier_return_credits } from './tables.ts'

export type ReturnCredit = RowOf<(typeof supplier_return_credits)['columns']>
type Head = Pick<ReturnRow, 'facility_id' | 'supplier_id'>
type Part = Pick<ReturnCredit, 'facility_id' | 'amount' | 'owed'>
type Sent = Pick<ReturnLine, 'off_grni' | 'tax' | 'cost' | 'stock_account_id'>

/** Debit above 0, credit below. */
const side = (amount: number) => (amount > 0 ? { debit: amount } : { credit: -amount })
const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0)

/** Off what is owed, and what of it is kept as the supplier's advance. */
function partLines({ facility_id, supplier_id }: Head, parts: readonly Part[]): PostingLine[] {
  const party = partyOf(supplier_id)
  const ahead = sum(parts.map(({ amount, owed }) => amount - owed))
  return [
    ...parts.map((part) => ({
      role: 'ap',
      ...side(part.owed),
      facility_id: part.facility_id,
      party,
    })),
    { role: 'supplier_advance', ...side(ahead), facility_id, party },
  ]
}

export function sentLines(
  row: Head,
  lines: readonly Sent[],
  parts: readonly Part[],
): PostingLine[] {
  const { facility_id } = row
  const off_grni = sum(lines.map((line) => line.off_grni))
  const tax = sum(lines.map((line) => line.tax))
  const cost = sum(lines.map((line) => line.cost))
  const off = sum(parts.map(({ amount }) => amount))
  return [
    { role: 'grni', ...side(off_grni), facility_id },
    ...partLines(row, parts),
    { role: 'vat_in', ...side(-tax), facility_id },
    ...lines
      .filter((line) => line.cost !== 0)
      .map((line) => ({
        account_id: line.stock_account_id ?? '',
        ...side(-line.cost),
        facility_id,
      })),
    { role: 'price_variance', ...side(cost + tax - off - off_grni), facility_id },
  ]
}

/** The supplier said another amount than the goods came for. */
export const creditLines = (row: Head, parts: readonly Part[]): PostingLine[] => [
  ...partLines(row, parts),
  {
    role: 'price_variance',
    ...side(-sum(parts.map(({ amount }) => amount))),
    facility_id: row.facility_id,
  },
]

export const saysNothing = (lines: readonly PostingLine[]): boolean =>
  lines.every(({ debit = 0, credit = 0 }) => debit === 0 && credit === 0)

export const documentOf = ({ id, number }: Pick<ReturnRow, 'id' | 'number'>) => ({
  kind: 'supplier_return',
  id,
  reference: number,
  path: `/procurement/returns/${id}`,
})
export const creditId = (id: string): string => `${id}:credit`
