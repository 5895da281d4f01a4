// Cash paid into a drawer or out of it that is no bill, refund or expense (P-82).

import type { Caller } from '../../../core/caller.ts'
import { newId } from '../../../core/ids.ts'
import { invalid } from '../../../core/refusal.ts'
import { booksOf } from '../accounting/books.ts'
import { manualOf } from '../accounting/chart/chart.ts'
import { postable } from '../accounting/entries/lines.ts'
import { post } from '../accounting/posting/post.ts'
import { purseOf } from '../accounting/purse.ts'
import { conflict } from '../../../core/refusal.ts'
import { record } from '../../office/audit/record.ts'
import { refuseCounting, took } from './cash.ts'
import { movementLines } from './ledger.ts'
import type { CashMovement, PayInput } from './money-shapes.ts'
import { drawerRecord, shiftRecord, shift_life } from './rows.ts'
import { cash_movements } from './tables.ts'
import { ownOf, supervises } from './whose.ts'

export async function payIn(caller: Caller, id: string, input: PayInput): Promise<CashMovement> {
  return move(caller, id, input, 'IN')
}

export async function payOut(caller: Caller, id: string, input: PayInput): Promise<CashMovement> {
  return move(caller, id, input, 'OUT')
}

async function move(
  caller: Caller,
  shift_id: string,
  input: PayInput,
  direction: 'IN' | 'OUT',
): Promise<CashMovement> {
  const purse = await purseOf(caller)
  const amount = purse.minor('amount', input.amount)
  if (amount <= 0) throw invalid('amount', 'must be more than 0.')
  const shift = await shiftRecord.locked(caller, shift_id)
  if (direction === 'IN') ownOf(caller, shift)
  await supervises(caller, shift)
  refuseCounting(shift)
  if (shift.status !== 'OPEN') throw shift_life.refusal(shift.status, shift.number)
  const drawer = await drawerRecord.get(caller, shift.drawer_id)
  const contra = await contraOf(caller, input.contra_account_id)
  const incoming = direction === 'IN'
  const id = newId()
  await took(caller, shift_id, {
    kind: incoming ? 'PAY_IN' : 'PAY_OUT',
    method: 'Cash',
    amount: incoming ? amount : -amount,
    source: 'cash_movement',
    source_id: id,
  })
  const entry = await post(caller, {
    source: 'CASH_MOVEMENT',
    source_id: id,
    memo: `${incoming ? 'Paid in' : 'Paid out'}, shift ${shift.number}: ${input.reason}`,
    document: {
      kind: 'shift',
      id: shift.id,
      reference: shift.number,
      path: `/billing/shifts/${shift.id}`,
    },
    lines: movementLines(drawer, { direction, amount, contra_account_id: contra }),
  })
  const made = await cash_movements.insert({
    id,
    hospital_id: caller.hospital_id,
    shift_id,
    direction,
    amount,
    reason: input.reason,
    contra_account_id: contra,
    entry_reference: entry.reference,
    made_by_name: caller.name,
  })
  record(caller, incoming ? 'shift.pay_in' : 'shift.pay_out', {
    entity_type: 'shift',
    entity_id: shift_id,
    entity_label: shift.number,
    reason: input.reason,
    changes: { amount: [null, amount] },
  })
  return { ...made, amount: purse.major(amount) }
}

/** An account that people may post to by hand: never that of a bank, a drawer or a party. */
async function contraOf(caller: Caller, id: string): Promise<string> {
  const books = await booksOf(caller)
  const account = postable(books, id)
  if (manualOf(account) !== 'OPEN') {
    throw conflict(`${account.code} ${account.name} takes no entry by hand.`, 'account')
  }
  return account.id
}
