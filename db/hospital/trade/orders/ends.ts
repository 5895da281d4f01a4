// How an order ends without all of it: cancelled before anything left, closed short after (3.3, COM-41).

import { asks, type Caller } from '../../../core/caller.ts'
import { conflict } from '../../../core/refusal.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { calledQuotation, quotationRecord } from '../quotations/record.ts'
import { openOf } from './amounts.ts'
import { order_content, orderRecord, type OrderRow } from './record.ts'
import { releaseFor } from './reserving.ts'
import { changeItem, settled, standing } from './restate.ts'

export async function cancel(caller: Caller, id: string, reason: string): Promise<OrderRow> {
  const before = await orderRecord.begin(caller, id, 'cancel')
  asks(caller, before.status === 'DRAFT' ? 'salesorder:write' : 'salesorder:cancel')
  const items = await order_content.of(caller, id)
  if (items.some(({ invoiced }) => invoiced > 0)) {
    throw conflict(`Order ${before.number} is billed: credit its bill first.`, 'billed')
  }
  await releaseFor(caller, before, items)
  const changes = { on_order: 0, reserved_until: null }
  const row = await orderRecord.moved(caller, before, 'cancel', changes, reason)
  await giveBack(caller, row)
  return row
}

/** 3.2: it may be made an order again while it is valid. */
async function giveBack(caller: Caller, { quotation_id, number }: OrderRow): Promise<void> {
  if (quotation_id === null) return
  const before = await quotationRecord.locked(caller, quotation_id)
  if (before.status !== 'CONVERTED') return
  const { valid_until } = before
  const over = valid_until !== null && valid_until < (await today(caller))
  const changes = {
    status: over ? ('EXPIRED' as const) : ('ACCEPTED' as const),
    order_id: null,
    order_number: null,
  }
  const words = `Order ${number} of ${calledQuotation(before)} was cancelled`
  await quotationRecord.moved(caller, before, 'give_back', changes, words)
}

export async function closeShort(caller: Caller, id: string, reason: string): Promise<OrderRow> {
  const before = await orderRecord.begin(caller, id, 'close_short')
  for (const item of await order_content.of(caller, id)) {
    const open = openOf(item)
    if (open > 0) await changeItem(caller, item, { cancelled: item.cancelled + open })
  }
  const { items, state } = await standing(caller, before)
  await releaseFor(caller, before, items)
  const changes = { ...state, status: 'FULFILLED' as const, reserved_until: null }
  return settled(caller, await orderRecord.moved(caller, before, 'close_short', changes, reason))
}
