// Billing what was delivered of an order (COM-43 to COM-45): what falls from the order stands on the bill
// in the same transaction, so that what the client owes and has ordered does not jump.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid, Refusal } from '../../../../core/refusal.ts'
import { lineIdsOf } from '../../../money/billing/bills/payable-lines.ts'
import { raiseBill, type RaisedItem, type Raised } from '../../../money/billing/bills/raise.ts'
import { toPercent } from '../../../../core/kinds/percent.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { clientRecord } from '../../clients/record.ts'
import { dueOf, nextParts, type Parts } from '../amounts.ts'
import { deliveries } from '../deliveries/tables.ts'
import { order_content, orderRecord, type OrderItem, type OrderRow } from '../record.ts'
import { source } from '../reserving.ts'
import { changeItem, settled, standing } from '../restate.ts'
import type { InvoiceOrder } from '../shapes.ts'
import { billsOf, order_bill_content, sourceOf } from './bills.ts'
import { order_bills } from './tables.ts'

export interface Billing {
  item: OrderItem
  quantity: number
  parts: Parts
}

export interface Invoiced extends Raised {
  order_id: string
}

/** The client is held before its order: who confirms another sees both or neither. */
export async function invoice(
  caller: Caller,
  id: string,
  { lines, date }: InvoiceOrder,
): Promise<Invoiced> {
  const day = await today(caller)
  if (date && date !== day)
    throw invalid('date', 'must be today: bills are of the day they are made.')
  const { client_id } = await orderRecord.get(caller, id)
  if (client_id !== null) await clientRecord.locked(caller, client_id)
  const before = await orderRecord.begin(caller, id, 'invoice')
  const items = await order_content.of(caller, id)
  const billing = wantedOf(before, items, lines ?? null)
  if (billing.length === 0)
    throw conflict('Nothing delivered is waiting for an invoice.', 'nothing')
  return billed(caller, before, billing)
}

function wantedOf(
  order: OrderRow,
  items: readonly OrderItem[],
  lines: InvoiceOrder['lines'] | null,
): Billing[] {
  if (!lines) {
    return items
      .map((item) => ({ item, quantity: dueOf(item, order, false) }))
      .filter(({ quantity }) => quantity > 0)
      .map((one) => ({ ...one, parts: nextParts(one.item, one.quantity) }))
  }
  if (lines.length === 0) throw new Refusal(400, 'invalid', 'lines needs at least one line.')
  return lines.map(({ order_item_id, quantity }, at) => {
    const item = items.find((one) => one.id === order_item_id)
    const said = `Line ${at + 1}`
    if (item === undefined) throw new Refusal(404, 'not_found', `${said}: no such item.`)
    if (lines.findIndex((one) => one.order_item_id === order_item_id) < at) {
      throw new Refusal(400, 'invalid', `${said}: the same item stands twice.`)
    }
    const kept = Math.round(quantity * 1000)
    if (!(quantity > 0) || kept / 1000 !== quantity) {
      throw invalid(`${said}: quantity`, 'must be more than 0, with at most three decimals.')
    }
    const due = dueOf(item, order, true)
    if (kept > due) {
      throw conflict(`${said}: ${quantity} asked, ${due / 1000} waits for an invoice.`, 'due')
    }
    return { item, quantity: kept, parts: nextParts(item, kept) }
  })
}

async function billed(
  caller: Caller,
  before: OrderRow,
  billing: readonly Billing[],
): Promise<Invoiced> {
  const position = (await billsOf(caller, before.id)).length + 1
  const raised = await raiseBill(caller, {
    payer: before.client_name,
    client_id: before.client_id,
    patient_id: before.patient_id,
    items: billing.map((one) => itemOf(before, one)),
    notes: [`Order ${before.number}`, before.client_po].filter(Boolean).join(', '),
    source,
    source_id: sourceOf(before.id, position),
    issue: true,
  })
  const row = await bookIn(caller, before, billing, {
    ...raised,
    position,
    lines: await lineIdsOf(caller, raised.bill_id),
  })
  await settled(caller, row)
  return { ...raised, order_id: before.id }
}

interface Booked extends Raised {
  position: number
  /** Of the bill, one for each of what is billed. */
  lines: readonly string[]
  shared_source?: string
}

/** What stands on the bill falls from the order. */
export async function bookIn(
  caller: Caller,
  before: OrderRow,
  billing: readonly Billing[],
  raised: Booked,
): Promise<OrderRow> {
  await keep(caller, before, billing, raised)
  for (const { item, quantity, parts } of billing) await countIn(caller, item, quantity, parts)
  const { items, state } = await standing(caller, before)
  if (state.invoice_status === 'INVOICED') await ofOneBill(caller, before, items, raised.bill_id)
  return orderRecord.moved(caller, before, 'invoice', {
    ...state,
    status: before.status as 'CONFIRMED' | 'PART_FULFILLED' | 'FULFILLED',
  })
}

export function itemOf({ tax_bp }: OrderRow, { item, quantity, parts }: Billing): RaisedItem {
  return {
    code: item.code,
    product_id: item.product_id,
    description: item.description,
    quantity: quantity / 1000,
    unit_price: item.unit_price,
    discount: parts.discount,
    tax_rate: toPercent(tax_bp),
    amounts: parts,
  }
}

async function keep(
  caller: Caller,
  { id: order_id }: OrderRow,
  billing: readonly Billing[],
  { bill_id, number, position, lines, shared_source }: Booked,
): Promise<void> {
  const { hospital_id } = caller
  const made = await order_bills.insert({
    hospital_id,
    order_id,
    position,
    bill_id,
    bill_number: number ?? '',
    shared_source: shared_source ?? null,
  })
  await order_bill_content.add(
    caller,
    made.id,
    billing.map(({ item, quantity, parts }, at) => ({
      order_item_id: item.id,
      bill_item_id: lines[at] ?? '',
      quantity,
      ...parts,
    })),
  )
}

/** So many of the line stand on a bill; below nothing, they were taken off it. */
export const countIn = (
  caller: Caller,
  item: OrderItem,
  quantity: number,
  { gross, discount, tax }: Parts,
): Promise<void> =>
  changeItem(caller, item, {
    invoiced: item.invoiced + quantity,
    billed_gross: item.billed_gross + gross,
    billed_discount: item.billed_discount + discount,
    billed_tax: item.billed_tax + tax,
  })

/** A delivery names its bill where all of it stands on this one: the order's only one. */
async function ofOneBill(
  caller: Caller,
  { id: order_id }: OrderRow,
  items: readonly OrderItem[],
  bill_id: string,
): Promise<void> {
  const { hospital_id } = caller
  const all = await billsOf(caller, order_id)
  const alone = all.filter(({ live }) => live).length === 1
  if (!alone || items.some(({ delivered, invoiced }) => delivered > invoiced)) return
  await deliveries.change(
    { hospital_id, order_id, status: ['DELIVERED', 'ACKNOWLEDGED'] },
    { bill_id },
  )
}
