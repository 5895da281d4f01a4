// Giving money back for what was returned (COM-60 to COM-63): a credit note always, and what was paid of it
// out of the drawer where that is asked.

import type { Caller } from '../../../core/caller.ts'
import { largestRemainder } from '../../../core/kinds/spread.ts'
import { portion } from '../../../core/kinds/money.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { creditBill } from '../../money/billing/credit/notes.ts'
import { soldBill, type SoldBill, type SoldLine } from '../../money/billing/credit/sold-lines.ts'
import { payOut } from '../../money/billing/refunds/pay-out-now.ts'
import { anotherPerson } from '../../office/access/users/another-person.ts'
import { tell } from './decide.ts'
import { endOf, return_content, returnRecord, type ReturnItem, type ReturnRow } from './record.ts'
import type { RefundReturn } from './shapes.ts'
import { linesOfBill } from './sold.ts'

export interface Refunded {
  row: ReturnRow
  /** Minor units. */
  paid_out: number
}

/** The bill is held before the return. */
export async function refund(
  caller: Caller,
  id: string,
  { settle, method, reference }: RefundReturn,
): Promise<Refunded> {
  const named = await returnRecord.get(caller, id)
  const bill = named.bill_id === null ? null : await soldBill(caller, named.bill_id)
  const before = await returnRecord.begin(caller, id, 'refund')
  if (before.refund_status !== 'PENDING' || bill === null) {
    throw conflict(`Nothing of return ${before.number} waits to be refunded.`, 'refund')
  }
  await anotherPerson(caller, before.decided_by_id, 'return:refund', {
    words: 'You approved this: somebody else must refund it.',
  })
  if (settle === 'PAY_OUT' && !method) throw invalid('method', 'is required to pay out.')
  const items = await return_content.of(caller, id)
  const requested_by = { id: before.requested_by_id, name: before.requested_by_name }
  const note = await creditBill(caller, {
    bill_id: bill.id,
    lines: wishesOf(bill, items, before.refund_amount),
    reason: before.reason,
    reason_code: 'RETURN',
    source: 'return',
    source_id: id,
    requested_by,
  })
  const paid_out = settle === 'PAY_OUT' ? note.paid_part : 0
  if (settle === 'PAY_OUT' && paid_out === 0) {
    throw conflict('The bill is not paid: the credit note settles it.', 'unpaid')
  }
  const approved_by = { id: before.decided_by_id, name: before.decided_by_name ?? '' }
  const paid =
    settle === 'PAY_OUT' && method
      ? await payOut(caller, {
          credit_note_id: note.id,
          amount: paid_out,
          method,
          reference: reference ?? null,
          requested_by,
          approved_by,
        })
      : null
  const refund_status = 'SETTLED' as const
  const row = await returnRecord.moved(caller, before, 'refund', {
    refund_status,
    status: endOf({ ...before, refund_status }),
    credit_note_id: note.id,
    credit_note_number: note.number,
    refund_id: paid?.refund_id ?? null,
  })
  if (row.status === 'COMPLETED') await tell(caller, row, 'is completed')
  return { row, paid_out }
}

interface Wish {
  item_id: string
  quantity: number
  amount: number
}

/** The refund by the value of the returned lines; a line that was sold in several is credited in order. */
function wishesOf(bill: SoldBill, items: readonly ReturnItem[], amount: number): Wish[] {
  const values = items.map(({ quantity, unit_price }) => portion(quantity, unit_price, 1000))
  const parts = largestRemainder(amount, values)
  const left = new Map(bill.lines.map((line) => [line.id, { ...line }]))
  const wishes = items.flatMap((item, at) => {
    const lines = linesOfBill(bill, item).map(({ id }) => left.get(id) as SoldLine)
    return spread(lines, item.quantity, parts[at] ?? 0)
  })
  return [...Map.groupBy(wishes, ({ item_id }) => item_id)].map(([item_id, own]) => ({
    item_id,
    quantity: own.reduce((sum, one) => sum + one.quantity, 0),
    amount: own.reduce((sum, one) => sum + one.amount, 0),
  }))
}

function spread(lines: readonly SoldLine[], quantity: number, amount: number): Wish[] {
  const wishes: Wish[] = []
  let open = quantity
  let money = amount
  for (const line of lines) {
    const some = Math.min(open, line.quantity - line.credited_quantity)
    if (some <= 0 || money <= 0) continue
    const most = open === some ? money : portion(amount, some, quantity)
    const part = Math.min(money, most, line.left)
    open -= some
    money -= part
    line.credited_quantity += some
    line.left -= part
    if (part > 0) wishes.push({ item_id: line.id, quantity: some, amount: part })
  }
  if (money > 0) throw conflict('Less than that was paid for what came back.', 'too_much')
  return wishes
}
