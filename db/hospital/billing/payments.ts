// Money for a bill (BIL-40 to BIL-47): issued first where it is a draft, posted, put on its lines.

import type { Caller } from '../../caller.ts'
import { clock } from '../../clock.ts'
import { isTaken } from '../../engines/engine.ts'
import { newId } from '../../ids.ts'
import { conflict, invalid, noSuch } from '../../refusal.ts'
import { fundingAccountFor, fundingOf } from '../accounting/funding.ts'
import { type Purse, purseOf } from '../accounting/purse.ts'
import { post } from '../accounting/post.ts'
import { record } from '../audit/record.ts'
import { today } from '../hospitals/hospitals.ts'
import { nextReference } from '../sequences/references.ts'
import { find as findBill } from './bills.ts'
import { issue, splitOff } from './issue.ts'
import { itemsOf } from './items.ts'
import { live } from './amounts.ts'
import { find, type PaymentRow } from './payment-list.ts'
import type { Paid, PaymentInput } from './payment-shapes.ts'
import { payments } from './payment-tables.ts'
import { funding_kind, type MoneyMethod } from './payment-words.ts'
import { bill_life, called, locked, type Row as Bill } from './rows.ts'
import { settle } from './settle.ts'
import { open_states } from './words.ts'

export async function pay(caller: Caller, bill_id: string, input: PaymentInput): Promise<Paid> {
  const purse = await purseOf(caller)
  const given = purse.minor('amount', input.amount)
  if (given <= 0) throw invalid('amount', 'must be more than 0.')
  const method = methodOf(input)
  const reference = referenceOf(method, input.reference)
  const item_ids = input.item_ids ?? []
  const bill = await payable(caller, bill_id, item_ids)
  const amount = applied(purse, bill, method, given)
  const account = await accountOf(caller, method, bill.facility_id, input.account_id ?? null)
  const payment = await write(caller, bill, {
    method,
    amount,
    tendered: method === 'Cash' ? given : null,
    change_given: given - amount,
    reference,
    reference_key: reference === null ? null : keyOf(account.account_id, reference),
    ...account,
    cheque_date: input.cheque_date ?? null,
    bank_name: input.bank_name ?? null,
    note: input.note ?? null,
  })
  await settle(caller, bill, payment, item_ids)
  return {
    payment: await find(caller, payment.id),
    bill: await findBill(caller, bill.id),
    change: purse.major(given - amount),
  }
}

function methodOf({ method }: PaymentInput): MoneyMethod {
  const said = method ?? 'Cash'
  if (said === 'Insurance' || said === 'Waiver') {
    throw conflict(`${said} is not taken as a payment at this hospital.`, 'method')
  }
  return said
}

function referenceOf(method: MoneyMethod, typed: string | null | undefined): string | null {
  const said = (typed ?? '').trim()
  if (said === '') {
    if (method !== 'Cash') throw invalid('reference', `is required for ${method}.`)
    return null
  }
  if (method !== 'Mobile Money') return said
  const kept = said.replace(/\s/g, '').toUpperCase()
  if (!/^[A-Z0-9]{6,20}$/.test(kept)) {
    throw invalid('reference', 'must be 6 to 20 letters and digits.')
  }
  return kept
}

const keyOf = (account_id: string, reference: string): string =>
  `${account_id}|${reference.replace(/\s/g, '').toUpperCase()}`

/** BIL-41: a draft is issued first, whole, or of it the named lines alone. */
async function payable(caller: Caller, id: string, item_ids: readonly string[]): Promise<Bill> {
  const bill = await locked(caller, id)
  const lines = (await itemsOf(caller, id)).filter(live)
  if (item_ids.some((one) => !lines.some((line) => line.id === one))) throw noSuch('item')
  if (bill.status === 'SETTLED') {
    throw conflict(`Bill ${bill.number} has nothing left to pay.`, 'settled')
  }
  if (open_states.includes(bill.status)) return bill
  if (bill.status !== 'DRAFT') throw bill_life.refusal(bill.status, called(bill))
  const chosen = lines.filter((line) => item_ids.includes(line.id))
  const some = chosen.length > 0 && chosen.length < lines.length
  const issued = await issue(caller, some ? (await splitOff(caller, bill, chosen)).id : id)
  if (issued.balance === 0) {
    throw conflict(`Bill ${issued.number} has nothing left to pay.`, 'settled')
  }
  return issued
}

/** BIL-44: cash gives change; what is above the balance otherwise has nowhere to go. */
function applied(purse: Purse, bill: Bill, method: MoneyMethod, given: number): number {
  if (given <= bill.balance) return given
  if (method === 'Cash') return bill.balance
  throw conflict(
    `Only ${purse.said(bill.balance)} is due. Cash gives change; ${method} does not.`,
    'too_much',
  )
}

/** BIL-47: the account named, of the kind of the method, at this branch; else the default one. */
async function accountOf(
  caller: Caller,
  method: MoneyMethod,
  facility_id: string,
  named: string | null,
): Promise<{ account_id: string; account_name: string }> {
  if (named === null) {
    const { account_id, name } = await fundingAccountFor(caller, method, facility_id)
    return { account_id, account_name: name }
  }
  const kind = funding_kind[method]
  const found = await fundingOf(caller, named)
  if (found === undefined) throw noSuch('account')
  if (found.kind !== kind || !found.active || found.facility_id !== facility_id) {
    throw conflict(`${found.name} takes no ${method} at this branch.`, 'account')
  }
  return { account_id: found.account_id, account_name: found.name }
}

type Written = { account_id: string } & Pick<
  PaymentRow,
  | 'method'
  | 'amount'
  | 'tendered'
  | 'change_given'
  | 'reference'
  | 'reference_key'
  | 'account_name'
  | 'cheque_date'
  | 'bank_name'
  | 'note'
>

/** Number, ledger entry and audit row in the transaction that takes the money (P-08 to P-12). */
async function write(caller: Caller, bill: Bill, given: Written): Promise<PaymentRow> {
  const { hospital_id } = caller
  await refuseUsed(hospital_id, given)
  const id = newId()
  const number = await nextReference(caller, 'receipt', bill.facility_id)
  const { facility_id, patient_id } = bill
  const party = patient_id === null ? null : { kind: 'PATIENT' as const, id: patient_id }
  const entry = await post(caller, {
    source: 'PAYMENT',
    source_id: id,
    memo: `Receipt ${number}, bill ${bill.number}`,
    document: { kind: 'payment', id, reference: number, path: `/billing/payments/${id}` },
    lines: [
      { account_id: given.account_id, debit: given.amount, facility_id },
      { role: 'ar_patient', credit: given.amount, facility_id, party },
    ],
  })
  const made = await payments
    .insert({
      ...given,
      id,
      hospital_id,
      facility_id,
      number,
      status: 'RECORDED',
      purpose: 'BILL',
      patient_id,
      payer_name: bill.payer ?? bill.patient_name,
      clearing: given.method === 'Cash' ? 'NOT_NEEDED' : 'PENDING',
      received_at: clock.instant(),
      business_date: await today(caller),
      received_by_id: caller.user_id,
      received_by_name: caller.name.slice(0, 160),
      entry_reference: entry.reference,
    })
    .catch((error: unknown) => {
      if (!isTaken(error, 'reference_key')) throw error
      throw conflict(`${given.reference} was already used on another receipt.`, 'reference')
    })
  record(caller, 'payment.record', {
    entity_type: 'payment',
    entity_id: id,
    entity_label: number,
    patient_id,
    to_state: 'RECORDED',
    changes: { amount: [null, given.amount], method: [null, given.method] },
  })
  return made
}

async function refuseUsed(
  hospital_id: string,
  { reference, reference_key }: Written,
): Promise<void> {
  if (reference_key === null) return
  const used = await payments.find({ hospital_id, reference_key, status: 'RECORDED' })
  if (used !== undefined) {
    throw conflict(`${reference} was already used on receipt ${used.number}.`, 'reference')
  }
}
