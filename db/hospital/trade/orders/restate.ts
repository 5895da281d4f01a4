// What follows of an order from its lines: what is on order, how far it is billed, and whether it is over.

import type { Caller } from '../../../core/caller.ts'
import { invoiceStateOf, onOrderOf } from './amounts.ts'
import { order_content, orderRecord, type OrderItem, type OrderRow } from './record.ts'
import { sales_order_items } from './tables.ts'

export const stateOf = (
  { prepay }: Pick<OrderRow, 'prepay'>,
  items: readonly OrderItem[],
): Pick<OrderRow, 'on_order' | 'invoice_status'> => ({
  on_order: prepay ? 0 : onOrderOf(items),
  invoice_status: invoiceStateOf(items, prepay),
})

export const changeItem = async (
  { hospital_id }: Caller,
  { id }: OrderItem,
  changes: Partial<OrderItem>,
): Promise<void> => {
  await sales_order_items.change({ hospital_id, id }, changes)
}

/** As they stand now, with what that makes of the order. */
export async function standing(caller: Caller, row: OrderRow) {
  const items = await order_content.of(caller, row.id)
  return { items, state: stateOf(row, items) }
}

/** All of it delivered and billed: nothing is left to be done. */
export async function settled(caller: Caller, row: OrderRow): Promise<OrderRow> {
  if (row.status !== 'FULFILLED' || row.invoice_status !== 'INVOICED') return row
  return orderRecord.moved(caller, row, 'settle')
}
