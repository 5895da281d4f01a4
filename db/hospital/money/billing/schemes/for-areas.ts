// What claims ask of bills: their lines, and what becomes of the scheme's share (BIL-17, BIL-125).

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { live } from '../amounts.ts'
import { itemsOf as allItems, type Row as Item } from '../charges/items.ts'
import { isReady } from '../bills/issue.ts'
import { bill_life, called, billRecord, moved, type Row as Bill } from '../bills/rows.ts'
import { restated } from '../payments/settle.ts'
import { giveBack, otherOwes } from './takeover-amounts.ts'
import { bill_items, bills } from '../bills/tables.ts'

export { insuredParts } from './takeover-amounts.ts'
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

/** Done, or nobody had to do it: of a line that was billed by hand no area will ever say that it is. */
export const served = (item: Item): boolean => isReady(item) || item.source === null

export interface Fell {
  bill_id: string
  scheme_id: string
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
  const by_bill = Map.groupBy(fell, ({ bill_id }) => bill_id)
  const found = await bills.all(
    { hospital_id, id: [...by_bill.keys()] },
    { order: ['id'], lock: true },
  )
  for (const bill of found) {
    const by_scheme = Map.groupBy(by_bill.get(bill.id) ?? [], ({ scheme_id }) => scheme_id)
    for (const [scheme_id, own] of by_scheme) {
      const amount = own.reduce((sum, one) => sum + one.amount, 0)
      if (amount === 0) continue
      if (scheme_id !== bill.scheme_id) {
        await otherOwes(caller, { bill_id: bill.id, scheme_id }, { [column]: amount })
        continue
      }
      const changes = { [column]: bill[column] + amount, scheme_due: bill.scheme_due - amount }
      await bills.change({ hospital_id, id: bill.id }, changes)
    }
  }
}

/**
 * BIL-125: what the scheme denied is the patient's to pay; below nothing, it is taken back. What the
 * scheme had taken over of the patient's part is so no more; the rest is moved out of its share.
 */
export async function movedToPatient(
  caller: Caller,
  { item_id, bill_id, scheme_id, amount }: Fell & { item_id: string },
  reason: string,
): Promise<Bill> {
  const { hospital_id } = caller
  const bill = await billRecord.locked(caller, bill_id)
  if (bill.status === 'CREDITED' || bill.status === 'CANCELLED') {
    throw bill_life.refusal(bill.status, called(bill))
  }
  const item = (await bill_items.find({ hospital_id, id: item_id })) as Item
  const own = scheme_id === bill.scheme_id
  // Taken back in the other order.
  const first = own && amount < 0 ? Math.max(amount, -item.moved_from_scheme) : 0
  const back = await giveBack(caller, { item_id, scheme_id }, amount - first)
  const from_share = amount - back
  await bill_items.change(
    { hospital_id, id: item_id },
    {
      insured: item.insured - back,
      settled: item.settled - back,
      moved_from_scheme: item.moved_from_scheme + from_share,
      balance: item.balance + amount,
    },
  )
  if (!own) await otherOwes(caller, { bill_id, scheme_id }, { insured: -back })
  const changes = {
    insured: bill.insured - back,
    moved_from_scheme: bill.moved_from_scheme + from_share,
    balance: bill.balance + amount,
    scheme_due: bill.scheme_due - (own ? amount : 0),
  }
  if (bill.status === 'WRITTEN_OFF') return moved(caller, bill, 'reopen', changes, reason)
  return restated(caller, bill, 'reopen', changes, reason)
}

/** The scheme of each of these bills, where it has one. */
export async function schemesOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const found = await rows<{ id: string; scheme_id: string | null }>(
    sql`select id, scheme_id from bills where hospital_id = ${hospital_id}
      and id${oneOf([...new Set(ids)])}`,
  )
  return new Map(found.map(({ id, scheme_id }) => [id, scheme_id]))
}
