// What was received and not invoiced yet: how much is open, and how an invoice takes it, oldest first.

import type { Caller } from '../../../../core/caller.ts'
import { portion } from '../../../../core/kinds/money.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import type { OrderLine } from '../orders/record.ts'
import type { ReceiptLine } from './record.ts'
import { goods_receipt_lines } from './tables.ts'

const openOf = ({ base_quantity, invoiced, returned }: ReceiptLine): number =>
  base_quantity - invoiced - returned

const posted = sql`exists (select 1 from goods_receipts r where r.id = goods_receipt_lines.receipt_id
  and r.status = 'POSTED')`

/** In thousandths of the base unit, by line of the order. */
export async function openOfOrder(
  caller: Caller,
  ordered: readonly OrderLine[],
): Promise<Map<string, number>> {
  const found = await ofOrderLines(
    caller,
    ordered.map(({ id }) => id),
  )
  const open = new Map<string, number>()
  for (const line of found) {
    const id = line.order_line_id ?? ''
    open.set(id, (open.get(id) ?? 0) + openOf(line))
  }
  return open
}

const ofOrderLines = ({ hospital_id }: Caller, ids: readonly string[]): Promise<ReceiptLine[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : goods_receipt_lines.read(
        sql`select ${goods_receipt_lines.selection()} from goods_receipt_lines
          where hospital_id = ${hospital_id} and order_line_id${oneOf([...ids])} and ${posted}
          order by id`,
      )

/** Of goods that were bought from this supplier without an order. */
export const receiptLinesNamed = (
  { hospital_id }: Caller,
  ids: readonly string[],
  supplier_id: string,
): Promise<ReceiptLine[]> =>
  goods_receipt_lines.read(
    sql`select ${goods_receipt_lines.selection()} from goods_receipt_lines
      where hospital_id = ${hospital_id} and id${oneOf([...ids])}
        and exists (select 1 from goods_receipts r where r.id = goods_receipt_lines.receipt_id
          and r.status = 'POSTED' and r.kind = 'DIRECT' and r.supplier_id = ${supplier_id})
      order by id`,
  )

export interface Taken {
  /** How much of what was asked was there, and at which cost it came. */
  quantity: number
  value: number
}

/** The order, or the invoice, is locked by whoever asks: of two at once the other waits. */
export async function takeInvoiced(
  caller: Caller,
  from: { order_line_id: string } | { ids: readonly string[]; supplier_id: string },
  quantity: number,
): Promise<Taken> {
  const { hospital_id } = caller
  const lines =
    'ids' in from
      ? await receiptLinesNamed(caller, from.ids, from.supplier_id)
      : await ofOrderLines(caller, [from.order_line_id])
  const taken = { quantity: 0, value: 0 }
  for (const line of lines) {
    const open = openOf(line)
    const some = Math.min(open, quantity - taken.quantity)
    if (some <= 0) continue
    const left = line.value - line.invoiced_value - line.returned_value
    const value = some === open ? left : portion(left, some, open)
    taken.quantity += some
    taken.value += value
    await goods_receipt_lines.change(
      { hospital_id, id: line.id },
      { invoiced: line.invoiced + some, invoiced_value: line.invoiced_value + value },
    )
  }
  return taken
}
