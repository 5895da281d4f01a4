// Money of one payer for several bills (BIL-51): the oldest due first, or as they are named; what is
// above them is kept (BIL-44).

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid, noSuch, Refusal } from '../../../../core/refusal.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { actingBranch } from '../../accounting/posting/post.ts'
import { type Purse, purseOf } from '../../accounting/purse.ts'
import { tillOf } from '../../drawers/cash.ts'
import { clientNames } from '../../../neighbours/parties.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { policyOf } from '../../policy/policy.ts'
import { findDeposit } from '../deposits/taking.ts'
import { openDeposit } from '../deposits/deposits.ts'
import { find as findBill } from '../bills/bills.ts'
import { walksIn } from '../bills/issue.ts'
import { meansOf, referenceOf } from './means.ts'
import { find } from './list.ts'
import type { PaidMany } from './paid-many.ts'
import type { ManyInput } from './shapes.ts'
import { money_methods, type MoneyMethod, moneyMethodCalled } from './words.ts'
import { payable } from './payable.ts'
import { receive } from './receive.ts'
import { bill_life, called, type Row as Bill } from '../bills/rows.ts'
import { settle } from './settle.ts'
import { bills } from '../bills/tables.ts'
import { withheldOf } from './withheld.ts'

interface Payer {
  patient_id: string | null
  client_id: string | null
  name: string
}

export async function payMany(caller: Caller, input: ManyInput): Promise<PaidMany> {
  const purse = await purseOf(caller)
  const given = purse.minor('amount', input.amount)
  if (given <= 0) throw invalid('amount', 'must be more than 0.')
  const method = methodOf(input.method ?? 'Cash')
  const reference = await referenceOf(caller, method, input.reference)
  const till = await tillOf(caller, method)
  const payer = await payerOf(caller, input)
  const withheld = withheldOf(purse, input, payer.client_id !== null)
  const chosen = await billsOf(caller, payer, input.bill_ids ?? null)
  const parts = spreadOver(chosen, given + withheld.amount)
  const applied = parts.reduce((sum, { amount }) => sum + amount, 0)
  const excess = await excessOf(caller, purse, payer, method, given + withheld.amount - applied)
  const taken = applied + excess - withheld.amount
  if (taken <= 0) throw conflict(`${payer.name} has nothing left to pay.`, 'settled')
  const facility_id = till.facility_id ?? parts[0]?.bill.facility_id ?? (await actingBranch(caller))
  const means = await meansOf(caller, method, { ...input, reference }, till, facility_id)
  const payment = await receive(caller, means, {
    purpose: 'BILL',
    amount: taken,
    tendered: method === 'Cash' ? given : null,
    change_given: given - taken,
    facility_id,
    patient_id: payer.patient_id,
    client_id: payer.client_id,
    payer_name: payer.name,
    about: `bills ${parts.map(({ bill }) => bill.number).join(', ')}`.slice(0, 200),
    also: withheld.also,
    settles: parts,
    kept: excess,
  })
  for (const { bill, amount } of parts) await settle(caller, bill, { id: payment.id, amount }, [])
  const deposit_id =
    excess === 0 ? null : await kept(caller, payer, payment.id, facility_id, excess)
  const paid_bills = []
  for (const { bill } of parts) paid_bills.push(await findBill(caller, bill.id))
  return {
    payment: await find(caller, payment.id),
    bills: paid_bills,
    deposit: deposit_id === null ? null : await findDeposit(caller, deposit_id),
    change: purse.major(given - taken),
  }
}

function methodOf(said: string): MoneyMethod {
  const found = moneyMethodCalled(said)
  if (found !== undefined) return found
  throw invalid('method', `must be one of ${money_methods.join(', ')}.`)
}

async function payerOf(caller: Caller, input: ManyInput): Promise<Payer> {
  const patient_id = input.patient_id ?? null
  const client_id = input.client_id ?? null
  if ((patient_id === null) === (client_id === null)) {
    throw new Refusal(400, 'invalid', 'patient_id or client_id is required, and not both.')
  }
  if (patient_id !== null) {
    return { patient_id, client_id, name: (await patientRecord.get(caller, patient_id)).full_name }
  }
  const name = (await clientNames(caller, [client_id ?? '']))[0]?.name
  if (name === undefined) throw noSuch('client')
  return { patient_id, client_id, name }
}

/** Locked in the order of their ids, as everywhere, and paid in the order that counts. */
async function billsOf(
  caller: Caller,
  payer: Payer,
  named: readonly string[] | null,
): Promise<Bill[]> {
  const ids = named ?? (await openBills(caller, payer))
  const locked = new Map<string, Bill>()
  for (const id of [...new Set(ids)].sort()) {
    const bill = await payable(caller, id, [])
    if (bill.status === 'WRITTEN_OFF') throw bill_life.refusal(bill.status, called(bill))
    refuseOther(bill, payer)
    if (await walksIn(caller, bill))
      throw conflict('Bills of walk-in customers are paid one by one.')
    locked.set(id, bill)
  }
  return [...new Set(ids)].map((id) => locked.get(id) as Bill)
}

function refuseOther(bill: Bill, { patient_id, client_id, name }: Payer): void {
  const of_client = bill.payer_kind === 'CLIENT'
  const same =
    client_id === null ? !of_client && bill.patient_id === patient_id : bill.client_id === client_id
  if (!same) throw conflict(`Bill ${bill.number} is not ${name}'s.`, 'party')
}

const bills_most = 200

async function openBills({ hospital_id }: Caller, payer: Payer): Promise<string[]> {
  const { patient_id, client_id } = payer
  const whose =
    client_id === null
      ? sql`b.patient_id = ${patient_id} and b.payer_kind <> 'CLIENT'`
      : sql`b.client_id = ${client_id} and b.payer_kind = 'CLIENT'`
  const found = await bills.read(
    sql`select ${bills.selection('b')} from bills b where b.hospital_id = ${hospital_id}
      and ${whose} and b.balance > 0 and b.status${oneOf(['ISSUED', 'PART_PAID'])}
      order by b.due_on, b.business_date, b.number limit ${bills_most}`,
  )
  return found.map(({ id }) => id)
}

function spreadOver(chosen: readonly Bill[], most: number): { bill: Bill; amount: number }[] {
  let left = most
  const parts = []
  for (const bill of chosen) {
    const amount = Math.min(left, bill.balance)
    if (amount <= 0) continue
    left -= amount
    parts.push({ bill, amount })
  }
  return parts
}

/** BIL-44, over all of them together. */
async function excessOf(
  caller: Caller,
  purse: Purse,
  { patient_id, client_id }: Payer,
  method: MoneyMethod,
  above: number,
): Promise<number> {
  if (above <= 0 || method === 'Cash') return 0
  const { keep_excess, walk_in_patient_id } = await policyOf(caller)
  if (keep_excess && (client_id !== null || patient_id !== walk_in_patient_id)) return above
  throw conflict(
    `${purse.said(above)} more than is due. Cash gives change; ${method} does not.`,
    'too_much',
  )
}

async function kept(
  caller: Caller,
  { patient_id, client_id, name }: Payer,
  payment_id: string,
  facility_id: string,
  amount: number,
): Promise<string> {
  const { id } = await openDeposit(caller, {
    facility_id,
    patient_id,
    client_id,
    party_name: name,
    origin: 'EXCESS',
    amount,
    payment_id,
  })
  return id
}
