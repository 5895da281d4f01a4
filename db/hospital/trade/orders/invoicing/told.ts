// What billing tells of the bills of orders, in its own transaction (COM-46, COM-48, COM-85): it never
// refuses. The order is held when the bill is, before the books.

import type { Caller } from '../../../../core/caller.ts'
import { portion } from '../../../../core/kinds/money.ts'
import type { orderBillChanged } from '../../../neighbours/commercial.ts'
import { deliveries } from '../deliveries/tables.ts'
import { order_content, orderRecord, type OrderRow } from '../record.ts'
import { standing } from '../restate.ts'
import { billsOfSource, type OrderBill, type OrderBillLine, order_bill_content } from './bills.ts'
import { countIn } from './invoice.ts'
import { order_bill_lines, order_bills } from './tables.ts'

type Told = Parameters<typeof orderBillChanged>[1]

export async function hold(caller: Caller, { source_id }: { source_id: string }): Promise<void> {
  for (const { order_id } of await billsOfSource(caller, source_id)) {
    await orderRecord.locked(caller, order_id)
  }
}

export async function changed(caller: Caller, told: Told): Promise<void> {
  if (told.change === 'SETTLED') return
  for (const bill of await billsOfSource(caller, told.source_id)) {
    if (bill.live) await changedOne(caller, bill, told)
  }
}

async function changedOne(caller: Caller, bill: OrderBill, told: Told): Promise<void> {
  const order = await orderRecord.locked(caller, bill.order_id)
  const lines = await order_bill_content.of(caller, bill.id)
  if (told.change === 'CANCELLED') await cancelled(caller, bill, lines)
  // Of goods that were delivered a credit note is a return: they are not billed again.
  else if (order.prepay) await credited(caller, lines, told.lines)
  else return
  await after(caller, order, `Bill ${bill.bill_number} was ${told.change.toLowerCase()}`)
}

/** COM-46. */
async function cancelled(
  caller: Caller,
  { id, order_id, bill_id }: OrderBill,
  lines: readonly OrderBillLine[],
): Promise<void> {
  const { hospital_id } = caller
  await order_bills.change({ hospital_id, id }, { live: false })
  await deliveries.change({ hospital_id, order_id, bill_id }, { bill_id: null })
  for (const line of lines) await countOut(caller, order_id, line, line)
}

/** COM-48: so many of each line are not billed any more, for as much as the note says. */
async function credited(
  caller: Caller,
  lines: readonly OrderBillLine[],
  told: Told['lines'],
): Promise<void> {
  const { hospital_id } = caller
  for (const { item_id, quantity, amount } of told) {
    const line = lines.find(({ bill_item_id }) => bill_item_id === item_id)
    if (line === undefined || quantity === null || quantity <= 0) continue
    const some = Math.min(quantity, line.quantity)
    const gross = portion(line.gross, some, line.quantity)
    const discount = portion(line.discount, some, line.quantity)
    const back = { quantity: some, gross, discount, tax: amount - gross + discount }
    await order_bill_lines.change(
      { hospital_id, id: line.id },
      {
        quantity: line.quantity - back.quantity,
        gross: line.gross - back.gross,
        discount: line.discount - back.discount,
        tax: line.tax - back.tax,
      },
    )
    const bill = await order_bills.find({ hospital_id, id: line.order_bill_id })
    if (bill !== undefined) await countOut(caller, bill.order_id, line, back)
  }
}

async function countOut(
  caller: Caller,
  order_id: string,
  { order_item_id }: OrderBillLine,
  {
    quantity,
    gross,
    discount,
    tax,
  }: Pick<OrderBillLine, 'quantity' | 'gross' | 'discount' | 'tax'>,
): Promise<void> {
  const items = await order_content.of(caller, order_id)
  const item = items.find(({ id }) => id === order_item_id)
  if (item === undefined) return
  await countIn(caller, item, -quantity, { gross: -gross, discount: -discount, tax: -tax })
}

async function after(caller: Caller, order: OrderRow, reason: string): Promise<void> {
  const { state } = await standing(caller, order)
  if (order.status === 'CLOSED' && state.invoice_status !== 'INVOICED') {
    await orderRecord.moved(caller, order, 'unbill', state, reason)
  } else await orderRecord.changed(caller, order, 'unbill', state, reason)
}
