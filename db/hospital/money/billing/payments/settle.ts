// What settles the lines of a bill and what takes it off again (BIL-42, BIL-54), and the state that
// follows (BIL-17).

import type { Caller } from '../../../../core/caller.ts'
import { visitCleared } from '../../../desk/visits/for-areas.ts'
import { live } from '../amounts.ts'
import { itemsOf, type Row as Item } from '../charges/items.ts'
import { clientOwes, orderTold } from '../bills/order-told.ts'
import { payment_allocations } from './tables.ts'
import { moved, type Row as Bill } from '../bills/rows.ts'
import { bill_items } from '../bills/tables.ts'
import type { BillState } from '../words.ts'

/** By what a line goes down: money or a deposit, a scheme that takes it over, a waiver. */
export type Part = 'paid' | 'insured' | 'waived'

const authorised = { paid: 'PAID', insured: 'COVERED', waived: 'WAIVED' } as const
const moves = { paid: 'pay', insured: 'insure', waived: 'waive' } as const

/** Named lines first, else in order; each in full before the next. */
export function spread(
  items: readonly Item[],
  amount: number,
  item_ids: readonly string[] = [],
): { item: Item; amount: number }[] {
  const lines = items.filter(live)
  const named = lines.filter(({ id }) => item_ids.includes(id))
  const rest = lines.filter(({ id }) => !item_ids.includes(id))
  let left = amount
  const found = []
  for (const item of [...named, ...rest]) {
    const taken = Math.min(left, item.balance)
    if (taken <= 0) continue
    left -= taken
    found.push({ item, amount: taken })
  }
  return found
}

/** What of a payment goes to which line, where it is not for the lines' order to say. */
export type Allotted = { item: Item; amount: number }[]

export async function settle(
  caller: Caller,
  bill: Bill,
  payment: { id: string; amount: number; allotted?: Allotted | undefined },
  item_ids: readonly string[],
  part: Part = 'paid',
): Promise<Bill> {
  const { hospital_id } = caller
  const given = payment.allotted ?? spread(await itemsOf(caller, bill.id), payment.amount, item_ids)
  // Lines that go down in the same way go down together: whole ones of one amount, mostly.
  for (const [, alike] of Map.groupBy(given, ({ item, amount }) => wordsOf(item, amount, part))) {
    const [one] = alike
    if (one === undefined) continue
    const ids = alike.map(({ item }) => item.id)
    await bill_items.change({ hospital_id, id: ids }, settledBy(one.item, one.amount, part))
  }
  await payment_allocations.insertMany(
    given.map(({ item, amount }) => ({
      hospital_id,
      payment_id: payment.id,
      bill_id: bill.id,
      item_id: item.id,
      amount,
    })),
  )
  const after = await restated(caller, bill, moves[part], {
    [part]: bill[part] + payment.amount,
    balance: bill.balance - payment.amount,
  })
  if (bill.visit_id !== null) await visitCleared(caller, bill.visit_id)
  return after
}

const wordsOf = (item: Item, amount: number, part: Part): string =>
  JSON.stringify(settledBy(item, amount, part))

export function settledBy(item: Item, amount: number, part: Part): Partial<Item> {
  const balance = item.balance - amount
  const cleared = balance === 0 && item.service_status === 'PENDING'
  return {
    settled: item.settled + amount,
    ...(part === 'paid' ? {} : { [part]: item[part] + amount }),
    balance,
    ...(cleared ? { service_status: 'AUTHORISED', authorised_by: authorised[part] } : {}),
  }
}

/** What is done stays done and is a debt again; what still waits must be paid anew. */
export async function unsettle(
  caller: Caller,
  bill: Bill,
  payment: { id: string },
  reason: string,
  part: Part = 'paid',
): Promise<Bill> {
  const { hospital_id } = caller
  const given = await payment_allocations.all({
    hospital_id,
    payment_id: payment.id,
    bill_id: bill.id,
    live: true,
  })
  const items = await itemsOf(caller, bill.id)
  for (const { item_id, amount } of given) {
    const item = items.find(({ id }) => id === item_id)
    if (item === undefined) continue
    const waits = item.service_status === 'AUTHORISED' && item.authorised_by === authorised[part]
    await bill_items.change(
      { hospital_id, id: item.id },
      {
        settled: item.settled - amount,
        ...(part === 'paid' ? {} : { [part]: item[part] - amount }),
        balance: item.balance + amount,
        ...(waits ? { service_status: 'PENDING', authorised_by: null } : {}),
      },
    )
  }
  await payment_allocations.change(
    { hospital_id, payment_id: payment.id, bill_id: bill.id },
    { live: false },
  )
  const back = given.reduce((sum, { amount }) => sum + amount, 0)
  const changes = { [part]: bill[part] - back, balance: bill.balance + back }
  return restated(caller, bill, 'reopen', changes, reason)
}

/** BIL-17: the state follows the balance. */
export async function restated(
  caller: Caller,
  bill: Bill,
  move: string,
  changes: Partial<Bill>,
  reason: string | null = null,
): Promise<Bill> {
  const status = stateOf({ ...bill, ...changes })
  const after = await moved(caller, bill, move, { ...changes, status }, reason)
  if (status === 'SETTLED' && bill.status !== 'SETTLED') await orderTold(caller, after, 'SETTLED')
  if (after.balance !== bill.balance) await clientOwes(caller, after)
  return after
}

/** What was written off is settled as well: where some of it is owed again, the bill is part paid (ruling 58). */
export function stateOf({ balance, paid, insured, waived, written_off }: Bill): BillState {
  if (balance === 0) return 'SETTLED'
  return paid + insured + waived + written_off > 0 ? 'PART_PAID' : 'ISSUED'
}
