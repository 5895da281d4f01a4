// What a line and a bill come to (BIL-15, BIL-16): whole minor units, halves away from nothing.

import { portion } from '../../../core/kinds/money.ts'
import type { Row as Item } from './charges/items.ts'

export { portion }

export interface Priced {
  /** Thousandths. */
  quantity: number
  unit_price: number | null
  discount: number
  /** Hundredths of a percent; null where no tax is owed. */
  tax_rate: number | null
  tax_inclusive: boolean
}

export interface LineAmounts {
  gross: number
  net: number
  tax: number
  amount: number
}

export function lineAmounts(line: Priced): LineAmounts {
  const gross = portion(line.quantity, line.unit_price ?? 0, 1000)
  const left = gross - line.discount
  if (line.tax_rate === null) return { gross, net: left, tax: 0, amount: left }
  if (line.tax_inclusive) {
    const net = portion(left, 10_000, 10_000 + line.tax_rate)
    return { gross, net, tax: left - net, amount: left }
  }
  const tax = portion(left, line.tax_rate, 10_000)
  return { gross, net: left, tax, amount: left + tax }
}

/** The discount as the ledger shows it beside income: without its tax (P-01). */
export const grossWithoutTax = (line: Priced): number => lineAmounts({ ...line, discount: 0 }).net

export const live = ({ service_status }: Pick<Item, 'service_status'>): boolean =>
  service_status !== 'CANCELLED'

export function billAmounts(items: readonly Item[]) {
  const counted = items.filter(live)
  const sum = (of: (item: Item) => number): number =>
    counted.reduce((total, item) => total + of(item), 0)
  return {
    subtotal: sum(({ gross }) => gross),
    discount: sum(({ discount }) => discount),
    tax: sum(({ tax }) => tax),
    total: sum(({ amount }) => amount),
    patient_share: sum(({ patient_share }) => patient_share),
    scheme_share: sum(({ covered }) => covered),
    balance: sum(({ balance }) => balance),
  }
}
