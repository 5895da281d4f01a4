// All that a return touches, locked before the head of the ledger, several of one kind in the order of their
// ids: receipts, orders, invoices. Read after that, it holds until the return is sent.

import type { Caller } from '../../../../core/caller.ts'
import { order_content, orderRecord } from '../orders/record.ts'
import { invoicesAsking, type Named } from '../invoices/sent-back.ts'
import type { Ordered } from '../receipts/drafts.ts'
import { receiptRecord } from '../receipts/record.ts'
import { type Came, cameIn } from './came.ts'
import type { ReturnLine } from './record.ts'

export interface Held {
  came: Map<string, Came>
  orders: Map<string, Ordered>
  asking: Awaited<ReturnType<typeof invoicesAsking>>
}

export const namedBy = ({ line }: Came): Named => ({
  order_line_id: line.order_line_id,
  receipt_line_id: line.id,
})

export async function hold(caller: Caller, lines: readonly ReturnLine[]): Promise<Held> {
  const ids = [...new Set(lines.flatMap(({ receipt_line_id }) => receipt_line_id ?? []))]
  const seen = await cameIn(caller, ids)
  const of = (name: 'id' | 'order_id') =>
    [...new Set(seen.flatMap(({ receipt }) => receipt[name] ?? []))].toSorted()
  // Only what stands posted can be taken back, this way or the other.
  for (const id of of('id')) receiptRecord.check(await receiptRecord.locked(caller, id), 'reverse')
  const orders = new Map<string, Ordered>()
  for (const id of of('order_id')) {
    const order = await orderRecord.locked(caller, id)
    orders.set(id, { order, lines: await order_content.of(caller, id) })
  }
  const asking = await invoicesAsking(caller, seen.map(namedBy))
  const now = await cameIn(caller, ids)
  return { came: new Map(now.map((one) => [one.line.id, one])), orders, asking }
}
