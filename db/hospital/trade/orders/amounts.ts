// What parts of an order come to (COM-12, COM-43, COM-45). A line's part is reckoned from the whole line,
// less what was billed before: so that the bills of an order come to the order, to the minor unit,
// however it is parted.

import { portion } from '../../../core/kinds/money.ts'
import { largestRemainder } from '../../../core/kinds/spread.ts'
import { shares } from '../../money/billing/shares.ts'
import type { Totals } from '../quotations/lines/totals.ts'
import type { InvoiceState } from './words.ts'

export interface Parts {
  gross: number
  discount: number
  tax: number
}

export interface Item {
  product_id: string | null
  quantity: number
  line_total: number
  discount_share: number
  tax_share: number
  delivered: number
  invoiced: number
  returned: number
  returned_unbilled: number
  cancelled: number
  billed_gross: number
  billed_discount: number
  billed_tax: number
}

/** Each line's share of discount and tax, by value, the largest remainders first. */
export function sharesOf(
  lines: readonly { line_total: number; discountable: boolean }[],
  { discount_amount, tax_amount }: Totals,
): { discount_share: number; tax_share: number }[] {
  const discounts = shares(
    discount_amount,
    lines.map(({ line_total, discountable }) => ({
      weight: discountable ? line_total : 0,
      most: discountable ? line_total : 0,
    })),
  )
  const taxes = largestRemainder(
    tax_amount,
    lines.map(({ line_total }, at) => line_total - (discounts[at] ?? 0)),
  )
  return lines.map((_line, at) => ({
    discount_share: discounts[at] ?? 0,
    tax_share: taxes[at] ?? 0,
  }))
}

/** So many of the line, as part of the whole. */
const upTo = (item: Item, quantity: number): Parts => ({
  gross: portion(item.line_total, quantity, item.quantity),
  discount: portion(item.discount_share, quantity, item.quantity),
  tax: portion(item.tax_share, quantity, item.quantity),
})

export const worth = ({ gross, discount, tax }: Parts): number => gross - discount + tax

const billedOf = ({ billed_gross, billed_discount, billed_tax }: Item): Parts => ({
  gross: billed_gross,
  discount: billed_discount,
  tax: billed_tax,
})

/** What the next so many come to on a bill. */
export function nextParts(item: Item, quantity: number): Parts {
  const whole = upTo(item, item.invoiced + quantity)
  const before = billedOf(item)
  const gross = Math.max(0, whole.gross - before.gross)
  return {
    gross,
    discount: Math.min(gross, Math.max(0, whole.discount - before.discount)),
    tax: Math.max(0, whole.tax - before.tax),
  }
}

const sold = ({ quantity, cancelled, returned_unbilled }: Item): number =>
  quantity - cancelled - returned_unbilled

/** Neither billed nor given up. */
export const onOrderOf = (items: readonly Item[]): number =>
  items.reduce((sum, item) => sum + worth(upTo(item, sold(item))) - worth(billedOf(item)), 0)

export const openOf = ({ quantity, delivered, cancelled }: Item): number =>
  quantity - delivered - cancelled

/**
 * What may be billed now: goods as far as they were delivered, services as far as they are named; of an
 * order that is paid in advance all that was ordered and did not come back (COM-48).
 */
export function dueOf(item: Item, { prepay }: { prepay: boolean }, is_named: boolean): number {
  if (prepay) return Math.max(0, item.quantity - item.cancelled - item.returned - item.invoiced)
  const service = item.product_id === null && is_named
  const most = service ? sold(item) : item.delivered - item.returned_unbilled
  return Math.max(0, most - item.invoiced)
}

export function invoiceStateOf(items: readonly Item[], prepay: boolean): InvoiceState {
  if (items.every(({ invoiced }) => invoiced <= 0)) return 'NOT_INVOICED'
  const back = (item: Item): number => (prepay ? item.returned : item.returned_unbilled)
  const left = items.some((item) => item.invoiced < item.quantity - item.cancelled - back(item))
  return left ? 'PART_INVOICED' : 'INVOICED'
}
