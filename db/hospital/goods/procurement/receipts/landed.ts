// What received goods are worth (STK-138): the price of the order less its discount, tax that is not
// claimed back and their share of the freight, spread over paid and free goods alike.

import { portion } from '../../../../core/kinds/money.ts'
import type { ProductRow } from '../../stock/products/record.ts'
import type { OrderLine, OrderRow } from '../orders/record.ts'
import type { ReceiptLine } from './record.ts'

export interface ToLand {
  line: ReceiptLine
  product: ProductRow
  /** Null: bought without an order, or free beside one. */
  order_line: OrderLine | null
}

interface About {
  order: OrderRow | null
  freight: number
  vat_recoverable: boolean
}

export interface Landed {
  value: number
  /** Of goods that were invoiced before they came: how many, and at which cost they were invoiced. */
  ahead: number
  ahead_value: number
}

/** A value for each line in its place, in minor units. */
export function landedOf(coming: readonly ToLand[], about: About): Landed[] {
  const left = new Map<string, { ahead: number; ahead_value: number }>()
  const parts = coming.map((one) => ({ ...partOf(one, left), one }))
  const nets = parts.map(({ one, open }) => netOf(one, open, about.order))
  const all = nets.reduce((sum, net) => sum + net, 0)
  const freight = all === 0 ? 0 : freightOf(about, all)
  const shares = shared(freight, nets)
  return parts.map(({ one, ahead, ahead_value }, at) => {
    const net = nets[at] as number
    const recoverable = one.product.vat_recoverable ?? about.vat_recoverable
    const tax = recoverable ? 0 : portion(net, one.line.tax_bp, 10_000)
    const own = one.line.funding === 'PROGRAMME' ? 0 : net + tax + (shares[at] as number)
    return { value: own + ahead_value, ahead, ahead_value }
  })
}

/** How much of a line was invoiced ahead, and how much is open. */
function partOf(
  { line, order_line }: ToLand,
  left: Map<string, { ahead: number; ahead_value: number }>,
): { open: number; ahead: number; ahead_value: number } {
  if (order_line === null) return { open: line.base_quantity, ahead: 0, ahead_value: 0 }
  const there = left.get(order_line.id) ?? order_line
  const ahead = Math.min(there.ahead, line.base_quantity)
  const ahead_value =
    ahead === there.ahead ? there.ahead_value : portion(there.ahead_value, ahead, there.ahead)
  left.set(order_line.id, {
    ahead: there.ahead - ahead,
    ahead_value: there.ahead_value - ahead_value,
  })
  return { open: line.base_quantity - ahead, ahead, ahead_value }
}

/** STK-139: at the order's price, whatever the delivery says. */
function netOf({ line, order_line }: ToLand, open: number, order: OrderRow | null): number {
  if (order === null || order_line === null) return portion(line.unit_price, line.quantity, 1000)
  const gross = portion(order_line.unit_price, open, order_line.factor)
  return gross - portion(gross, order.discount_bp, 10_000)
}

/** That of the delivery, else the share of the order's. */
function freightOf({ order, freight }: About, net: number): number {
  if (freight > 0 || order === null) return freight
  const whole = order.subtotal - order.discount_amount
  return whole === 0 ? 0 : portion(order.freight, Math.min(net, whole), whole)
}

/** By value; the last line that has one takes what rounding left. */
export function shared(amount: number, by: readonly number[]): number[] {
  const all = by.reduce((sum, one) => sum + one, 0)
  if (amount === 0 || all === 0) return by.map(() => 0)
  const last = by.findLastIndex((one) => one > 0)
  let left = amount
  return by.map((one, at) => {
    const share = at === last ? left : portion(amount, one, all)
    left -= share
    return share
  })
}
