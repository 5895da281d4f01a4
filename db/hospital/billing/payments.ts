// Money for a bill (BIL-40 to BIL-47): issued first where it is a draft, posted, put on its lines.

import { asks, type Caller } from '../../caller.ts'
import { conflict, invalid, noSuch, Refusal } from '../../refusal.ts'
import { type Purse, purseOf } from '../accounting/purse.ts'
import { tillOf } from '../drawers/cash.ts'
import { admissionOf } from '../neighbours/care.ts'
import { policyOf } from '../policy/policy.ts'
import { visitOf } from '../visits/asked.ts'
import { live } from './amounts.ts'
import { find as findBill } from './bills.ts'
import { stayOf } from './clearance-facts.ts'
import { openDeposit } from './deposits.ts'
import { issue, splitOff } from './issue.ts'
import { itemsOf } from './items.ts'
import { meansOf, referenceOf } from './means.ts'
import { find } from './payment-list.ts'
import type { Paid, PaymentInput } from './payment-shapes.ts'
import type { MoneyMethod } from './payment-words.ts'
import { recover } from './recovery.ts'
import { receive } from './receive.ts'
import { bill_life, called, locked, type Row as Bill } from './rows.ts'
import { settle } from './settle.ts'
import { request } from './waivers.ts'
import { withheldOf } from './withheld.ts'
import { open_states } from './words.ts'

export async function pay(caller: Caller, bill_id: string, input: PaymentInput): Promise<Paid> {
  const purse = await purseOf(caller)
  const given = purse.minor('amount', input.amount)
  if (given <= 0) throw invalid('amount', 'must be more than 0.')
  if (input.method === 'Waiver') return waive(caller, purse, bill_id, input)
  asks(caller, 'payment:create')
  const method = methodOf(input)
  referenceOf(method, input.reference)
  const item_ids = input.item_ids ?? []
  // The shift is locked before the bill, everywhere: whoever counts it waits, and nobody deadlocks.
  const till = await tillOf(caller, method)
  const bill = await payable(caller, bill_id, item_ids)
  if (bill.status === 'WRITTEN_OFF') {
    const { payment, change } = await recover(caller, purse, bill, { method, given, till, input })
    return answered(caller, purse, payment.id, bill.id, change)
  }
  const withheld = withheldOf(purse, input, bill.payer_kind === 'CLIENT')
  const { amount, excess } = await applied(caller, purse, bill, method, given, withheld.amount)
  const means = await meansOf(caller, method, input, till, bill.facility_id)
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
  return answered(caller, purse, payment.id, bill.id, change)
}

const answered = async (
  caller: Caller,
  purse: Purse,
  payment_id: string,
  bill_id: string,
  change: number,
): Promise<Paid> => ({
  payment: await find(caller, payment_id),
  bill: await findBill(caller, bill_id),
  change: purse.major(change),
})

/** BIL-80: the reference or the note is the reason. */
async function waive(
  caller: Caller,
  purse: Purse,
  bill_id: string,
  input: PaymentInput,
): Promise<Paid> {
  asks(caller, 'waiver:request')
  const reason = (input.reason ?? input.reference ?? input.note ?? '').trim()
  if (reason.length < 3) throw new Refusal(400, 'invalid', 'A waiver needs a reason.')
  const { payment_id } = await request(caller, {
    bill_id,
    item_ids: input.item_ids ?? null,
    amount: purse.minor('amount', input.amount),
    category: input.category ?? 'OTHER',
    reason,
  })
  return {
    payment: await find(caller, payment_id ?? ''),
    bill: await findBill(caller, bill_id),
    change: 0,
  }
}

function methodOf({ method }: PaymentInput): MoneyMethod {
  const said = method ?? 'Cash'
  if (said === 'Insurance' || said === 'Waiver') {
    throw conflict(`${said} is not taken as a payment at this hospital.`, 'method')
  }
  return said
}

/** BIL-41: a draft is issued first, whole, or of it the named lines alone. */
export async function payable(
  caller: Caller,
  id: string,
  item_ids: readonly string[],
): Promise<Bill> {
  const bill = await locked(caller, id)
  const lines = (await itemsOf(caller, id)).filter(live)
  if (item_ids.some((one) => !lines.some((line) => line.id === one))) throw noSuch('item')
  if (bill.status === 'SETTLED') {
    throw conflict(`Bill ${bill.number} has nothing left to pay.`, 'settled')
  }
  if (open_states.includes(bill.status) || bill.status === 'WRITTEN_OFF') return bill
  if (bill.status !== 'DRAFT') throw bill_life.refusal(bill.status, called(bill))
  const chosen = lines.filter((line) => item_ids.includes(line.id))
  if (chosen.length === 0) await refuseRunning(caller, bill)
  const some = chosen.length > 0 && chosen.length < lines.length
  const issued = await issue(caller, some ? (await splitOff(caller, bill, chosen)).id : id)
  if (issued.balance === 0) {
    throw conflict(`Bill ${issued.number} has nothing left to pay.`, 'settled')
  }
  return issued
}

/** BIL-41: of a stay that goes on only lines that are named are paid. */
async function refuseRunning(caller: Caller, bill: Bill): Promise<void> {
  if (bill.patient_id === null) return
  const visit = bill.visit_id === null ? null : await visitOf(caller, bill.visit_id)
  const stay = stayOf(bill, visit)
  if (stay === null) return
  const now = await admissionOf(caller, bill.patient_id)
  if (visit?.status !== 'ADMITTED' && now?.admission_id !== stay) return
  throw conflict(
    'This is the running bill of an admission: take a deposit, or issue an interim bill first.',
    'running',
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
