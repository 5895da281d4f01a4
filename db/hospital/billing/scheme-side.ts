// What claims ask of bills: their lines, and what becomes of the scheme's share (BIL-17, BIL-125).

import type { Caller } from '../../caller.ts'
import { rows } from '../../connection.ts'
import { oneOf, sql } from '../../sql.ts'
import { live } from './amounts.ts'
import { itemsOf as allItems, type Row as Item } from './items.ts'
import { isReady } from './issue.ts'
import { bill_life, called, locked, moved, type Row as Bill } from './rows.ts'
import { restated } from './settle.ts'
import { bill_items, bills } from './tables.ts'

export type { Item }

export const itemsOf = async (caller: Caller, bill_id: string): Promise<Item[]> =>
  (await allItems(caller, bill_id)).filter(live)

export async function itemsById(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  ids: readonly string[],
): Promise<Map<string, Item>> {
  const found = ids.length === 0 ? [] : await bill_items.all({ hospital_id, id: ids })
  return new Map(found.map((item) => [item.id, item]))
}

/** Done, or nobody had to do it. */
export const served = isReady

export interface Fell {
  bill_id: string
  amount: number
}

/** Money of the scheme came, or went back again. */
export const schemePaid = (caller: Caller, fell: readonly Fell[]): Promise<void> =>
  lower(caller, fell, 'remitted')

/** The house gave up what the scheme denied, or took that back. */
export const schemeDisallowed = (caller: Caller, fell: readonly Fell[]): Promise<void> =>
  lower(caller, fell, 'disallowed')

async function lower(
  caller: Caller,
  fell: readonly Fell[],
  column: 'remitted' | 'disallowed',
): Promise<void> {
  const { hospital_id } = caller
  const sums = new Map<string, number>()
  for (const { bill_id, amount } of fell) sums.set(bill_id, (sums.get(bill_id) ?? 0) + amount)
  const found = await bills.all(
    { hospital_id, id: [...sums.keys()] },
    { order: ['id'], lock: true },
  )
  for (const bill of found) {
    const amount = sums.get(bill.id) ?? 0
    if (amount === 0) continue
    const changes = { [column]: bill[column] + amount, scheme_due: bill.scheme_due - amount }
    await bills.change({ hospital_id, id: bill.id }, changes)
  }
}

/** BIL-125: what the scheme denied is the patient's to pay; below nothing, it is taken back. */
export async function movedToPatient(
  caller: Caller,
  { item_id, amount }: { item_id: string; amount: number },
  reason: string,
): Promise<Bill> {
  const { hospital_id } = caller
  const [of] = await rows<{ bill_id: string }>(
    sql`select bill_id from bill_items where hospital_id = ${hospital_id}
      and id${oneOf([item_id])}`,
  )
  const bill = await locked(caller, of?.bill_id ?? '')
  if (bill.status === 'CREDITED' || bill.status === 'CANCELLED') {
    throw bill_life.refusal(bill.status, called(bill))
  }
  const item = (await bill_items.find({ hospital_id, id: item_id })) as Item
  await bill_items.change(
    { hospital_id, id: item_id },
    {
      moved_from_scheme: item.moved_from_scheme + amount,
      balance: item.balance + amount,
    },
  )
  const changes = {
    moved_from_scheme: bill.moved_from_scheme + amount,
    balance: bill.balance + amount,
    scheme_due: bill.scheme_due - amount,
  }
  if (bill.status === 'WRITTEN_OFF') return moved(caller, bill, 'reopen', changes, reason)
  return restated(caller, bill, 'reopen', changes, reason)
}
