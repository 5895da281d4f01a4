// Money for a bill (BIL-40 to BIL-47): issued first where it is a draft, posted, put on its lines.

import { asks, type Caller, can } from '../../../../core/caller.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { type Purse, purseOf } from '../../accounting/purse.ts'
import { tillOf } from '../../drawers/cash.ts'
import { policyOf } from '../../policy/policy.ts'
import { find as findBill } from '../bills/bills.ts'
import { openDeposit } from '../deposits/deposits.ts'
import { insure } from '../schemes/insure.ts'
import { walksIn } from '../bills/issue.ts'
import { payable } from './payable.ts'
import { meansOf, referenceOf } from './means.ts'
import { find } from './list.ts'
import type { Paid, PaymentInput } from './shapes.ts'
import { money_methods, type MoneyMethod } from './words.ts'
import { recover } from '../relief/recovery.ts'
import { receive } from './receive.ts'
import { billRecord, type Row as Bill } from '../bills/rows.ts'
import { settle } from './settle.ts'
import { request } from '../relief/waivers.ts'
import { withheldOf } from './withheld.ts'

export async function pay(caller: Caller, bill_id: string, input: PaymentInput): Promise<Paid> {
  const purse = await purseOf(caller)
  const given = purse.minor('amount', input.amount)
  if (given <= 0) throw invalid('amount', 'must be more than 0.')
  if (input.method === 'Waiver') return waive(caller, purse, bill_id, input)
  if (input.method === 'Insurance') {
    const payment_id = await insure(caller, purse, bill_id, given, input)
    return answered(caller, purse, payment_id, 0)
  }
  asks(caller, 'payment:create')
  const method = moneyOf(input)
  const reference = await referenceOf(caller, method, input.reference)
  const item_ids = input.item_ids ?? []
  // The shift is locked before the bill, everywhere: whoever counts it waits, and nobody deadlocks.
  const till = await tillOf(caller, method)
  const bill = await payable(caller, bill_id, item_ids)
  if (bill.status === 'WRITTEN_OFF') {
    const { payment, change } = await recover(caller, purse, bill, {
      method,
      given,
      till,
      input: { ...input, reference },
    })
    return answered(caller, purse, payment.id, change, bill.id)
  }
  const withheld = withheldOf(purse, input, bill.payer_kind === 'CLIENT')
  const { amount, excess } = await applied(caller, purse, bill, method, given, withheld.amount)
  await refuseRest(caller, purse, bill, amount)
  const means = await meansOf(caller, method, { ...input, reference }, till, bill.facility_id)
  const { facility_id, patient_id, client_id } = bill
  const change = given - amount - excess
  const payment = await receive(caller, means, {
    purpose: 'BILL',
    amount: amount + excess,
    tendered: method === 'Cash' ? given : null,
    change_given: change,
    facility_id,
    patient_id,
    client_id,
    payer_name: bill.payer ?? bill.patient_name,
    about: `bill ${bill.number}`,
    also: withheld.also,
    settles: [{ bill, amount: amount + withheld.amount }],
    kept: excess,
  })
  await settle(caller, bill, { id: payment.id, amount: amount + withheld.amount }, item_ids)
  if (excess > 0) await keepExcess(caller, bill, payment.id, excess)
  return answered(caller, purse, payment.id, change, bill.id)
}

const answered = async (
  caller: Caller,
  purse: Purse,
  payment_id: string,
  change: number,
  bill_id?: string,
): Promise<Paid> => {
  const payment = await find(caller, payment_id)
  const of = bill_id ?? payment.allocations[0]?.bill_id ?? ''
  return { payment, bill: await findBill(caller, of), change: purse.major(change) }
}

/** BIL-80: the reference or the note is the reason. */
async function waive(
  caller: Caller,
  purse: Purse,
  bill_id: string,
  input: PaymentInput,
): Promise<Paid> {
  asks(caller, 'waiver:request')
  const reason = [input.reason, input.reference, input.note].find((said) => said?.trim())?.trim()
  if (reason === undefined) throw invalid('reference', 'is required for Waiver: it says why.')
  const issued_id = await issuedFirst(caller, bill_id, input.item_ids ?? [])
  const { payment_id } = await request(caller, {
    bill_id: issued_id,
    item_ids: input.item_ids ?? null,
    amount: purse.minor('amount', input.amount),
    category: input.category ?? 'OTHER',
    reason,
  })
  return {
    payment: await find(caller, payment_id ?? ''),
    bill: await findBill(caller, issued_id),
    change: 0,
  }
}

/** BIL-41: a draft is issued first, by whoever may issue it or take money for it. */
async function issuedFirst(
  caller: Caller,
  bill_id: string,
  item_ids: readonly string[],
): Promise<string> {
  if ((await billRecord.get(caller, bill_id)).status !== 'DRAFT') return bill_id
  if (!can(caller, 'payment:create')) asks(caller, 'bill:issue')
  return (await payable(caller, bill_id, item_ids)).id
}

/** What is no money was seen to before. */
const moneyOf = ({ method }: PaymentInput): MoneyMethod =>
  money_methods.find((one) => one === method) ?? 'Cash'

/** BIL-36, BIL-63: who walked in pays in full. */
async function refuseRest(caller: Caller, purse: Purse, bill: Bill, amount: number): Promise<void> {
  if (amount >= bill.balance || !(await walksIn(caller, bill))) return
  throw conflict(
    `The sale is ${purse.said(bill.balance)}, ${purse.said(amount)} was given.`,
    'too_little',
  )
}

/** BIL-44: cash gives change; what is above the balance otherwise is kept for whoever is known. */
async function applied(
  caller: Caller,
  purse: Purse,
  bill: Bill,
  method: MoneyMethod,
  given: number,
  withheld: number,
): Promise<{ amount: number; excess: number }> {
  const balance = bill.balance - withheld
  if (balance < 0) throw conflict(`Only ${purse.said(bill.balance)} is due.`, 'too_much')
  if (given <= balance) return { amount: given, excess: 0 }
  if (method === 'Cash') return { amount: balance, excess: 0 }
  const { keep_excess, walk_in_patient_id } = await policyOf(caller)
  const known =
    bill.client_id !== null || (bill.patient_id !== null && bill.patient_id !== walk_in_patient_id)
  if (keep_excess && known) return { amount: balance, excess: given - balance }
  throw conflict(
    `Only ${purse.said(balance)} is due. Cash gives change; ${method} does not.`,
    'too_much',
  )
}

/** P-15: the money is the payer's until a bill asks for it. */
async function keepExcess(
  caller: Caller,
  bill: Bill,
  payment_id: string,
  amount: number,
): Promise<void> {
  const of_client = bill.payer_kind === 'CLIENT'
  await openDeposit(caller, {
    facility_id: bill.facility_id,
    patient_id: of_client ? null : bill.patient_id,
    client_id: of_client ? bill.client_id : null,
    party_name: of_client ? bill.client_name : bill.patient_name,
    origin: 'EXCESS',
    amount,
    payment_id,
  })
}
