// What commercial takes off a bill (BIL-86, BIL-87): line discounts of a draft; of an issued bill less
// to pay, with its tax (P-05). Which discount, for whom and by whom is commercial's (BIL-85).

import type { Caller } from '../../../../core/caller.ts'
import { asks } from '../../../../core/caller.ts'
import { portion } from '../../../../core/kinds/money.ts'
import { conflict, invalid, noSuch } from '../../../../core/refusal.ts'
import { lockHead, post } from '../../accounting/posting/post.ts'
import { purseOf } from '../../accounting/purse.ts'
import { reverse } from '../../accounting/posting/reverse.ts'
import { visitCleared } from '../../../desk/visits/for-areas.ts'
import { followReversal } from './adoptions.ts'
import { live } from '../amounts.ts'
import { discountLines } from './bill-ledger.ts'
import { bill_discounts } from './discount-tables.ts'
import { summed } from './drafts.ts'
import { itemsOf, type Row as Item } from '../charges/items.ts'
import { reckoned } from '../charges/lines-by-hand.ts'
import { bill_life, called, billRecord, moved, type Row as Bill } from './rows.ts'
import { restated } from '../payments/settle.ts'
import { shares } from '../shares.ts'
import { bill_items } from './tables.ts'
import { open_states } from '../words.ts'

export interface Discounted {
  bill_id: string
  line_ids?: readonly string[] | null
  /** Minor units, before tax. */
  amount: number
  discount_id: string
  reason: string
}

type Totals = Pick<Bill, 'id' | 'status' | 'total' | 'discount' | 'adjusted' | 'balance'>

const totals = ({ id, status, total, discount, adjusted, balance }: Bill): Totals => ({
  id,
  status,
  total,
  discount,
  adjusted,
  balance,
})

/** Once for each discount. */
export async function discountBill(caller: Caller, asked: Discounted): Promise<Totals> {
  const { hospital_id } = caller
  if (asked.amount <= 0) throw invalid('amount', 'must be more than 0.')
  const bill = await billRecord.locked(caller, asked.bill_id)
  const { discount_id } = asked
  const known = await bill_discounts.find({ hospital_id, discount_id, live: true })
  if (known !== undefined) return totals(bill)
  const draft = bill.status === 'DRAFT'
  if (!draft && !open_states.includes(bill.status)) {
    throw bill_life.refusal(bill.status, called(bill))
  }
  const parts = await spread(caller, bill, asked, draft)
  const tax = parts.reduce((sum, part) => sum + part.tax, 0)
  await bill_discounts.insert({
    hospital_id,
    bill_id: bill.id,
    discount_id,
    of_draft: draft,
    amount: asked.amount,
    tax: draft ? 0 : tax,
    lines: parts.map(({ item, amount, tax: of_tax }) => ({
      item_id: item.id,
      amount,
      tax: of_tax,
    })),
    reason: asked.reason.slice(0, 300),
  })
  return totals(
    draft
      ? await onDraft(caller, bill, parts, asked.reason)
      : await onIssued(caller, bill, parts, asked),
  )
}

interface Part {
  item: Item
  amount: number
  tax: number
}

/** By the value before tax of the named lines, else of all that no scheme pays in full. */
async function spread(
  caller: Caller,
  bill: Bill,
  { line_ids, amount }: Discounted,
  draft: boolean,
): Promise<Part[]> {
  const purse = await purseOf(caller)
  const lines = (await itemsOf(caller, bill.id)).filter(live)
  if (line_ids?.some((id) => !lines.some((line) => line.id === id))) throw noSuch('item')
  const reach = (item: Item): number => (draft ? item.gross - item.discount : beforeTax(item))
  const chosen = lines.filter(
    (item) =>
      item.covered < item.amount && (line_ids?.includes(item.id) ?? true) && reach(item) > 0,
  )
  const most = chosen.reduce((sum, item) => sum + reach(item), 0)
  if (amount > most) throw conflict(`Only ${purse.said(most)} can be taken off.`, 'too_much')
  return shares(
    amount,
    chosen.map((item) => ({ weight: item.net, most: reach(item) })),
  ).flatMap((part, at) => {
    const item = chosen[at] as Item
    if (part === 0) return []
    const tax = item.tax_rate === null ? 0 : portion(part, item.tax_rate, 10_000)
    // The last cent of tax is not above what is owed.
    return [{ item, amount: part, tax: draft ? 0 : Math.min(tax, item.balance - part) }]
  })
}

const beforeTax = ({ balance, tax_rate }: Item): number =>
  tax_rate === null ? balance : portion(balance, 10_000, 10_000 + tax_rate)

async function onDraft(
  caller: Caller,
  bill: Bill,
  parts: readonly Part[],
  reason: string,
): Promise<Bill> {
  for (const { item, amount } of parts) await lineDiscount(caller, item, amount)
  return moved(caller, (await summed(caller, bill)).bill, 'discount', {}, reason)
}

async function lineDiscount(caller: Caller, item: Item, more: number): Promise<void> {
  const discount = item.discount + more
  await bill_items.change(
    { hospital_id: caller.hospital_id, id: item.id },
    { discount, ...reckoned({ ...item, discount }) },
  )
}

async function onIssued(
  caller: Caller,
  bill: Bill,
  parts: readonly Part[],
  { discount_id, reason }: Discounted,
): Promise<Bill> {
  const lowered = await lower(caller, parts, 1)
  await lockHead(caller)
  await post(caller, {
    source: 'BILL_DISCOUNT',
    source_id: discount_id,
    memo: `Discount on bill ${bill.number}: ${reason}`.slice(0, 300),
    lines: discountLines(bill, parts),
  })
  const changes = { adjusted: bill.adjusted + lowered, balance: bill.balance - lowered }
  const after = await restated(caller, bill, 'discount', changes, reason)
  if (bill.visit_id !== null) await visitCleared(caller, bill.visit_id)
  return after
}

async function lower(caller: Caller, parts: readonly Part[], sign: 1 | -1): Promise<number> {
  let sum = 0
  for (const { item, amount, tax } of parts) {
    const by = sign * (amount + tax)
    sum += amount + tax
    const balance = item.balance - by
    const cleared = balance === 0 && item.service_status === 'PENDING'
    await bill_items.change(
      { hospital_id: caller.hospital_id, id: item.id },
      {
        adjusted: item.adjusted + by,
        balance,
        ...(cleared
          ? { service_status: 'AUTHORISED' as const, authorised_by: 'PAID' as const }
          : {}),
      },
    )
  }
  return sum
}

/** The mirror. A settled bill that would owe again asks for the code by which bills are issued. */
export async function undiscountBill(caller: Caller, asked: Discounted): Promise<Totals> {
  const { hospital_id } = caller
  const bill = await billRecord.locked(caller, asked.bill_id)
  const { discount_id, reason } = asked
  const given = await bill_discounts.find({ hospital_id, discount_id, live: true })
  if (given === undefined || given.bill_id !== bill.id) return totals(bill)
  const items = await itemsOf(caller, bill.id)
  const parts = given.lines.flatMap(({ item_id, amount, tax }): Part[] => {
    const item = items.find(({ id }) => id === item_id)
    return item === undefined ? [] : [{ item, amount, tax }]
  })
  await bill_discounts.change({ hospital_id, id: given.id }, { live: false })
  if (given.of_draft) {
    if (bill.status !== 'DRAFT') {
      throw conflict(`Bill ${bill.number} was issued with this discount.`, 'issued')
    }
    for (const { item, amount } of parts) await lineDiscount(caller, item, -amount)
    return totals(await moved(caller, (await summed(caller, bill)).bill, 'undiscount', {}, reason))
  }
  if (bill.status === 'SETTLED') asks(caller, 'bill:issue')
  else if (!open_states.includes(bill.status)) throw bill_life.refusal(bill.status, called(bill))
  await reverse(caller, 'BILL_DISCOUNT', discount_id, reason)
  const back = await lower(caller, parts, -1)
  await followReversal(caller, bill, given.created_at, back)
  const changes = { adjusted: bill.adjusted - back, balance: bill.balance + back }
  return totals(await restated(caller, bill, 'undiscount', changes, reason))
}
