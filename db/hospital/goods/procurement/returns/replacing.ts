// Other goods came for what went back (3.7): the receipt that brought them, and enough of them since.

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { row as one } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import { productName, productsOf } from '../../stock/products/record.ts'
import { ownStore } from '../../stock/stores/keeping.ts'
import { orderRecord } from '../orders/record.ts'
import { receipt_content, receiptRecord, type ReceiptRow } from '../receipts/record.ts'
import { cameIn } from './came.ts'
import { return_content, type ReturnLine, returnRecord, type ReturnRow } from './record.ts'

export async function replace(caller: Caller, id: string, receipt_id: string): Promise<ReturnRow> {
  const before = await returnRecord.begin(caller, id, 'replace')
  await ownStore(caller, before.store_id)
  if (before.settle !== 'REPLACE') {
    throw conflict(`${before.number} is to be credited: give the credit note.`, 'settle')
  }
  const receipt = await receiptRecord.get(caller, receipt_id)
  const lines = await return_content.of(caller, id)
  await mustBring(caller, before, receipt, lines)
  for (const [order_line_id, { quantity, product_id }] of await wantedOf(caller, lines)) {
    const came = await cameSince(caller, before, order_line_id)
    if (came >= quantity) continue
    const product = (await productsOf(caller, [product_id])).get(product_id)
    const name = productName(product ?? { name: '', strength: null })
    const said = `${quantity / 1000} of ${name} went back, ${Math.max(0, came) / 1000} came`
    throw conflict(`${said} since by its order.`, 'received')
  }
  return returnRecord.moved(caller, before, 'replace', { replaced_by_id: receipt_id })
}

async function mustBring(
  caller: Caller,
  { id, number, supplier_id, sent_at }: ReturnRow,
  receipt: ReceiptRow,
  lines: readonly ReturnLine[],
): Promise<void> {
  const posted_at = receipt.posted_at ?? ''
  const is_since = receipt.id > id && posted_at >= (sent_at ?? '')
  const brought = await receipt_content.of(caller, receipt.id)
  const goods = new Set(brought.flatMap((line) => (line.batch_id ? [line.product_id] : [])))
  const brings = lines.some(({ product_id }) => goods.has(product_id))
  const is_theirs = receipt.supplier_id === supplier_id && receipt.status === 'POSTED'
  if (is_since && is_theirs && brings) return
  throw conflict(`${receipt.number} brings nothing for what went back by ${number}.`, 'receipt')
}

interface Gone {
  quantity: number
  product_id: string
}

/** By line of the order; the orders are locked, so that no delivery replaces two returns at once. */
async function wantedOf(caller: Caller, lines: readonly ReturnLine[]): Promise<Map<string, Gone>> {
  const ids = lines.flatMap(({ receipt_line_id }) => receipt_line_id ?? [])
  const came = await cameIn(caller, ids)
  const orders = new Set(came.flatMap(({ receipt }) => receipt.order_id ?? []))
  for (const id of [...orders].toSorted()) await orderRecord.locked(caller, id)
  const wanted = new Map<string, Gone>()
  for (const { receipt_line_id, quantity, free, product_id } of lines) {
    const from = came.find(({ line }) => line.id === receipt_line_id)
    const key = from?.line.order_line_id
    if (free || !key) continue
    wanted.set(key, { product_id, quantity: (wanted.get(key)?.quantity ?? 0) + quantity })
  }
  return wanted
}

/** By receipts that were begun after the return was; less what they replaced of other returns. */
async function cameSince(
  { hospital_id }: Caller,
  { id, sent_at }: ReturnRow,
  order_line_id: string,
): Promise<number> {
  const came = await one<{ n: number | null }>(
    sql`select cast(sum(l.base_quantity) as bigint) as n from goods_receipt_lines l
      join goods_receipts r on r.id = l.receipt_id
      where l.hospital_id = ${hospital_id} and l.order_line_id = ${order_line_id}
        and r.status = 'POSTED' and r.id > ${id} and r.posted_at >= ${sent_at}`,
  )
  const used = await one<{ n: number | null }>(
    sql`select cast(sum(l.quantity) as bigint) as n from supplier_return_lines l
      join supplier_returns b on b.id = l.return_id
      join goods_receipt_lines f on f.id = l.receipt_line_id
      join goods_receipts r on r.id = b.replaced_by_id
      where l.hospital_id = ${hospital_id} and f.order_line_id = ${order_line_id}
        and not l.free and b.status = 'REPLACED' and r.id > ${id} and r.posted_at >= ${sent_at}`,
  )
  return Number(came?.n ?? 0) - Number(used?.n ?? 0)
}
