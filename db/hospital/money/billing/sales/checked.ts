// What areas above billing say of a counter sale before its goods are taken: care of its medicines
// (CAR-105), commercial of its discount (BIL-62).

import type { Caller } from '../../../../core/caller.ts'
import type { GateResult } from '../../../desk/gates/shapes.ts'
import { applyDiscount, type RuleDiscount } from '../../../neighbours/commercial.ts'
import { counterCheck } from '../../../neighbours/medicines.ts'
import { billAmounts } from '../amounts.ts'
import { bill_discounts } from '../bills/discount-tables.ts'
import type { SaleInput } from '../bills/input-shapes.ts'
import { reckoned } from '../charges/lines-by-hand.ts'
import type { InHand } from './sale-bill.ts'

/** Lines are told by their place on the bill, from 1. */
export const medicinesChecked = async (
  caller: Caller,
  { items }: InHand,
  { prescription, overrides }: SaleInput,
  patient_id: string | null,
): Promise<GateResult[]> => {
  const lines = items.flatMap(({ product_id, batch_id, quantity }, at) =>
    product_id === null ? [] : [{ line: at + 1, product_id, batch_id, quantity }],
  )
  if (lines.length === 0) return []
  return counterCheck(caller, {
    patient_id,
    lines,
    prescription: prescription ?? null,
    overrides: overrides ?? [],
  })
}

export interface Discounted {
  sale: InHand
  discount: RuleDiscount | null
}

/** The lines with what the rule takes off each. */
export async function withDiscount(
  caller: Caller,
  sale: InHand,
  day: string,
  discount_rule_id: string,
): Promise<Discounted> {
  if (discount_rule_id === '') return { sale, discount: null }
  const { bill, items } = sale
  const discount = await applyDiscount(caller, {
    discount_rule_id,
    bill_id: bill.id,
    patient_id: bill.patient_id,
    day,
    lines: items.map(({ code, category, product_id, net }, at) => ({
      line: at + 1,
      code,
      category,
      product_id,
      amount: net,
    })),
  })
  const lowered = items.map((item, at) => {
    const more = discount.lines.get(at + 1) ?? 0
    const of_line = item.discount + more
    return more === 0
      ? item
      : { ...item, discount: of_line, ...reckoned({ ...item, discount: of_line }) }
  })
  return { sale: { bill: { ...bill, ...billAmounts(lowered) }, items: lowered }, discount }
}

/** BIL-86: which discount stands in which lines, once the bill is there. */
export async function keepDiscount(
  caller: Caller,
  { bill, items }: InHand,
  { discount_id, reason, lines }: RuleDiscount,
): Promise<void> {
  const parts = items.flatMap(({ id }, at) => {
    const amount = lines.get(at + 1) ?? 0
    return amount === 0 ? [] : [{ item_id: id, amount, tax: 0 }]
  })
  await bill_discounts.insert({
    hospital_id: caller.hospital_id,
    bill_id: bill.id,
    discount_id,
    of_draft: true,
    amount: parts.reduce((sum, { amount }) => sum + amount, 0),
    tax: 0,
    lines: parts,
    reason: reason.slice(0, 300),
  })
}
