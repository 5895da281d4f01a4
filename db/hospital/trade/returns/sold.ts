// Against what a return is held: the lines of its bill, else of its order (COM-49, COM-50). Whoever asks
// holds the bill and then the order, so that of two who bring the same back the second is refused.

import type { Caller } from '../../../core/caller.ts'
import { conflict, noSuch } from '../../../core/refusal.ts'
import { rows } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { folded } from '../../../store/table.ts'
import { type SoldBill, soldBill, type SoldLine } from '../../money/billing/credit/sold-lines.ts'
import { deliveryRecord } from '../orders/deliveries/record.ts'
import { billsOfSource } from '../orders/invoicing/bills.ts'
import { order_content, orderRecord, type OrderItem, type OrderRow } from '../orders/record.ts'

export interface Sold {
  bill: SoldBill | null
  order: { row: OrderRow; items: OrderItem[] } | null
}

interface Named {
  bill_id: string | null
  order_id: string | null
  delivery_id: string | null
}

export async function soldOf(caller: Caller, named: Named): Promise<Sold> {
  const bill = named.bill_id === null ? null : await soldBill(caller, named.bill_id)
  if (bill !== null && !['ISSUED', 'PART_PAID', 'SETTLED', 'CREDITED'].includes(bill.status)) {
    throw conflict(`Bill ${bill.called} is ${bill.status}.`, 'state')
  }
  const of_bill = bill?.source === 'salesorder' ? (bill.source_id ?? '') : ''
  const of_delivery =
    named.delivery_id === null ? null : await deliveryRecord.get(caller, named.delivery_id)
  const asked = named.order_id ?? of_delivery?.order_id
  const id = orderOf(await billsOfSource(caller, of_bill), asked)
  if (!id) return { bill, order: null }
  if (of_delivery !== null && of_delivery.order_id !== id) throw noSuch('delivery')
  if (named.order_id !== null && named.order_id !== id) throw noSuch('order')
  const row = await orderRecord.locked(caller, id)
  return { bill, order: { row, items: await order_content.of(caller, id) } }
}

/** Of a bill that several orders share it is the one that is named. */
const orderOf = (billed: readonly { order_id: string }[], asked: string | undefined) =>
  billed.length > 1
    ? billed.find(({ order_id }) => order_id === asked)?.order_id
    : (billed[0]?.order_id ?? asked)

interface Thing {
  product_id: string | null
  description: string
}

/** The same goods, else what is called the same. */
export const isSame = (a: Thing, b: Thing): boolean =>
  a.product_id !== null || b.product_id !== null
    ? a.product_id === b.product_id
    : folded(a.description) === folded(b.description)

export const linesOfBill = (bill: SoldBill, thing: Thing): SoldLine[] =>
  bill.lines.filter((line) => isSame(line, thing))

/** What came back of a bill or an order already, but for this return; refused ones do not count. */
export async function backAlready(
  { hospital_id }: Caller,
  of: { bill_id: string | null; order_id: string | null },
  but: string,
): Promise<(Thing & { quantity: number })[]> {
  if (of.bill_id === null && of.order_id === null) return []
  const whose =
    of.bill_id === null ? sql`r.order_id = ${of.order_id}` : sql`r.bill_id = ${of.bill_id}`
  const found = await rows<Thing & { quantity: number }>(
    sql`select i.product_id, i.description, i.quantity from sales_return_items i
      join sales_returns r on r.id = i.return_id
      where r.hospital_id = ${hospital_id} and ${whose} and r.id <> ${but}
        and r.status${oneOf(['REQUESTED', 'APPROVED', 'COMPLETED'])}`,
  )
  return found.map((one) => ({ ...one, quantity: Number(one.quantity) }))
}
