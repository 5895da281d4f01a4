// What crediting a line comes to (BIL-70, BIL-71): how much of it can still fall, and what falls with
// it: what the scheme owes, what is unpaid, what a scheme took over, what was waived, what was paid.

import { conflict, Refusal } from '../../../../core/refusal.ts'
import type { Purse } from '../../accounting/purse.ts'
import { portion } from '../amounts.ts'
import type { InsuredBy } from './tables.ts'
import type { Row as Item } from '../charges/items.ts'

export interface Wish {
  item_id: string
  /** Thousandths. */
  quantity?: number | null | undefined
  amount?: number | null | undefined
}

export interface Split {
  item: Item
  quantity: number | null
  amount: number
  tax: number
  scheme_part: number
  unpaid_part: number
  insured_part: number
  /** Told when it is issued. */
  insured_by: InsuredBy[]
  waived_part: number
  paid_part: number
}

export const leftOf = ({ amount, adjusted, credited }: Item): number => amount - adjusted - credited

export function splitOf(purse: Purse, item: Item, wish: Wish, at: number): Split {
  const left = leftOf(item)
  const pieces = item.quantity - item.credited_quantity
  const { quantity, amount } = wanted(purse, item, wish, at, { left, pieces })
  const before = item.adjusted + item.credited
  const upTo = (part: number): number =>
    portion(before + amount, part, item.amount) - portion(before, part, item.amount)
  // What a denial made payable by the patient is the scheme's no more.
  const of_scheme = item.covered - item.moved_from_scheme - (item.credited - item.credited_share)
  const of_patient = item.balance + item.settled
  const scheme_part = Math.max(Math.min(upTo(item.covered), of_scheme), amount - of_patient)
  let rest = amount - scheme_part
  const take = (most: number): number => {
    const taken = Math.min(rest, most)
    rest -= taken
    return taken
  }
  const unpaid_part = take(item.balance)
  const insured_part = take(item.insured)
  const waived_part = take(item.waived)
  return {
    item,
    quantity,
    amount,
    tax: upTo(item.tax),
    scheme_part,
    unpaid_part,
    insured_part,
    insured_by: [],
    waived_part,
    paid_part: rest,
  }
}

function wanted(
  purse: Purse,
  item: Item,
  wish: Wish,
  at: number,
  { left, pieces }: { left: number; pieces: number },
): { quantity: number | null; amount: number } {
  const quantity = wish.quantity ?? null
  const given = wish.amount ?? null
  if (given !== null && given <= 0) {
    throw new Refusal(400, 'invalid', `lines[${at}].amount must be more than 0.`)
  }
  const too_much = (what: string) =>
    conflict(`Only ${what} of ${item.description} can still be credited.`, 'too_much')
  if (left <= 0) throw too_much('0')
  if (quantity !== null && quantity > pieces) throw too_much(String(pieces / 1000))
  const amount = given ?? ofPieces(item, quantity, { left, pieces })
  if (amount > left) throw too_much(purse.said(left))
  return { quantity: given === null && quantity === null ? pieces : quantity, amount }
}

/** At the line's price; the last pieces take what is left, so that nothing stays of rounding. */
const ofPieces = (
  item: Item,
  quantity: number | null,
  { left, pieces }: { left: number; pieces: number },
): number =>
  quantity === null || quantity === pieces
    ? left
    : Math.min(left, portion(item.amount, quantity, item.quantity))
