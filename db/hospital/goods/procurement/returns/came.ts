// From which receipt goods came that go back (STK-153): the price they came at is that of its line, and no more
// of a line goes back than it brought.

import type { Caller } from '../../../../core/caller.ts'
import { portion } from '../../../../core/kinds/money.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { goods_receipt_lines, goods_receipts } from '../receipts/tables.ts'
import type { ReceiptLine, ReceiptRow } from '../receipts/record.ts'

export interface Came {
  line: ReceiptLine
  receipt: ReceiptRow
  /** Free goods of the line that went back already. */
  free_back: number
}

/** Of bought goods alone, oldest first. */
export async function cameFrom(
  { hospital_id }: Caller,
  supplier_id: string,
  batch_ids: readonly string[],
): Promise<Came[]> {
  const lines = await goods_receipt_lines.read(
    sql`select ${goods_receipt_lines.selection()} from goods_receipt_lines
      where hospital_id = ${hospital_id} and batch_id${oneOf([...batch_ids])}
        and exists (select 1 from goods_receipts r where r.id = goods_receipt_lines.receipt_id
          and r.status = 'POSTED' and r.kind in ('PURCHASE', 'DIRECT')
          and r.supplier_id = ${supplier_id})
      order by id`,
  )
  return withReceipts(hospital_id, lines)
}

/** By their ids, as they are now. */
export async function cameIn({ hospital_id }: Caller, ids: readonly string[]): Promise<Came[]> {
  const lines = await goods_receipt_lines.all({ hospital_id, id: [...ids] }, { order: ['id'] })
  return withReceipts(hospital_id, lines)
}

async function withReceipts(hospital_id: string, lines: readonly ReceiptLine[]): Promise<Came[]> {
  if (lines.length === 0) return []
  const receipts = await goods_receipts.all({
    hospital_id,
    id: [...new Set(lines.map(({ receipt_id }) => receipt_id))],
  })
  const back = await rows<{ receipt_line_id: string; quantity: number }>(
    sql`select l.receipt_line_id, cast(sum(l.quantity) as bigint) as quantity
      from supplier_return_lines l join supplier_returns r on r.id = l.return_id
      where l.hospital_id = ${hospital_id} and l.free
        and r.status in ('SENT', 'CREDITED', 'REPLACED')
        and l.receipt_line_id${oneOf(lines.map(({ id }) => id))}
      group by l.receipt_line_id`,
  )
  return lines.flatMap((line): Came[] => {
    const receipt = receipts.find(({ id }) => id === line.receipt_id)
    const free = back.find(({ receipt_line_id }) => receipt_line_id === line.id)
    return receipt === undefined ? [] : [{ line, receipt, free_back: Number(free?.quantity ?? 0) }]
  })
}

/** How much of it may still go back. */
export const roomOf = ({ line, free_back }: Came, free: boolean): number =>
  free ? line.base_free - free_back : line.base_quantity - line.returned

/** At which price so much of it came, landed (STK-138). */
export const priceOf = ({ value, base_quantity }: ReceiptLine, quantity: number): number =>
  base_quantity === 0 ? 0 : portion(value, quantity, base_quantity)
