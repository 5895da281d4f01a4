// Money that was put on the wrong bill of the same payer (BIL-55): it moves, and the ledger has nothing
// to say where both bills stand on one account.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid, noSuch } from '../../../../core/refusal.ts'
import { purseOf } from '../../accounting/purse.ts'
import { record } from '../../../office/audit/record.ts'
import { calledPayment, payment_life } from './list.ts'
import type { ReallocateInput } from './shapes.ts'
import { payment_allocations, payments } from './tables.ts'
import { bill_life, called, billRecord, type Row as Bill } from '../bills/rows.ts'
import { settle, unsettle } from './settle.ts'
import { open_states } from '../words.ts'

export async function reallocate(
  caller: Caller,
  id: string,
  { from_bill_id, to_bill_id, amount: typed, reason }: ReallocateInput,
): Promise<void> {
  const { hospital_id } = caller
  const purse = await purseOf(caller)
  const amount = purse.minor('amount', typed)
  if (amount <= 0) throw invalid('amount', 'must be more than 0.')
  if (from_bill_id === to_bill_id) throw invalid('to_bill_id', 'is the bill it stands on.')
  const both = new Map<string, Bill>()
  for (const one of [from_bill_id, to_bill_id].sort())
    both.set(one, await billRecord.locked(caller, one))
  const from = both.get(from_bill_id) as Bill
  const to = both.get(to_bill_id) as Bill
  const payment = await payments.find({ hospital_id, id }, { lock: true })
  if (payment === undefined) throw noSuch('payment')
  if (payment.status !== 'RECORDED') {
    throw payment_life.refusal(payment.status, calledPayment(payment))
  }
  if (payment.account_id === null) {
    throw conflict(`${calledPayment(payment)} brought no money.`, 'method')
  }
  refuseOther(from, to)
  if (!open_states.includes(to.status)) throw bill_life.refusal(to.status, called(to))
  const given = await payment_allocations.all({
    hospital_id,
    payment_id: id,
    bill_id: from.id,
    live: true,
  })
  if (given.some(({ returned }) => returned > 0)) {
    throw conflict(`Bill ${from.number} was credited: its receipt stands.`, 'credited')
  }
  const there = given.reduce((sum, one) => sum + one.amount, 0)
  if (amount > there) {
    throw conflict(
      `Only ${purse.said(there)} of this receipt is on bill ${from.number}.`,
      'too_much',
    )
  }
  if (amount > to.balance) throw conflict(`Only ${purse.said(to.balance)} is due.`, 'too_much')
  const freed = await unsettle(caller, from, payment, reason)
  if (there > amount) await settle(caller, freed, { id, amount: there - amount }, [])
  await settle(caller, to, { id, amount }, [])
  record(caller, 'payment.reallocate', {
    entity_type: 'payment',
    entity_id: id,
    entity_label: calledPayment(payment),
    patient_id: payment.patient_id,
    changes: { bill: [from.number, to.number], amount: [null, amount] },
    reason,
  })
}

function refuseOther(from: Bill, to: Bill): void {
  const client = from.payer_kind === 'CLIENT'
  const same =
    client === (to.payer_kind === 'CLIENT') &&
    (client ? from.client_id === to.client_id : from.patient_id === to.patient_id) &&
    from.facility_id === to.facility_id
  if (!same) throw conflict(`Bill ${to.number} is of another payer or branch.`, 'party')
}
