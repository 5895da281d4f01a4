// The bills of orders, with what stands on them.

import { newId } from '../../../../core/ids.ts'
import type { Of } from '../../../../store/record-of.ts'
import { linesOf } from '../../../../store/lines-of.ts'
import type { RowOf } from '../../../../store/table.ts'
import { order_bill_lines, order_bills } from './tables.ts'

export type OrderBill = RowOf<(typeof order_bills)['columns']>
export type OrderBillLine = RowOf<(typeof order_bill_lines)['columns']>

export const order_bill_content = linesOf(order_bill_lines, 'order_bill_id')

export const billsOf = ({ hospital_id }: Of, order_id: string): Promise<OrderBill[]> =>
  order_bills.all({ hospital_id, order_id }, { order: ['position'] })

/** Billing knows a bill of an order by the order and which of its bills it is. */
export const sourceOf = (order_id: string, position: number): string => `${order_id}:${position}`

const of_month = 'month:'

/** One bill of several orders (COM-47). */
export const sharedSource = (): string => `${of_month}${newId()}`

/** What a bill holds of each of its orders, in the order in which they are locked. */
export async function billsOfSource({ hospital_id }: Of, source_id: string): Promise<OrderBill[]> {
  if (source_id.startsWith(of_month)) {
    return order_bills.all({ hospital_id, shared_source: source_id }, { order: ['order_id'] })
  }
  const [order_id = '', position = ''] = source_id.split(':')
  return order_bills.all({ hospital_id, order_id, position: Number(position) })
}
