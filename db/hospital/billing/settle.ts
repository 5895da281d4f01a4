// Money onto the lines of a bill and off them again (BIL-42, BIL-54), and the state that follows.

import type { Caller } from '../../caller.ts'
import { visitCleared } from '../visits/asked.ts'
import { live } from './amounts.ts'
import { itemsOf, type Row as Item } from './items.ts'
import { payment_allocations } from './payment-tables.ts'
import { moved, type Row as Bill } from './rows.ts'
import { bill_items } from './tables.ts'
import type { BillState } from './words.ts'

/** Named lines first, else in order; each in full before the next. */
export async function settle(
  caller: Caller,
  bill: Bill,
  payment: { id: string; amount: number },
  item_ids: readonly string[],
): Promise<Bill> {
  const { hospital_id } = caller
  const lines = (await itemsOf(caller, bill.id)).filter(live)
  const named = lines.filter(({ id }) => item_ids.includes(id))
  const rest = lines.filter(({ id }) => !item_ids.includes(id))
  let left = payment.amount
  for (const item of [...named, ...rest]) {
    const amount = Math.min(left, item.balance)
    if (amount <= 0) continue
    left -= amount
    await bill_items.change({ hospital_id, id: item.id }, settledBy(item, amount))
    await payment_allocations.insert({
      hospital_id,
      payment_id: payment.id,
      bill_id: bill.id,
      item_id: item.id,
      amount,
    })
  }
  const after = await restated(caller, bill, 'pay', payment.amount)
  if (bill.visit_id !== null) await visitCleared(caller, bill.visit_id)
  return after
}

function settledBy(item: Item, amount: number): Partial<Item> {
  const balance = item.balance - amount
  const cleared = balance === 0 && item.service_status === 'PENDING'
  return {
    settled: item.settled + amount,
    balance,
    ...(cleared ? { service_status: 'AUTHORISED', authorised_by: 'PAID' } : {}),
  }
}

/** What is done stays done and is a debt again; what still waits must be paid anew. */
export async function unsettle(
  caller: Caller,
  bill: Bill,
  payment: { id: string },
  reason: string,
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
    const waits = item.service_status === 'AUTHORISED' && item.authorised_by === 'PAID'
    await bill_items.change(
      { hospital_id, id: item.id },
      {
        settled: item.settled - amount,
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
  return restated(caller, bill, 'reopen', -back, reason)
}

/** BIL-17: the state follows the balance. */
function restated(
  caller: Caller,
  bill: Bill,
  move: string,
  amount: number,
  reason: string | null = null,
): Promise<Bill> {
  const paid = bill.paid + amount
  const balance = bill.balance - amount
  const status: BillState = balance === 0 ? 'SETTLED' : paid > 0 ? 'PART_PAID' : 'ISSUED'
  return moved(caller, bill, move, { paid, balance, status }, reason)
}
