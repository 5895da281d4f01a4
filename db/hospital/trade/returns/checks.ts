// What may come back (COM-50 to COM-53): never more than was sold, at no more than was paid for it.

import type { Caller } from '../../../core/caller.ts'
import { portion } from '../../../core/kinds/money.ts'
import { conflict, invalid, Refusal } from '../../../core/refusal.ts'
import { type Purse, purseOf } from '../../money/accounting/purse.ts'
import type { SoldBill } from '../../money/billing/credit/sold-lines.ts'
import { backAlready, isSame, linesOfBill, type Sold } from './sold.ts'

export interface Coming {
  product_id: string | null
  description: string
  quantity: number
  unit_price: number
}

export interface Asked {
  id: string
  refund_amount: number
  restock: boolean
  client_id: string | null
  patient_id: string | null
}

export async function refuseBeyond(
  caller: Caller,
  asked: Asked,
  lines: readonly Coming[],
  { bill, order }: Sold,
): Promise<void> {
  const purse = await purseOf(caller)
  refuseRefund(purse, asked, lines, bill)
  if (bill !== null) refuseOther(asked, bill)
  const of = { bill_id: bill?.id ?? null, order_id: order?.row.id ?? null }
  const back = await backAlready(caller, of, asked.id)
  for (const [at, line] of lines.entries()) {
    const before = [...back, ...lines.slice(0, at)]
    const gone = before
      .filter((one) => isSame(one, line))
      .reduce((sum, one) => sum + one.quantity, 0)
    if (bill !== null) refuseUnsold(purse, bill, line, gone)
    else if (order !== null) {
      const sold = order.items
        .filter((item) => isSame(item, line))
        .reduce((sum, { delivered, invoiced }) => sum + Math.max(0, delivered - invoiced), 0)
      refuseMore(line, gone, sold, `order ${order.row.number}`)
    }
  }
}

const sumOf = (lines: readonly Coming[]): number =>
  lines.reduce((sum, { quantity, unit_price }) => sum + portion(quantity, unit_price, 1000), 0)

/** COM-51, COM-53. */
function refuseRefund(
  { said }: Purse,
  { refund_amount, restock }: Asked,
  lines: readonly Coming[],
  bill: SoldBill | null,
): void {
  if (restock && lines.every(({ product_id }) => product_id === null)) {
    throw invalid('restock', 'needs at least one line with a product.')
  }
  const most = sumOf(lines)
  if (refund_amount > most) {
    throw invalid('refund_amount', `is more than the returned lines (${said(most)}).`)
  }
  if (refund_amount > 0 && bill === null) {
    throw conflict('A refund needs the bill the goods were sold on.', 'bill')
  }
}

/** COM-52. */
function refuseOther({ client_id, patient_id }: Asked, bill: SoldBill): void {
  const of_client = client_id !== null && client_id !== bill.client_id
  const of_patient = patient_id !== null && patient_id !== bill.patient_id
  if (of_client || of_patient) {
    throw conflict(`Bill ${bill.called} is of somebody else.`, 'party')
  }
}

/** COM-50. */
function refuseUnsold({ said }: Purse, bill: SoldBill, line: Coming, gone: number): void {
  const sold = linesOfBill(bill, line)
  const quantity = sold.reduce((sum, one) => sum + one.quantity, 0)
  refuseMore(line, gone, quantity, `bill ${bill.called}`)
  const dearest = sold.reduce(
    (most, { amount, quantity: of }) => Math.max(most, portion(amount, 1000, of)),
    0,
  )
  if (line.unit_price > dearest) {
    throw conflict(
      `${line.description} was billed at ${said(dearest)}: unit_price may not be more.`,
      'price',
    )
  }
}

function refuseMore(line: Coming, gone: number, sold: number, where: string): void {
  const left = Math.max(0, sold - gone)
  if (line.quantity <= left) return
  throw conflict(
    `Only ${left / 1000} of ${line.quantity / 1000} ${line.description} can still be returned on ${where}.`,
    'returned',
  )
}

/** COM-55. */
export function refuseUntold(reason_code: string, told: unknown): void {
  if (reason_code !== 'ADVERSE_REACTION' || told) return
  throw new Refusal(
    400,
    'invalid',
    'adverse_reaction is required for this reason: reaction, outcome.',
    { field: 'adverse_reaction' },
  )
}
