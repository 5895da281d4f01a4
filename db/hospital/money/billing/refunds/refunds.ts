// Refunds (BIL-76 to BIL-79): what remains of a deposit goes back, by the hands of three people.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { lockHead, post } from '../../accounting/posting/post.ts'
import { type Purse, purseOf } from '../../accounting/purse.ts'
import { reverse as reverseEntry } from '../../accounting/posting/reverse.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { policyOf } from '../../policy/policy.ts'
import { nextReference } from '../../../office/sequences/references.ts'
import { creditNoteRecord } from '../credit/rows.ts'
import type { Returned } from '../credit/tables.ts'
import { anotherPerson } from '../decide.ts'
import { depositRecord, type DepositRow, restateDeposit } from '../deposits/deposits.ts'
import { deposits } from '../deposits/tables.ts'
import { nameOf } from '../history.ts'
import { sourceOf, wentOut } from './pay-out.ts'
import { paymentRecord } from '../payments/list.ts'
import type { MoneyMethod } from '../payments/words.ts'
import { refundRecord, type RefundRow } from './rows.ts'
import type { ApproveRefund, PayRefund, RefundInput } from './shapes.ts'
import { paidOutLines, refundLines } from '../payments/ledger.ts'

/** BIL-78: later than this a card is no way back any more. */
const card_days = 30

export async function request(caller: Caller, input: RefundInput): Promise<RefundRow> {
  const purse = await purseOf(caller)
  const asked =
    input.amount === null || input.amount === undefined ? null : purse.minor('amount', input.amount)
  if (asked !== null && asked <= 0) throw invalid('amount', 'must be more than 0.')
  const deposit = await namedDeposit(caller, input)
  return requestOf(caller, purse, deposit, {
    amount: asked,
    method: input.method ?? null,
    account_id: input.account_id ?? null,
    payee_name: input.payee_name,
    payee_phone: input.payee_phone ?? null,
    payee_id_no: input.payee_id_no ?? null,
    reason: input.reason,
  })
}

/** By itself, by the receipt whose money it holds, or by the credit note that made it. */
async function namedDeposit(caller: Caller, input: RefundInput): Promise<DepositRow> {
  const { hospital_id } = caller
  if (input.deposit_id !== null && input.deposit_id !== undefined)
    return depositRecord.locked(caller, input.deposit_id)
  if (input.credit_note_id !== null && input.credit_note_id !== undefined) {
    const { deposit_id, number } = await creditNoteRecord.get(caller, input.credit_note_id)
    if (deposit_id === null) throw conflict(`Nothing was paid for credit note ${number ?? ''}.`)
    return depositRecord.locked(caller, deposit_id)
  }
  if (input.payment_id === null || input.payment_id === undefined)
    throw invalid('deposit_id', 'is required.')
  const payment = await paymentRecord.get(caller, input.payment_id)
  const [held] = await deposits.all(
    { hospital_id, payment_id: payment.id },
    { order: ['-remaining', 'id'], limit: 1 },
  )
  if (held === undefined) {
    throw conflict(`Receipt ${payment.number} holds no deposit: make a credit note first.`)
  }
  return depositRecord.locked(caller, held.id)
}

export interface RefundAsked {
  /** Null: all that remains. */
  amount: number | null
  method: MoneyMethod | null
  account_id?: string | null
  payee_name: string
  payee_phone?: string | null
  payee_id_no?: string | null
  reason: string
}

/** The deposit is locked. */
export async function requestOf(
  caller: Caller,
  purse: Purse,
  deposit: DepositRow,
  asked: RefundAsked,
): Promise<RefundRow> {
  const amount = asked.amount ?? deposit.remaining
  if (amount <= 0 || amount > deposit.remaining) {
    throw conflict(`Only ${purse.said(deposit.remaining)} can be refunded.`, 'too_much')
  }
  const came = await cameBy(caller, deposit)
  await restateDeposit(caller, deposit, 'hold', { held: deposit.held + amount }, asked.reason)
  const made = await refundRecord.created(
    caller,
    {
      ...asked,
      facility_id: deposit.facility_id,
      deposit_id: deposit.id,
      deposit_number: deposit.number,
      patient_id: deposit.patient_id,
      client_id: deposit.client_id,
      amount,
      method: asked.method ?? came.method,
      credit_note_id: deposit.credit_note_id,
      receipt_numbers: came.numbers,
      requested_by_id: caller.user_id,
      requested_by_name: nameOf(caller),
    },
    'request',
    asked.reason,
  )
  return made
}

/** The receipts the money came from, and the way it came (BIL-78). */
async function cameBy(
  caller: Caller,
  deposit: DepositRow,
): Promise<{ method: MoneyMethod; numbers: string[] }> {
  const of_note: Returned[] =
    deposit.credit_note_id === null
      ? []
      : (await creditNoteRecord.get(caller, deposit.credit_note_id)).returned
  const [first] = of_note
  const payment_id = deposit.payment_id ?? first?.payment_id ?? null
  const numbers = of_note.flatMap(({ number }) => (number === null ? [] : [number]))
  if (payment_id === null) return { method: 'Cash', numbers }
  const payment = await paymentRecord.get(caller, payment_id)
  const age = clock.ms() - Date.parse(payment.received_at)
  const late_card = payment.method === 'Card' && age > card_days * 86_400_000
  if (numbers.length === 0 && payment.number !== null) numbers.push(payment.number)
  return { method: late_card ? 'Bank Transfer' : (payment.method as MoneyMethod), numbers }
}

/** P-19: from now on the hospital owes it. */
export async function approve(
  caller: Caller,
  id: string,
  { note, method }: ApproveRefund,
): Promise<RefundRow> {
  const before = await refundRecord.begin(caller, id, 'approve')
  await anotherPerson(caller, before.requested_by_id, 'refund:approve')
  return approved(caller, before, {
    decision_note: note ?? null,
    ...(method === null || method === undefined ? {} : { method }),
  })
}

export async function approved(
  caller: Caller,
  before: RefundRow,
  changes: Partial<RefundRow>,
): Promise<RefundRow> {
  const deposit = await depositRecord.locked(caller, before.deposit_id)
  await lockHead(caller)
  const number = await nextReference(caller, 'refund', before.facility_id)
  await post(caller, {
    source: 'REFUND_APPROVE',
    source_id: before.id,
    memo: `Refund ${number}`,
    document: documentOf(before, number),
    lines: refundLines(before, deposit),
  })
  return refundRecord.moved(caller, before, 'approve', {
    number,
    approved_at: clock.instant(),
    approved_by_id: caller.user_id,
    approved_by_name: nameOf(caller),
    ...changes,
  })
}

const documentOf = ({ id }: RefundRow, number: string | null) => ({
  kind: 'refund',
  id,
  reference: number ?? '',
  path: `/billing/refunds/${id}`,
})

export async function decline(caller: Caller, id: string, note: string): Promise<RefundRow> {
  const before = await refundRecord.begin(caller, id, 'decline')
  const after = await refundRecord.moved(caller, before, 'decline', { decision_note: note }, note)
  await release(caller, before, note)
  return after
}

export async function cancel(caller: Caller, id: string, reason: string): Promise<RefundRow> {
  const before = await refundRecord.begin(caller, id, 'cancel')
  const after = await refundRecord.moved(caller, before, 'cancel', {}, reason)
  if (before.status === 'APPROVED') await reverseEntry(caller, 'REFUND_APPROVE', id, reason)
  await release(caller, before, reason)
  return after
}

async function release(caller: Caller, refund: RefundRow, reason: string): Promise<void> {
  const deposit = await depositRecord.locked(caller, refund.deposit_id)
  const held = deposit.held - refund.amount
  await restateDeposit(caller, deposit, 'release', { held }, reason)
}

export const you_approved = 'You approved this refund: somebody else must pay it.'
export const you_asked = 'You asked for this refund: somebody else must pay it.'

/** P-20, BIL-77: neither who approved it nor, with three people, who asked for it. */
export async function pay(caller: Caller, id: string, input: PayRefund): Promise<RefundRow> {
  const before = await refundRecord.begin(caller, id, 'pay')
  await anotherPerson(caller, before.approved_by_id, 'refund:pay', { words: you_approved })
  if ((await policyOf(caller)).refund_people === 3) {
    await anotherPerson(caller, before.requested_by_id, 'refund:pay', { words: you_asked })
  }
  return paid(caller, before, input)
}

export async function paid(
  caller: Caller,
  before: RefundRow,
  input: PayRefund,
): Promise<RefundRow> {
  const { method, facility_id, amount } = before
  const named = input.account_id ?? before.account_id
  const source = await sourceOf(caller, method, facility_id, named)
  // The deposit before the ledger, as everywhere.
  const deposit = await depositRecord.locked(caller, before.deposit_id)
  const entry = await post(caller, {
    source: 'REFUND_PAY',
    source_id: before.id,
    memo: `Refund ${before.number} paid`,
    document: documentOf(before, before.number),
    lines: paidOutLines({ amount, facility_id, ...source }),
  })
  await wentOut(caller, source, {
    kind: 'REFUND',
    method,
    amount: -amount,
    source: 'refund',
    source_id: before.id,
    reference: before.number ?? '',
  })
  const after = await refundRecord.moved(caller, before, 'pay', {
    ...source,
    reference: input.reference ?? null,
    payee_id_no: input.payee_id_no ?? before.payee_id_no,
    paid_at: clock.instant(),
    paid_by_name: nameOf(caller),
    paid_on: await today(caller),
    entry_reference: entry.reference,
  })
  await restateDeposit(caller, deposit, 'refund', {
    held: deposit.held - amount,
    refunded: deposit.refunded + amount,
  })
  return after
}
