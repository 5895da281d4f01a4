// The part of orders that imaging moves: an item of an image is where its study is (DIA-25), and the order
// follows. Whoever calls holds the patient, the visit and the order, in this order (ruling 33).

import type { Caller } from '../../../../core/caller.ts'
import { clock, hours, instantIn } from '../../../../core/clock.ts'
import { noSuch } from '../../../../core/refusal.ts'
import { charge } from '../../../money/billing/charges/charge.ts'
import { serviceDone } from '../../../money/billing/charges/service-done.ts'
import { registry } from '../../../registry.ts'
import { settingsOf } from '../catalogue/settings.ts'
import { holdOrders } from '../people.ts'
import { charge_source } from './ordering.ts'
import { reportedAnew } from './prints.ts'
import { dueAt } from './progress.ts'
import { type ItemRow, type OrderRow, orderRecord, orderState } from './record.ts'
import { diagnostic_items, diagnostic_orders } from './tables.ts'

export interface HeldItem {
  order: OrderRow
  item: ItemRow
}

/** The item of a study with its order, both kept from others. */
export async function heldItem(
  caller: Caller,
  { item_id, order_id }: { item_id: string; order_id: string },
): Promise<HeldItem> {
  await holdOrders(caller, [order_id])
  const order = await orderRecord.locked(caller, order_id)
  const item = await diagnostic_items.find({ hospital_id: caller.hospital_id, id: item_id })
  if (item === undefined) throw noSuch('item')
  return { order, item }
}

export async function progressImaging(
  caller: Caller,
  order_id: string,
  why: string,
): Promise<OrderRow> {
  const { hospital_id } = caller
  const order = await orderRecord.locked(caller, order_id)
  const items = await diagnostic_items.all({ hospital_id, order_id }, { order: ['position'] })
  const status = orderState(items)
  if (status === order.status) return order
  return orderRecord.moved(caller, order, 'progress', { status }, why)
}

type ImageState = 'ORDERED' | 'SCHEDULED' | 'ARRIVED' | 'IN_PROGRESS' | 'ACQUIRED' | 'REPORTED'

/** An item goes where its study went; the clock runs from the arrival, of STAT from the order (DIA-160). */
export async function itemFollows(
  caller: Caller,
  { item, order }: HeldItem,
  status: ImageState,
): Promise<{ due_at: string }> {
  const now = clock.instant()
  const arrived = status !== 'ORDERED' && status !== 'SCHEDULED'
  const from_order = order.priority === 'STAT' ? item.ordered_at : null
  const clock_started_at = from_order ?? (arrived ? (item.clock_started_at ?? now) : null)
  const due_at = dueAt(clock_started_at ?? item.ordered_at, item.turnaround_minutes)
  await diagnostic_items.change(
    { hospital_id: caller.hospital_id, id: item.id },
    {
      status,
      clock_started_at,
      due_at,
      resulted_at:
        status === 'ACQUIRED' || status === 'REPORTED' ? (item.resulted_at ?? now) : null,
      verified_at: status === 'REPORTED' ? now : null,
    },
  )
  await progressImaging(caller, order.id, status.toLowerCase())
  return { due_at }
}

/** The last word is out: whoever waits for it hears, and from a day on the patient reads it (DIA-155). */
export async function itemReported(caller: Caller, { item, order }: HeldItem, critical: boolean) {
  const now = clock.instant()
  await diagnostic_items.change(
    { hospital_id: caller.hospital_id, id: item.id },
    {
      status: 'RELEASED',
      verified_at: item.verified_at ?? now,
      released_at: item.released_at ?? now,
      portal_at: await portalAt(caller, item, critical),
    },
  )
  await reportedAnew(caller, [order.id])
  const after = await progressImaging(caller, order.id, 'release')
  await tellImagingListeners(caller, { item, order }, 'RELEASED')
  return after
}

async function portalAt(caller: Caller, item: ItemRow, critical: boolean): Promise<string | null> {
  const { portal_rule, restricted } = item
  if (portal_rule === 'NEVER' || critical || restricted) return null
  if (portal_rule === 'IMMEDIATE') return clock.instant()
  const { portal_delay_hours_imaging } = await settingsOf(caller)
  const delay = hours(portal_delay_hours_imaging)
  return instantIn(portal_rule === 'DELAYED' ? delay : delay * 3)
}

/** Whoever treats the patient has read it: what waited for that is open in the portal now. */
export async function openReports(
  { hospital_id }: Caller,
  items: readonly ItemRow[],
  now: string,
): Promise<void> {
  for (const { id, status, portal_rule, portal_at } of items) {
    const waits = status === 'RELEASED' && portal_rule !== 'NEVER'
    if (!waits || (portal_at !== null && portal_at <= now)) continue
    await diagnostic_items.change({ hospital_id, id }, { portal_at: now })
  }
}

export async function tellImagingListeners(
  caller: Caller,
  { item, order }: HeldItem,
  what: 'RELEASED' | 'AMENDED',
): Promise<void> {
  const { id: order_id, patient_id, visit_id, admission_id, source, source_id } = order
  for (const hear of registry.on_result) {
    await hear(caller, {
      what,
      order_id,
      patient_id,
      visit_id,
      admission_id,
      test: item.test_code,
      source,
      source_id,
    })
  }
}

/** The planned day moves with the booking (ruling 31); what was never charged stays uncharged. */
export async function chargeMoves(
  caller: Caller,
  { item, order }: HeldItem,
  service_date: string,
): Promise<void> {
  await charge(caller, {
    patient_id: order.patient_id,
    visit_id: order.visit_id,
    admission_id: order.admission_id,
    code: item.tariff_code,
    quantity: 1,
    source: charge_source,
    source_id: item.id,
    description: item.test_name,
    category: 'Radiology',
    urgent: order.priority === 'STAT',
    service_date,
  })
}

export const imageDone = async (caller: Caller, item_id: string): Promise<void> => {
  await serviceDone(caller, charge_source, item_id, {
    performed_by_id: caller.user_id,
    done_at: clock.instant(),
  })
}

/** By item: under what it is charged, and for which department it was ordered. */
export async function tariffsOfItems(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  item_ids: readonly string[],
): Promise<ReadonlyMap<string, { tariff_code: string; department: string | null }>> {
  if (item_ids.length === 0) return new Map()
  const items = await diagnostic_items.all({ hospital_id, id: [...item_ids] })
  const order_ids = [...new Set(items.map(({ order_id }) => order_id))]
  const orders = await diagnostic_orders.all({ hospital_id, id: order_ids })
  const places = new Map(orders.map(({ id, department }) => [id, department]))
  return new Map(
    items.map(({ id, order_id, tariff_code }) => [
      id,
      { tariff_code, department: places.get(order_id) ?? null },
    ]),
  )
}
