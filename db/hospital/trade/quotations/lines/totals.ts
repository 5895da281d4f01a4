// What a quotation or an order comes to (COM-20). Whole minor units, halves up.

import { portion } from '../../../../core/kinds/money.ts'
import { sumTooLarge } from '../../../../core/refusal.ts'

export interface Totals {
  subtotal: number
  discount_amount: number
  taxable: number
  tax_amount: number
  total: number
}

interface Line {
  line_total: number
  discountable: boolean
}

const sumOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, { line_total }) => sum + line_total, 0)

export function totalsOf(
  lines: readonly Line[],
  { discount_bp, tax_bp }: { discount_bp: number; tax_bp: number },
): Totals {
  const subtotal = sumOf(lines)
  const base = sumOf(lines.filter(({ discountable }) => discountable))
  const discount_amount = portion(base, discount_bp, 10_000)
  const taxable = subtotal - discount_amount
  const tax_amount = portion(taxable, tax_bp, 10_000)
  const total = taxable + tax_amount
  if (!Number.isSafeInteger(subtotal) || !Number.isSafeInteger(total)) throw sumTooLarge()
  return { subtotal, discount_amount, taxable, tax_amount, total }
}
