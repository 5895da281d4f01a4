// What comes in for a bill that was written off (3.1, P-30): income of today; the bill stays as it is.

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import type { Purse } from '../../accounting/purse.ts'
import type { Till } from '../../drawers/cash.ts'
import { type MeansAsked, meansOf } from '../payments/means.ts'
import type { PaymentRow } from '../payments/list.ts'
import type { MoneyMethod } from '../payments/words.ts'
import { receive } from '../payments/receive.ts'
import { billRecord, moved, type Row as Bill } from '../bills/rows.ts'
import { write_offs } from './waiver-tables.ts'

export async function recover(
  caller: Caller,
  purse: Purse,
  bill: Bill,
  asked: { method: MoneyMethod; given: number; till: Till; input: MeansAsked },
): Promise<{ payment: PaymentRow; change: number }> {
  const { method, given, till, input } = asked
  const left = bill.written_off - bill.recovered
  const amount = method === 'Cash' ? Math.min(given, left) : given
  if (left <= 0 || amount > left) {
    throw conflict(
      `Only ${purse.said(left)} of bill ${bill.number} is still written off.`,
      'too_much',
    )
  }
  const { facility_id, patient_id, client_id } = bill
  const means = await meansOf(caller, method, input, till, facility_id)
  const payment = await receive(caller, means, {
    purpose: 'RECOVERY',
    amount,
    tendered: method === 'Cash' ? given : null,
    change_given: given - amount,
    facility_id,
    patient_id,
    client_id,
    payer_name: bill.payer ?? bill.patient_name,
    about: `bill ${bill.number}, which was written off`,
    also: { recovered_bill_id: bill.id },
  })
  await recoveredMore(caller, bill, amount, 'recover', null)
  return { payment, change: given - amount }
}

/** Above nought it came, below it went back. */
export async function recoveredMore(
  caller: Caller,
  bill: Bill,
  amount: number,
  move: string,
  reason: string | null,
): Promise<void> {
  const { hospital_id } = caller
  const recovered = bill.recovered + amount
  await moved(caller, bill, move, { recovered }, reason)
  const off = await write_offs.find({ hospital_id, bill_id: bill.id, status: 'APPROVED' })
  if (off === undefined) return
  await write_offs.change({ hospital_id, id: off.id }, { recovered: off.recovered + amount })
}

/** A receipt of such money that is taken back. */
export async function unrecover(
  caller: Caller,
  { recovered_bill_id, amount }: PaymentRow,
  reason: string,
): Promise<void> {
  if (recovered_bill_id === null) return
  await recoveredMore(
    caller,
    await billRecord.locked(caller, recovered_bill_id),
    -amount,
    'unrecover',
    reason,
  )
}
