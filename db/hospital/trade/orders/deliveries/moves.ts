// What becomes of a delivery: received, or taken back the same day (3.3).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { reverseIssue } from '../../../goods/stock/pool/back.ts'
import { dayAt, today } from '../../../office/hospitals/hospitals.ts'
import { order_content, orderRecord, type OrderItem } from '../record.ts'
import { changeItem, standing } from '../restate.ts'
import type { AcknowledgeDelivery, ReverseDelivery } from '../shapes.ts'
import { delivery_content, deliveryRecord, type DeliveryRow } from './record.ts'

export async function acknowledge(
  caller: Caller,
  id: string,
  { received_by, received_at }: AcknowledgeDelivery,
): Promise<DeliveryRow> {
  const before = await deliveryRecord.begin(caller, id, 'acknowledge')
  const at = received_at ?? clock.instant()
  if (at > clock.instant()) throw invalid('received_at', 'is in the future.')
  if (at < before.delivered_at) throw invalid('received_at', 'is before it was delivered.')
  return deliveryRecord.moved(caller, before, 'acknowledge', { received_by, received_at: at })
}

/** Back to its batches, at the cost at which it left. */
export async function reverse(
  caller: Caller,
  id: string,
  { reason, witness_token }: ReverseDelivery,
): Promise<DeliveryRow> {
  const { order_id } = await deliveryRecord.get(caller, id)
  const order = await orderRecord.locked(caller, order_id)
  const before = await deliveryRecord.begin(caller, id, 'reverse')
  const { number } = before
  if ((await dayAt(caller, before.delivered_at)) !== (await today(caller))) {
    throw conflict(`Delivery ${number} is not of today: make a return.`, 'day')
  }
  const lines = await delivery_content.of(caller, id)
  const items = await order_content.of(caller, order_id)
  const back = new Map<string, number>()
  for (const { order_item_id, quantity } of lines) {
    back.set(order_item_id, (back.get(order_item_id) ?? 0) + quantity)
  }
  for (const item of items) refuseBilled(item, back.get(item.id) ?? 0, order.prepay, number)
  await reverseIssue(caller, 'delivery', id, reason, witness_token ?? null)
  for (const item of items) {
    const less = back.get(item.id) ?? 0
    if (less > 0) await changeItem(caller, item, { delivered: item.delivered - less })
  }
  const now = await standing(caller, order)
  const none = now.items.every(({ delivered }) => delivered === 0)
  const status = none ? ('CONFIRMED' as const) : ('PART_FULFILLED' as const)
  if (order.status === 'PART_FULFILLED' && !none) {
    await orderRecord.changed(caller, order, 'reverse_delivery', now.state, reason)
  } else await orderRecord.moved(caller, order, 'undeliver', { ...now.state, status }, reason)
  return deliveryRecord.moved(caller, before, 'reverse', {}, reason)
}

function refuseBilled(item: OrderItem, back: number, prepay: boolean, number: string): void {
  if (back === 0) return
  const left = item.delivered - back
  if (!prepay && left < item.invoiced) {
    throw conflict(`Delivery ${number} is billed: make a return.`, 'billed')
  }
  if (left < item.returned) throw conflict(`Goods of delivery ${number} came back.`, 'returned')
}
