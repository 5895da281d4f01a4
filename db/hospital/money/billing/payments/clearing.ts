// Cheques, cards and bank money that the bank must still confirm (3.3): cleared, or a cheque that comes
// back (P-59).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { row } from '../../../../store/connection.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { sql } from '../../../../store/sql.ts'
import { fundingAccountFor } from '../../accounting/funding/funding.ts'
import { lockHead, post } from '../../accounting/posting/post.ts'
import { purseOf } from '../../accounting/purse.ts'
import { record } from '../../../office/audit/record.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { deposits } from '../deposits/tables.ts'
import { nameOf } from '../history.ts'
import {
  calledPayment,
  closeDeposit,
  payment_life,
  type PaymentRow,
  refuseReturned,
  paymentRecord,
} from './list.ts'
import { bouncedLines } from './ledger.ts'
import type { BounceInput } from './shapes.ts'
import { payment_allocations, payments } from './tables.ts'
import { unrecover } from '../relief/recovery.ts'
import { billRecord, type Row as Bill } from '../bills/rows.ts'
import { unsettle } from './settle.ts'

const waiting: readonly string[] = ['PENDING', 'DEPOSITED']

export async function paymentCleared(caller: Caller, id: string): Promise<void> {
  const payment = await paymentRecord.locked(caller, id)
  if (payment.status !== 'RECORDED' || !waiting.includes(payment.clearing)) return
  await payments.change({ hospital_id: caller.hospital_id, id }, { clearing: 'CLEARED' })
  noted(caller, payment, 'payment.clear', 'CLEARED', null)
}

/**
 * BIL-10: a line of the bank was matched with it, or that was a slip. What somebody cleared by hand
 * stays cleared whatever is matched.
 */
export async function bankSaw(caller: Caller, id: string, seen: boolean): Promise<void> {
  const { hospital_id } = caller
  const payment = await payments.find({ hospital_id, id }, { lock: true })
  if (payment?.status !== 'RECORDED') return
  const { clearing, cleared_from } = payment
  if (seen) {
    if (!waiting.includes(clearing)) return
    await payments.change({ hospital_id, id }, { clearing: 'CLEARED', cleared_from: clearing })
    noted(caller, payment, 'payment.clear', 'CLEARED', null)
  } else if (cleared_from !== null && clearing === 'CLEARED') {
    await payments.change({ hospital_id, id }, { clearing: cleared_from, cleared_from: null })
    noted(caller, payment, 'payment.unclear', cleared_from, null)
  }
}

export async function clear(caller: Caller, id: string, cleared_on: string | null): Promise<void> {
  const payment = await paymentRecord.locked(caller, id)
  if (payment.status !== 'RECORDED') throw refused(payment)
  if (!waiting.includes(payment.clearing)) {
    throw conflict(`Receipt ${calledPayment(payment)} is ${payment.clearing}.`, 'clearing')
  }
  if (cleared_on !== null) await refuseDay(caller, 'cleared_on', payment, cleared_on)
  await paymentCleared(caller, id)
}

const refused = (payment: PaymentRow) =>
  payment_life.refusal(payment.status, calledPayment(payment))

async function refuseDay(
  caller: Caller,
  field: string,
  { business_date }: PaymentRow,
  day: string,
): Promise<void> {
  if (day > (await today(caller))) throw invalid(field, 'must not be in the future.')
  if (day < business_date) throw invalid(field, 'is before the money was taken.')
}

/** The debt stands again; the entry of the payment stays, another takes its money away. */
export async function bounce(caller: Caller, id: string, input: BounceInput): Promise<void> {
  const { hospital_id } = caller
  const { reason } = input
  const purse = await purseOf(caller)
  const typed = input.bank_charge ?? null
  const bank_charge = typed === null ? 0 : purse.minor('bank_charge', typed)
  if (bank_charge < 0) throw invalid('bank_charge', 'must not be negative.')
  const given = await payment_allocations.all({ hospital_id, payment_id: id, live: true })
  const bills: Bill[] = []
  for (const bill_id of [...new Set(given.map((one) => one.bill_id))].sort()) {
    bills.push(await billRecord.locked(caller, bill_id))
  }
  const payment = await paymentRecord.locked(caller, id)
  if (payment.status !== 'RECORDED') throw refused(payment)
  if (payment.method !== 'Cheque') {
    throw conflict(`Receipt ${calledPayment(payment)} is no cheque.`, 'method')
  }
  const day = input.bounced_on ?? null
  if (day !== null) await refuseDay(caller, 'bounced_on', payment, day)
  await refuseReturned(caller, payment, given)
  const kept = await deposits.find({ hospital_id, payment_id: id })
  const of_bills = bills.map((bill) => ({
    bill,
    amount: given
      .filter(({ bill_id }) => bill_id === bill.id)
      .reduce((sum, { amount }) => sum + amount, 0),
  }))
  for (const { bill } of of_bills) await unsettle(caller, bill, payment, reason)
  await closeDeposit(caller, payment, reason)
  if (payment.purpose === 'RECOVERY') await unrecover(caller, payment, reason)
  const { facility_id } = payment
  const back = {
    bank_charge,
    came_back: {
      bills: of_bills.map(({ bill, amount }) => ({ bill_id: bill.id, amount })),
      held: kept?.amount ?? 0,
      charged_account_id: bank_charge === 0 ? null : await chargedTo(caller, facility_id),
    },
  }
  await lockHead(caller)
  await post(caller, {
    source: 'CHEQUE_BOUNCE',
    source_id: payment.id,
    memo: `Cheque of receipt ${calledPayment(payment)} came back: ${reason}`,
    lines: bouncedLines({ ...payment, ...back }, bills),
  })
  await payments.change(
    { hospital_id, id },
    {
      ...back,
      status: 'REVERSED',
      clearing: 'BOUNCED',
      reversed_at: clock.instant(),
      reversed_by_name: nameOf(caller),
      reverse_reason: reason,
    },
  )
  noted(caller, payment, 'payment.bounce', 'BOUNCED', reason)
}

/** The bank takes it from its own account; the cheque itself never left the drawer of cheques. */
const chargedTo = async (caller: Caller, facility_id: string): Promise<string> =>
  (await fundingAccountFor(caller, 'Bank Transfer', facility_id)).account_id

function noted(
  caller: Caller,
  payment: PaymentRow,
  action: string,
  clearing: string,
  reason: string | null,
): void {
  record(caller, action, {
    entity_type: 'payment',
    entity_id: payment.id,
    entity_label: calledPayment(payment),
    patient_id: payment.patient_id,
    changes: { clearing: [payment.clearing, clearing] },
    reason,
  })
}

const refused_days = 365

/** 3.3: for a year after a cheque came back the patient buys nothing on credit. */
export async function chequeRefused({ hospital_id }: Caller, patient_id: string): Promise<boolean> {
  const since = new Date(clock.ms() - refused_days * 86_400_000).toISOString()
  const found = await row<{ n: number }>(
    sql`select count(*) as n from payments where hospital_id = ${hospital_id}
      and patient_id = ${patient_id} and clearing = 'BOUNCED' and reversed_at > ${since}`,
  )
  return Number(found?.n ?? 0) > 0
}
