// Orders, the newest first, and one of them with its lines and bills.

import { type Caller, can } from '../../../core/caller.ts'
import { nextDay, startOfDay } from '../../../core/clock.ts'
import { type Page, type PageAsked, pageFrom } from '../../../store/pages.ts'
import { matching } from '../../../store/search.ts'
import { type Sql, sql, when, where } from '../../../store/sql.ts'
import { purseOf } from '../../money/accounting/purse.ts'
import { billBriefs } from '../../money/billing/bills/payable-lines.ts'
import { inScope } from '../../office/places/facilities.ts'
import { hospitalOf, today } from '../../office/hospitals/hospitals.ts'
import { daysBetween } from '../../office/plans/days.ts'
import { documentsShown, linesShown } from '../quotations/lines/shown.ts'
import { dueOf, openOf } from './amounts.ts'
import { billsOf } from './invoicing/bills.ts'
import { order_content, orderRecord, type OrderItem, type OrderRow } from './record.ts'
import type { Order, OrderFilter, OrderOpened } from './shapes.ts'
import { sales_orders } from './tables.ts'

export async function list(caller: Caller, asked: OrderFilter & PageAsked): Promise<Page<Order>> {
  const { timezone } = await hospitalOf(caller)
  const { from, to } = asked
  const found = await pageFrom(sales_orders, asked, {
    from: sql` from sales_orders${where([
      sql`hospital_id = ${caller.hospital_id}`,
      await inScope(caller, asked.facility_id),
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.invoice_status, sql`invoice_status = ${asked.invoice_status}`),
      when(asked.client_id, sql`client_id = ${asked.client_id}`),
      when(asked.patient_id, sql`patient_id = ${asked.patient_id}`),
      when(asked.store_id, sql`store_id = ${asked.store_id}`),
      late(asked.late, await today(caller)),
      from === undefined ? undefined : sql`created_at >= ${startOfDay(timezone, from)}`,
      to === undefined ? undefined : sql`created_at < ${startOfDay(timezone, nextDay(to))}`,
      matching('sales_orders', asked.search),
    ])}`,
    order: sql` order by created_at desc, id desc`,
  })
  return { rows: await shownMany(caller, found.rows), meta: found.meta }
}

/** COM-42. */
function late(wanted: boolean | undefined, day: string): Sql | undefined {
  if (wanted === undefined) return undefined
  const is = sql`(status in ('CONFIRMED', 'PART_FULFILLED') and coalesce(required_by, ${day}) < ${day})`
  return wanted ? is : sql`not ${is}`
}

async function shownMany(caller: Caller, found: readonly OrderRow[]): Promise<Order[]> {
  const day = await today(caller)
  const documents = await documentsShown(caller, found)
  const items = await order_content.ofMany(
    caller,
    found.map(({ id }) => id),
  )
  return found.map((row, at) => {
    const own = items.get(row.id) ?? []
    return {
      ...row,
      ...(documents[at] as (typeof documents)[number]),
      reference: row.number,
      quotation_reference: row.quotation_number,
      reserved: reservedOf(own),
      late_days: lateDays(row, day),
      moves: movesOf(caller, row, own),
    }
  })
}

function reservedOf(items: readonly OrderItem[]): Order['reserved'] {
  const goods = items.filter((item) => item.product_id !== null && openOf(item) > 0)
  if (goods.every(({ reserved }) => reserved === 0)) return 'NONE'
  return goods.every((item) => item.reserved >= openOf(item)) ? 'FULL' : 'PART'
}

function lateDays({ status, required_by }: OrderRow, day: string): number | null {
  const is_open = status === 'CONFIRMED' || status === 'PART_FULFILLED'
  return is_open && required_by !== null && required_by < day ? daysBetween(required_by, day) : null
}

/** What would only be refused is not offered. */
function movesOf(caller: Caller, row: OrderRow, items: readonly OrderItem[]): Order['moves'] {
  const waits = row.approval_status === 'PENDING'
  return orderRecord.moves(caller, row).filter((move) => {
    if (move === 'approve_discount' || move === 'refuse_discount') return waits
    if (move === 'confirm') return !waits && row.approval_status !== 'REFUSED'
    if (move === 'invoice') return items.some((item) => dueOf(item, row, true) > 0)
    if (move !== 'cancel') return true
    const billed = items.some(({ invoiced }) => invoiced > 0)
    return !billed && can(caller, row.status === 'DRAFT' ? 'salesorder:write' : 'salesorder:cancel')
  })
}

const history_most = 50

export async function find(caller: Caller, id: string): Promise<OrderOpened> {
  const row = await orderRecord.get(caller, id)
  const [shown] = await shownMany(caller, [row])
  const items = await order_content.of(caller, id)
  const lines = await linesShown(caller, items)
  return {
    ...(shown as Order),
    items: items.map((item, at) => ({
      ...(lines[at] as (typeof lines)[number]),
      quantity_reserved: item.reserved / 1000,
      quantity_delivered: item.delivered / 1000,
      quantity_invoiced: item.invoiced / 1000,
      quantity_returned: item.returned / 1000,
      quantity_cancelled: item.cancelled / 1000,
      quantity_open: openOf(item) / 1000,
    })),
    bills: await billsShown(caller, id),
    history: (await orderRecord.history(caller, id)).slice(-history_most),
  }
}

async function billsShown(caller: Caller, id: string): Promise<OrderOpened['bills']> {
  const made = (await billsOf(caller, id)).filter(({ live }) => live)
  const briefs = await billBriefs(
    caller,
    made.map(({ bill_id }) => bill_id),
  )
  const { major } = await purseOf(caller)
  return made.flatMap(({ bill_id }) => {
    const bill = briefs.get(bill_id)
    if (bill === undefined) return []
    const { number, total, balance, issued_at } = bill
    return [{ bill_id, number, total: major(total), balance: major(balance), issued_at }]
  })
}
