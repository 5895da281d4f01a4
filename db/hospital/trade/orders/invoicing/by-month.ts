// One bill a month of all that was delivered and not billed yet, to clients who want it so (COM-47).

import type { Caller } from '../../../../core/caller.ts'
import type { Refusal } from '../../../../core/refusal.ts'
import { rows } from '../../../../store/connection.ts'
import type { Of } from '../../../../store/record-of.ts'
import { sql } from '../../../../store/sql.ts'
import { startOfDay } from '../../../../core/clock.ts'
import { lineIdsOf } from '../../../money/billing/bills/payable-lines.ts'
import { raiseBill } from '../../../money/billing/bills/raise.ts'
import { hospitalOf, today } from '../../../office/hospitals/hospitals.ts'
import { notify } from '../../../office/notifications/notify.ts'
import { billedByMonth } from '../../clients/for-areas.ts'
import { clientRecord } from '../../clients/record.ts'
import { dueOf, nextParts } from '../amounts.ts'
import { deliveries } from '../deliveries/tables.ts'
import { order_content, orderRecord, type OrderRow } from '../record.ts'
import { source } from '../reserving.ts'
import { settled } from '../restate.ts'
import { billsOf, sharedSource } from './bills.ts'
import { type Billing, bookIn, itemOf } from './invoice.ts'

/** Before the first of this month. */
async function endOfMonth(caller: Caller): Promise<string> {
  const { timezone } = await hospitalOf(caller)
  return startOfDay(timezone, `${(await today(caller)).slice(0, 8)}01`)
}

const piece = 500

/** The next client after `from` with something to be billed; null once there is none. */
export async function nextToBill(caller: Caller, from: string): Promise<string | null> {
  const found = await rows<{ client_id: string }>(
    sql`select distinct o.client_id from sales_orders o
      join deliveries d on d.order_id = o.id and d.status in ('DELIVERED', 'ACKNOWLEDGED')
        and d.delivered_at < ${await endOfMonth(caller)}
      where o.hospital_id = ${caller.hospital_id} and o.client_id > ${from}
        and o.status in ('PART_FULFILLED', 'FULFILLED')
        and not o.prepay and o.invoice_status <> 'INVOICED'
      order by o.client_id limit ${piece}`,
  )
  const ids = found.map(({ client_id }) => client_id)
  const wanted = await billedByMonth(caller, ids)
  const next = ids.find((id) => wanted.has(id))
  if (next !== undefined) return next
  const last = ids.at(-1)
  return last === undefined ? null : nextToBill(caller, last)
}

interface Part {
  order: OrderRow
  billing: Billing[]
}

const lines_most = 500

/** The client is held before its orders, as by whoever bills one of them. */
export async function billMonth(caller: Caller, client_id: string): Promise<number> {
  const { name } = await clientRecord.locked(caller, client_id)
  const end = await endOfMonth(caller)
  const found = await rows<{ id: string }>(
    sql`select id from sales_orders where hospital_id = ${caller.hospital_id}
      and client_id = ${client_id} and status in ('PART_FULFILLED', 'FULFILLED')
      and not prepay and invoice_status <> 'INVOICED' order by id`,
  )
  const parts: Part[] = []
  for (const { id } of found) {
    const order = await orderRecord.locked(caller, id)
    const billing = await dueBy(caller, order, end)
    if (billing.length > 0) parts.push({ order, billing })
  }
  const bills = together(parts)
  for (const bill of bills) await billTogether(caller, name, bill)
  return bills.length
}

/** What was delivered until then and stands on no bill. */
async function dueBy(caller: Caller, order: OrderRow, end: string): Promise<Billing[]> {
  const later = await deliveredSince(caller, order.id, end)
  return (await order_content.of(caller, order.id)).flatMap((item) => {
    const quantity = dueOf(item, order, false) - (later.get(item.id) ?? 0)
    return quantity > 0 ? [{ item, quantity, parts: nextParts(item, quantity) }] : []
  })
}

async function deliveredSince(
  { hospital_id }: Of,
  order_id: string,
  end: string,
): Promise<Map<string, number>> {
  const found = await rows<{ order_item_id: string; quantity: number }>(
    sql`select l.order_item_id, sum(l.quantity) as quantity from delivery_lines l
      join deliveries d on d.id = l.delivery_id and d.status in ('DELIVERED', 'ACKNOWLEDGED')
      where d.hospital_id = ${hospital_id} and d.order_id = ${order_id} and d.delivered_at >= ${end}
      group by l.order_item_id`,
  )
  return new Map(found.map(({ order_item_id, quantity }) => [order_item_id, Number(quantity)]))
}

/** A bill is of one branch and one patient, and takes so many lines at most. */
function together(parts: readonly Part[]): Part[][] {
  const groups = Map.groupBy(
    parts,
    ({ order: { facility_id, patient_id } }) => `${facility_id} ${patient_id}`,
  )
  return [...groups.values()].flatMap((group) => {
    const bills: Part[][] = []
    let room = 0
    for (const part of group) {
      if (part.billing.length > room) {
        bills.push([])
        room = lines_most
      }
      bills.at(-1)?.push(part)
      room -= part.billing.length
    }
    return bills
  })
}

async function billTogether(caller: Caller, payer: string, parts: readonly Part[]): Promise<void> {
  const [first] = parts
  if (first === undefined) return
  const { facility_id, client_id, patient_id } = first.order
  const by = { ...caller, facility_id }
  const shared_source = sharedSource()
  const raised = await raiseBill(by, {
    payer,
    client_id,
    patient_id,
    items: parts.flatMap(({ order, billing }) => billing.map((one) => itemOf(order, one))),
    notes: await notesOf(caller, parts),
    source,
    source_id: shared_source,
    issue: true,
  })
  const ids = await lineIdsOf(caller, raised.bill_id)
  let from = 0
  for (const { order, billing } of parts) {
    const position = (await billsOf(caller, order.id)).length + 1
    const lines = ids.slice(from, from + billing.length)
    from += billing.length
    const booked = { ...raised, position, lines, shared_source }
    await settled(by, await bookIn(by, order, billing, booked))
  }
}

const notes_most = 1000

async function notesOf({ hospital_id }: Of, parts: readonly Part[]): Promise<string> {
  const order_id = parts.map(({ order }) => order.id)
  const found = await deliveries.all({ hospital_id, order_id, bill_id: null })
  const of = (order: OrderRow): string => {
    const own = found.filter((one) => one.order_id === order.id).map(({ number }) => number)
    return [order.number, order.client_po, ...own].filter(Boolean).join(' ')
  }
  const all = `Orders and deliveries: ${parts.map(({ order }) => of(order)).join('; ')}`
  return all.length > notes_most ? `${all.slice(0, notes_most - 1)}…` : all
}

/** What billing refuses stops nobody else's bill: whoever bills by hand is told why. */
export async function tellRefused(
  caller: Caller,
  client_id: string,
  refused: Refusal,
): Promise<void> {
  const { name } = await clientRecord.get(caller, client_id)
  await notify(caller, {
    to: { permission: 'salesorder:invoice' },
    kind: 'client.month_not_billed',
    title: `${name} was not billed for the month`,
    body: refused.message,
    entity: { type: 'client', id: client_id },
  })
}
