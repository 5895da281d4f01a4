// What a bill says in the ledger, from the bill and its lines alone: when it is issued (P-01, P-02),
// when a discount lowers it afterwards (P-05), and when it is held against the books (ACC-93).

import type { PostingLine } from '../../accounting/entries/lines.ts'
import { grossWithoutTax } from '../amounts.ts'
import type { Row as Item } from '../charges/items.ts'
import { debtOf, type Stands } from '../payments/owing.ts'
import type { Row as Bill } from './rows.ts'

/** What the scheme and the patient owe against income before discount, the discount, and the tax. */
export function issueLines(
  bill: Bill,
  items: readonly Item[],
  incomeOf: (item: Item) => string,
  scheme: Stands | null,
): PostingLine[] {
  const sums = new Map<string, PostingLine>()
  const add = (key: string, line: PostingLine): void => {
    const known = sums.get(key)
    if (known === undefined) sums.set(key, { ...line })
    else {
      known.debit = (known.debit ?? 0) + (line.debit ?? 0)
      known.credit = (known.credit ?? 0) + (line.credit ?? 0)
    }
  }
  const { facility_id } = bill
  for (const item of items) {
    const { department, tax_code } = item
    const account_id = incomeOf(item)
    const full = grossWithoutTax(item)
    const about = `${department}|${tax_code}`
    add(`income|${account_id}|${about}`, {
      account_id,
      credit: full,
      facility_id,
      department,
      tax_code,
    })
    add(`discount|${about}`, {
      role: 'discount',
      debit: full - item.net,
      facility_id,
      department,
      tax_code,
    })
    add(`tax|${tax_code}`, { role: 'vat_out', credit: item.tax, facility_id, tax_code })
  }
  return [
    ...(scheme === null ? [] : [{ ...scheme, debit: bill.scheme_share, facility_id }]),
    { ...debtOf(bill).debt, debit: bill.patient_share, facility_id },
    ...sums.values(),
  ]
}

export interface Lowered {
  item: Pick<Item, 'department' | 'tax_code'>
  amount: number
  tax: number
}

export function discountLines(bill: Bill, parts: readonly Lowered[]): PostingLine[] {
  const { facility_id } = bill
  const lines = parts.flatMap(({ item, amount, tax }): PostingLine[] => [
    {
      role: 'discount',
      debit: amount,
      facility_id,
      department: item.department,
      tax_code: item.tax_code,
    },
    { role: 'vat_out', debit: tax, facility_id, tax_code: item.tax_code },
  ])
  const lowered = parts.reduce((sum, { amount, tax }) => sum + amount + tax, 0)
  return [...lines, { ...debtOf(bill).debt, credit: lowered, facility_id }]
}
