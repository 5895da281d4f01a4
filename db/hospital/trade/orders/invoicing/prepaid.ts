// COM-48: of an order that is paid in advance nothing leaves before the bill that covers it is settled.

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { billBriefs } from '../../../money/billing/bills/payable-lines.ts'
import type { OrderItem, OrderRow } from '../record.ts'
import { billsOf, order_bill_content } from './bills.ts'

export async function refuseUnpaid(
  caller: Caller,
  { id, number }: OrderRow,
  items: readonly OrderItem[],
  delivering: ReadonlyMap<string, number>,
): Promise<void> {
  const made = (await billsOf(caller, id)).filter(({ live }) => live)
  const briefs = await billBriefs(
    caller,
    made.map(({ bill_id }) => bill_id),
  )
  const isPaid = (bill_id: string): boolean => briefs.get(bill_id)?.status === 'SETTLED'
  const paid = made.filter(({ bill_id }) => isPaid(bill_id)).map((bill) => bill.id)
  const lines = [...(await order_bill_content.ofMany(caller, paid)).values()].flat()
  const uncovered = items.some((item) => {
    const more = delivering.get(item.id) ?? 0
    const covered = lines
      .filter(({ order_item_id }) => order_item_id === item.id)
      .reduce((sum, { quantity }) => sum + quantity, 0)
    return more > 0 && item.delivered + more > covered
  })
  if (!uncovered) return
  const open = made.find(({ bill_id }) => !isPaid(bill_id))
  const rest =
    open === undefined ? 'it is not billed yet.' : `bill ${open.bill_number} is not settled.`
  throw conflict(`${number} is paid in advance: ${rest}`, 'unpaid')
}
