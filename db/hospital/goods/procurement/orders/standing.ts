// Where an order stands by what came of it and what was invoiced (3.6): the house moves it, nobody else.

import type { Caller } from '../../../../core/caller.ts'
import { promise, release } from './budget.ts'
import { openOf, type OrderLine, orderRecord, type OrderRow } from './record.ts'

/** What went back for money is invoiced no more; for what comes again the invoice stays (STK-145). */
const dueOf = ({ base_quantity, to_replace, received, returned }: OrderLine): number =>
  Math.min(base_quantity, Math.max(base_quantity + to_replace, received) - returned)

const invoicedBy = (lines: readonly OrderLine[]): OrderRow['invoice_status'] => {
  if (lines.every((line) => line.invoiced >= dueOf(line))) return 'INVOICED'
  return lines.every(({ invoiced }) => invoiced === 0) ? 'NOT_INVOICED' : 'PART_INVOICED'
}

function receivedBy(lines: readonly OrderLine[]): 'SENT' | 'PART_RECEIVED' | 'RECEIVED' {
  if (lines.every((line) => openOf(line) === 0)) return 'RECEIVED'
  return lines.some(({ received }) => received > 0) ? 'PART_RECEIVED' : 'SENT'
}

const isOpen = ({ status }: OrderRow): boolean =>
  status === 'SENT' || status === 'PART_RECEIVED' || status === 'RECEIVED'

/** The order is locked, its lines as they are now. Wholly received and invoiced it closes by itself. */
export async function settle(
  caller: Caller,
  order: OrderRow,
  lines: readonly OrderLine[],
  by: 'receive' | 'reopen' | 'invoice',
): Promise<OrderRow> {
  const invoice_status = invoicedBy(lines)
  const status = receivedBy(lines)
  let now = order
  if (by !== 'invoice' && order.status !== status) {
    const move = by === 'receive' ? 'receive' : 'reopen'
    now = await orderRecord.moved(caller, order, move, { status, invoice_status })
  } else if (order.invoice_status !== invoice_status) {
    now = await orderRecord.changed(caller, order, 'invoiced', { invoice_status })
  }
  if (by === 'invoice' && isOpen(now)) await promise(caller, now, lines)
  if (now.status !== 'RECEIVED' || invoice_status !== 'INVOICED') return now
  await release(caller, now)
  return orderRecord.moved(caller, now, 'close')
}
