// What goods that go back are worth to the supplier (STK-34, STK-153): what was not invoiced comes off 2102 first;
// the rest comes off its invoices, or, where other goods are to come for it, is invoiced ahead of these.

import type { Caller } from '../../../../core/caller.ts'
import { portion } from '../../../../core/kinds/money.ts'
import { conflict } from '../../../../core/refusal.ts'
import { takeOff } from '../invoices/sent-back.ts'
import { openOf, type OrderLine } from '../orders/record.ts'
import { settle as stand } from '../orders/standing.ts'
import { purchase_order_lines } from '../orders/tables.ts'
import type { Ordered } from '../receipts/drafts.ts'
import { goods_receipt_lines } from '../receipts/tables.ts'
import { type Came, roomOf } from './came.ts'
import { type Held, namedBy } from './held.ts'
import type { ReturnLine, ReturnRow } from './record.ts'

export type Worth = Pick<ReturnLine, 'value' | 'tax' | 'off_grni' | 'was_invoiced'>
const nothing: Worth = { value: 0, tax: 0, off_grni: 0, was_invoiced: 0 }

/** In the answer each line in its place; what is held is changed along. */
export function worthOf(
  held: Held,
  settle: ReturnRow['settle'],
  lines: readonly ReturnLine[],
): Worth[] {
  return lines.map((line, at) => {
    const came = held.came.get(line.receipt_line_id ?? '')
    if (came === undefined) return nothing
    if (line.quantity > roomOf(came, line.free)) {
      throw conflict(
        `Line ${at + 1}: only ${roomOf(came, line.free) / 1000} of receipt ${came.receipt.number} are not back yet.`,
        'received',
      )
    }
    if (line.free) {
      came.free_back += line.quantity
      return nothing
    }
    return paidBack(held, settle, came, line.quantity)
  })
}

function paidBack(held: Held, settle: ReturnRow['settle'], came: Came, quantity: number): Worth {
  const { line } = came
  const open = line.base_quantity - line.invoiced - line.returned
  const some = Math.min(open, quantity)
  const left = line.value - line.invoiced_value - line.returned_value
  const uninvoiced = some === open ? left : portion(left, some, open)
  const was_invoiced = quantity - some
  const invoiced =
    was_invoiced === 0 ? 0 : portion(line.invoiced_value, was_invoiced, line.invoiced)
  line.returned += quantity
  line.returned_value += uninvoiced + invoiced
  line.invoiced -= was_invoiced
  line.invoiced_value -= invoiced
  const of = orderLineOf(held, came)
  if (of !== undefined) of.returned += quantity
  if (settle === 'REPLACE' && of !== undefined) {
    of.to_replace += quantity
    of.ahead += was_invoiced
    of.ahead_value += invoiced
    const value = uninvoiced + invoiced
    return { value, tax: 0, off_grni: value, was_invoiced }
  }
  if (of !== undefined) of.invoiced -= was_invoiced
  const goods = { quantity: was_invoiced, value: invoiced }
  const off = was_invoiced === 0 ? nothing : takeOff(held.asking, namedBy(came), goods)
  return { value: uninvoiced + off.value, tax: off.tax, off_grni: uninvoiced, was_invoiced }
}

const orderLineOf = (
  { orders }: Held,
  { line, receipt }: Pick<Came, 'line' | 'receipt'>,
): OrderLine | undefined =>
  orders.get(receipt.order_id ?? '')?.lines.find(({ id }) => id === line.order_line_id)

/** What was closed short is not opened again: what did not come then would be asked for too. */
export function refuseShut({ orders }: Pick<Held, 'orders'>, settle: ReturnRow['settle']): void {
  if (settle === 'CREDIT') return
  for (const { order, lines } of orders.values()) {
    const shut = order.status === 'CLOSED' && lines.some((line) => openOf(line) > 0)
    if (!shut && order.status !== 'CANCELLED') continue
    throw conflict(
      `Order ${order.number} was closed short: what goes back of it is credited.`,
      'settle',
    )
  }
}

export async function writeHeld(
  caller: Caller,
  { came, orders }: Held,
  settle: ReturnRow['settle'],
): Promise<void> {
  const { hospital_id } = caller
  for (const { line } of came.values()) {
    const { id, invoiced, invoiced_value, returned, returned_value } = line
    const now = { invoiced, invoiced_value, returned, returned_value }
    await goods_receipt_lines.change({ hospital_id, id }, now)
  }
  for (const { order, lines } of orders.values()) {
    for (const { id, returned, to_replace, invoiced, ahead, ahead_value } of lines) {
      await purchase_order_lines.change(
        { hospital_id, id },
        { returned, to_replace, invoiced, ahead, ahead_value },
      )
    }
    await standsNow(caller, { order, lines }, settle)
  }
}

/** A closed order is opened again by goods that are to come alone. */
async function standsNow(
  caller: Caller,
  { order, lines }: Ordered,
  settle: ReturnRow['settle'],
): Promise<void> {
  if (settle === 'REPLACE') await stand(caller, order, lines, 'reopen')
  else if (order.status !== 'CLOSED') await stand(caller, order, lines, 'invoice')
}
