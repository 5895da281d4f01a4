// Delivering an order, in whole or in part (COM-34 to COM-38, COM-40, COM-48): all that is asked or nothing.

import { type Caller, can } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { newId } from '../../../../core/ids.ts'
import { conflict, invalid, notPermitted, Refusal } from '../../../../core/refusal.ts'
import type { Issued } from '../../../neighbours/stock.ts'
import { issue } from '../../../goods/stock/pool/issue.ts'
import { release } from '../../../goods/stock/pool/reserve.ts'
import { holdsStanding, onHold } from '../../clients/holds.ts'
import { clientRecord } from '../../clients/record.ts'
import { openOf } from '../amounts.ts'
import { refuseUnpaid } from '../invoicing/prepaid.ts'
import { order_content, orderRecord, type OrderItem, type OrderRow } from '../record.ts'
import { holdAgain, source } from '../reserving.ts'
import { changeItem, settled, standing } from '../restate.ts'
import type { DeliverOrder, FulfilOrder } from '../shapes.ts'
import { delivery_content, deliveryRecord, type DeliveryRow } from './record.ts'

interface Wanted {
  item: OrderItem
  quantity: number
  batch_id: string | null
}

export async function deliver(
  caller: Caller,
  id: string,
  { lines, ...about }: DeliverOrder,
): Promise<DeliveryRow> {
  const before = await orderRecord.begin(caller, id, 'deliver')
  const items = await order_content.of(caller, id)
  return sent(caller, before, items, wantedOf(items, lines), about)
}

/** Everything that is open, at once (COM-41). */
export async function fulfil(caller: Caller, id: string, about: FulfilOrder): Promise<DeliveryRow> {
  const before = await orderRecord.begin(caller, id, 'fulfil')
  const items = await order_content.of(caller, id)
  const wanted = items
    .map((item) => ({ item, quantity: openOf(item), batch_id: null }))
    .filter(({ quantity }) => quantity > 0)
  return sent(caller, before, items, wanted, about)
}

function wantedOf(items: readonly OrderItem[], lines: DeliverOrder['lines']): Wanted[] {
  if (lines.length === 0) throw new Refusal(400, 'invalid', 'lines needs at least one line.')
  const wanted = lines.map(({ order_item_id, quantity, batch_id }, at) => {
    const item = items.find(({ id }) => id === order_item_id)
    if (item === undefined) throw new Refusal(404, 'not_found', `Line ${at + 1}: no such item.`)
    const kept = Math.round(quantity * 1000)
    if (!(quantity > 0) || kept / 1000 !== quantity) {
      throw invalid(`Line ${at + 1}: quantity`, 'must be more than 0, with at most three decimals.')
    }
    return { item, quantity: kept, batch_id: batch_id || null }
  })
  for (const [at, line] of wanted.entries()) refuseLine(wanted, line, at)
  return wanted
}

function refuseLine(wanted: readonly Wanted[], { item, batch_id }: Wanted, at: number): void {
  const same = wanted.filter((one) => one.item.id === item.id)
  if (same.some((one) => wanted.indexOf(one) < at && one.batch_id === batch_id)) {
    throw new Refusal(400, 'invalid', `Line ${at + 1}: the same item stands twice.`)
  }
  const asked = same.reduce((sum, { quantity }) => sum + quantity, 0)
  if (asked > openOf(item)) {
    const words = `${asked / 1000} asked, ${openOf(item) / 1000} still open.`
    throw conflict(`Line ${at + 1}: ${words}`, 'open')
  }
}

async function sent(
  caller: Caller,
  before: OrderRow,
  items: readonly OrderItem[],
  wanted: readonly Wanted[],
  about: FulfilOrder,
): Promise<DeliveryRow> {
  await refuseHeld(caller, before)
  const delivered = sumOf(wanted)
  if (before.prepay) await refuseUnpaid(caller, before, items, delivered)
  const made = await written(caller, before, about)
  const goods = await gone(caller, before, made, wanted, about)
  await delivery_content.add(
    caller,
    made.id,
    wanted.map((line, at) => lineOf(line, at, goods)),
  )
  await holdAgain(caller, before, items, delivered)
  for (const item of items) {
    const more = delivered.get(item.id) ?? 0
    if (more > 0) await changeItem(caller, item, { delivered: item.delivered + more })
  }
  await advanced(caller, before)
  return made
}

const sumOf = (wanted: readonly Wanted[]): Map<string, number> => {
  const sums = new Map<string, number>()
  for (const { item, quantity } of wanted) sums.set(item.id, (sums.get(item.id) ?? 0) + quantity)
  return sums
}

/** COM-40: not of what is paid for already. */
async function refuseHeld(caller: Caller, { client_id, prepay }: OrderRow): Promise<void> {
  if (client_id === null || prepay) return
  const { name, status } = await clientRecord.get(caller, client_id)
  const [hold] = await holdsStanding(caller, client_id)
  if (hold !== undefined) throw conflict(onHold(name, hold), 'on_hold')
  if (status !== 'ACTIVE' && !can(caller, 'credit:override')) throw notPermitted('credit:override')
}

function written(
  caller: Caller,
  order: OrderRow,
  { vehicle, driver, address, received_by }: FulfilOrder,
): Promise<DeliveryRow> {
  const { facility_id, client_id, client_name, patient_id, store_id } = order
  return deliveryRecord.created(caller, {
    id: newId(),
    facility_id,
    order_id: order.id,
    client_id,
    client_name,
    patient_id,
    store_id,
    delivered_at: clock.instant(),
    delivered_by_name: caller.name,
    vehicle: vehicle || null,
    driver: driver || null,
    address: address || null,
    received_by: received_by || null,
    received_at: received_by ? clock.instant() : null,
  })
}

/** What was held for the order is free for its own delivery. */
async function gone(
  caller: Caller,
  order: OrderRow,
  { id, number }: DeliveryRow,
  wanted: readonly Wanted[],
  { witness_token, accept_short_expiry }: FulfilOrder,
): Promise<Issued[]> {
  const lines = wanted.flatMap(({ item, quantity, batch_id }, at) =>
    item.product_id === null
      ? []
      : [{ product_id: item.product_id, quantity: quantity / 1000, batch_id, line: at + 1 }],
  )
  if (lines.length === 0) return []
  await release(caller, source, order.id)
  return issue(caller, {
    store_id: order.store_id,
    lines,
    kind: 'DELIVERY',
    source: 'delivery',
    source_id: id,
    reference: number,
    patient_id: order.patient_id,
    witness_token: witness_token ?? null,
    accept_short_expiry: accept_short_expiry === true,
  })
}

const lineOf = ({ item, quantity }: Wanted, at: number, goods: readonly Issued[]) => ({
  order_item_id: item.id,
  product_id: item.product_id,
  description: item.description,
  quantity,
  unit: item.unit,
  batches: goods
    .filter(({ line }) => line === at + 1)
    .map(({ batch_id, lot, expiry, quantity: taken }) => ({
      batch_id,
      lot,
      expiry,
      quantity: taken,
    })),
})

async function advanced(caller: Caller, before: OrderRow): Promise<void> {
  const { items, state } = await standing(caller, before)
  const done = items.every((item) => openOf(item) <= 0)
  const status = done ? ('FULFILLED' as const) : ('PART_FULFILLED' as const)
  const changes = { ...state, status, ...(done ? { reserved_until: null } : {}) }
  await settled(caller, await orderRecord.moved(caller, before, 'deliver', changes))
}
