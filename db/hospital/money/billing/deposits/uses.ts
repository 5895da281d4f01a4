// A deposit set against bills of the same party (BIL-39, BIL-66, P-07), and taken off again.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { newId } from '../../../../core/ids.ts'
import { conflict, invalid, noSuch } from '../../../../core/refusal.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { lockHead, post } from '../../accounting/posting/post.ts'
import { type Purse, purseOf } from '../../accounting/purse.ts'
import { reverse } from '../../accounting/posting/reverse.ts'
import { visitCleared } from '../../../desk/visits/for-areas.ts'
import { followReversal } from '../bills/adoptions.ts'
import { type DepositRow, depositRecord, restateDeposit } from './deposits.ts'
import { deposits, deposit_uses } from './tables.ts'
import { itemsOf } from '../charges/items.ts'
import { depositUseLines } from '../payments/ledger.ts'
import { bill_life, called, billRecord, type Row as Bill } from '../bills/rows.ts'
import { restated, settledBy, spread } from '../payments/settle.ts'
import { bill_items } from '../bills/tables.ts'
import { open_states } from '../words.ts'

/** By hand: one deposit on one bill. */
export async function applyDeposit(
  caller: Caller,
  id: string,
  bill_id: string,
  typed: number | null | undefined,
): Promise<void> {
  const purse = await purseOf(caller)
  const bill = await billRecord.locked(caller, bill_id)
  refuseClosed(bill)
  const deposit = await depositRecord.locked(caller, id)
  await refuseOther(caller, deposit, bill)
  const most = Math.min(deposit.remaining, bill.balance)
  const amount = wanted(purse, typed, most)
  if (amount > deposit.remaining) {
    throw conflict(`Deposit ${deposit.number} has ${purse.said(deposit.remaining)} left.`, 'left')
  }
  if (amount > bill.balance) {
    throw conflict(`Only ${purse.said(bill.balance)} is due.`, 'too_much')
  }
  if (amount === 0) throw conflict(`Deposit ${deposit.number} has nothing left.`, 'left')
  await use(caller, deposit, bill, amount)
}

function wanted(purse: Purse, typed: number | null | undefined, most: number): number {
  if (typed === null || typed === undefined) return most
  const amount = purse.minor('amount', typed)
  if (amount <= 0) throw invalid('amount', 'must be more than 0.')
  return amount
}

function refuseClosed(bill: Bill): void {
  if (bill.status === 'SETTLED') {
    throw conflict(`Bill ${bill.number} has nothing left to pay.`, 'settled')
  }
  if (!open_states.includes(bill.status)) throw bill_life.refusal(bill.status, called(bill))
}

async function refuseOther(_caller: Caller, deposit: DepositRow, bill: Bill): Promise<void> {
  const same =
    deposit.party === 'CLIENT'
      ? deposit.client_id === bill.client_id && bill.payer_kind === 'CLIENT'
      : deposit.patient_id === bill.patient_id && bill.payer_kind !== 'CLIENT'
  if (same) return
  throw conflict(`Deposit ${deposit.number} belongs to ${deposit.party_name}.`, 'party')
}

/** Oldest first, those of the same admission before others; answers how much was set against it. */
export async function applyDeposits(
  caller: Caller,
  bill: Bill,
  most: number = bill.balance,
): Promise<Bill> {
  let now = bill
  let left = Math.min(most, bill.balance)
  if (left <= 0 || !open_states.includes(bill.status)) return bill
  for (const { id } of await usable(caller, bill)) {
    if (left <= 0) break
    const deposit = await depositRecord.locked(caller, id)
    const amount = Math.min(deposit.remaining, left)
    if (amount <= 0) continue
    now = await use(caller, deposit, now, amount)
    left -= amount
  }
  return now
}

async function usable({ hospital_id }: Caller, bill: Bill): Promise<DepositRow[]> {
  const of_client = bill.payer_kind === 'CLIENT'
  const party = of_client ? bill.client_id : bill.patient_id
  if (party === null) return []
  const found = await deposits.read(
    sql`select ${deposits.selection('d')} from deposits d where d.hospital_id = ${hospital_id}
      and ${of_client ? sql`d.client_id` : sql`d.patient_id`} = ${party}
      and d.status${oneOf(['OPEN', 'PART_USED'])} and d.remaining > 0
      order by d.business_date, d.id limit 100`,
  )
  const same = (one: DepositRow): number =>
    one.admission_id !== null && one.admission_id === bill.admission_id ? 0 : 1
  return found.toSorted((a, b) => same(a) - same(b))
}

async function use(caller: Caller, deposit: DepositRow, bill: Bill, amount: number): Promise<Bill> {
  const { hospital_id } = caller
  await lockHead(caller)
  const id = newId()
  const given = spread(await itemsOf(caller, bill.id), amount)
  for (const { item, amount: part } of given) {
    await bill_items.change({ hospital_id, id: item.id }, settledBy(item, part, 'paid'))
  }
  await post(caller, {
    source: 'DEPOSIT_APPLY',
    source_id: id,
    memo: `Deposit ${deposit.number} on bill ${bill.number}`,
    lines: depositUseLines(deposit, bill, amount),
  })
  await deposit_uses.insert({
    id,
    hospital_id,
    deposit_id: deposit.id,
    bill_id: bill.id,
    amount,
    lines: given.map(({ item, amount: part }) => ({ item_id: item.id, amount: part })),
    at: clock.instant(),
    by_name: caller.name,
  })
  await restateDeposit(caller, deposit, 'apply', { used: deposit.used + amount })
  const after = await restated(caller, bill, 'pay', {
    paid: bill.paid + amount,
    balance: bill.balance - amount,
  })
  if (bill.visit_id !== null) await visitCleared(caller, bill.visit_id)
  return after
}

/** All that this deposit settled of this bill is a debt again. */
export async function unapplyDeposit(
  caller: Caller,
  id: string,
  bill_id: string,
  reason: string,
): Promise<void> {
  const { hospital_id } = caller
  const bill = await billRecord.locked(caller, bill_id)
  const deposit = await depositRecord.locked(caller, id)
  const uses = await deposit_uses.all({ hospital_id, deposit_id: id, bill_id, live: true })
  if (uses.length === 0) throw noSuch('use of this deposit on this bill')
  if (bill.credited_share > 0) {
    throw conflict(`Bill ${bill.number} was credited: its deposit stands.`, 'credited')
  }
  await lockHead(caller)
  let back = 0
  for (const one of uses) {
    await reverse(caller, 'DEPOSIT_APPLY', one.id, reason)
    await followReversal(caller, bill, one.at, one.amount)
    await deposit_uses.change({ hospital_id, id: one.id }, { live: false })
    await owedAgain(caller, bill, one.lines)
    back += one.amount
  }
  await restateDeposit(caller, deposit, 'unapply', { used: deposit.used - back }, reason)
  await restated(
    caller,
    bill,
    'reopen',
    { paid: bill.paid - back, balance: bill.balance + back },
    reason,
  )
}

async function owedAgain(
  caller: Caller,
  bill: Bill,
  lines: readonly { item_id: string; amount: number }[],
): Promise<void> {
  const items = await itemsOf(caller, bill.id)
  for (const { item_id, amount } of lines) {
    const item = items.find(({ id }) => id === item_id)
    if (item === undefined) continue
    const waits = item.service_status === 'AUTHORISED' && item.authorised_by === 'PAID'
    await bill_items.change(
      { hospital_id: caller.hospital_id, id: item_id },
      {
        settled: item.settled - amount,
        balance: item.balance + amount,
        ...(waits ? { service_status: 'PENDING' as const, authorised_by: null } : {}),
      },
    )
  }
}

/** From the bill's side: one deposit that is named, else the oldest of its party. */
export async function applyToBill(
  caller: Caller,
  bill_id: string,
  asked: { deposit_id?: string | null; amount?: number | null },
): Promise<void> {
  if ((asked.deposit_id ?? '') !== '') {
    return applyDeposit(caller, asked.deposit_id ?? '', bill_id, asked.amount)
  }
  const purse = await purseOf(caller)
  const bill = await billRecord.locked(caller, bill_id)
  refuseClosed(bill)
  const most = wanted(purse, asked.amount, bill.balance)
  if (most > bill.balance) throw conflict(`Only ${purse.said(bill.balance)} is due.`, 'too_much')
  const after = await applyDeposits(caller, bill, most)
  if (after.balance === bill.balance) {
    throw conflict(`${bill.patient_name ?? bill.payer} has no deposit left.`, 'left')
  }
}
