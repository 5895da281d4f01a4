// Giving a discount, deciding on it and taking it back (commercial 3.5, COM-64 to COM-70).

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { newId } from '../../../core/ids.ts'
import { conflict, invalid, noSuch } from '../../../core/refusal.ts'
import type { applyDiscount, RuleDiscount } from '../../neighbours/commercial.ts'
import { purseOf } from '../../money/accounting/purse.ts'
import { discountBill, undiscountBill } from '../../money/billing/bills/discounts.ts'
import { type BillInHand, billInHand } from '../../money/billing/bills/payable-lines.ts'
import { shares } from '../../money/billing/shares.ts'
import { anotherPerson } from '../../office/access/users/another-person.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { notify } from '../../office/notifications/notify.ts'
import { kindOfClient } from '../clients/for-areas.ts'
import { amountOf, needsApproval, reached, sumOf } from './reckon.ts'
import { discountRecord, type DiscountRow, standing } from './record.ts'
import { usable } from './rules.ts'
import type { GiveDiscount } from './shapes.ts'

export async function give(caller: Caller, input: GiveDiscount): Promise<DiscountRow> {
  const { rule_id = null, target_type, target_id, line_ids = null, reason } = input
  const bill = await billInHand(caller, target_id)
  const is_sale = bill.kind === 'SALE'
  if (is_sale !== (target_type === 'SALE')) throw noSuch(target_type === 'SALE' ? 'sale' : 'bill')
  await refuseClosed(caller, bill)
  const { base, amount, waits } = await reckoned(caller, bill, input)
  if (amount === 0) throw conflict('This discount takes nothing off the bill.', 'nothing')
  await refuseAbove(caller, bill, amount)
  if (waits && is_sale) throw needsAnother()
  const row = await discountRecord.created(
    caller,
    {
      status: waits ? 'PENDING' : 'APPLIED',
      rule_id,
      target_type,
      target_id,
      line_ids: line_ids === null ? null : [...line_ids],
      base,
      amount,
      reason,
      patient_id: bill.patient_id,
      requested_by_id: caller.user_id,
      requested_by_name: caller.name,
    },
    'give',
    reason,
  )
  if (waits) await tellDeciders(caller, row, bill)
  else await taken(caller, row, bill, reason)
  return row
}

/** COM-70. */
const needsAnother = (): Error =>
  conflict('This discount needs approval: raise a bill instead.', 'approval')

/** COM-68, COM-69. */
async function refuseClosed(caller: Caller, bill: BillInHand): Promise<void> {
  const { status, called, claim } = bill
  if (status === 'SETTLED') throw conflict(`Bill ${called} is settled.`, 'settled')
  if (!['DRAFT', 'ISSUED', 'PART_PAID'].includes(status)) {
    throw conflict(`Bill ${called} is ${status}.`, 'state')
  }
  if (claim !== null)
    throw conflict(`A line of bill ${called} stands in claim ${claim}, which was submitted.`)
  const other = await standing(caller, bill.id)
  if (other !== undefined) throw other
}

async function refuseAbove(
  caller: Caller,
  { status, balance }: BillInHand,
  amount: number,
): Promise<void> {
  if (status === 'DRAFT' || amount <= balance) return
  const { said } = await purseOf(caller)
  throw conflict(`Only ${said(balance)} is still unpaid on this bill.`, 'too_much')
}

interface Reckoned {
  base: number
  amount: number
  waits: boolean
}

/** By a rule, or an amount by hand, on which another always decides (COM-64). */
async function reckoned(
  caller: Caller,
  bill: BillInHand,
  { rule_id, line_ids, amount: typed, target_type }: GiveDiscount,
): Promise<Reckoned> {
  if (line_ids?.some((id) => !bill.lines.some((line) => line.id === id))) throw noSuch('item')
  const named = bill.lines.filter(({ id }) => line_ids?.includes(id) ?? true)
  if (!rule_id) return byHand(caller, sumOf(named), typed)
  const rule = await usable(caller, rule_id, await today(caller))
  const kind = bill.client_id === null ? null : await kindOfClient(caller, bill.client_id)
  const base = sumOf(reached(rule, target_type, kind, named))
  const amount = amountOf(rule, base)
  return { base, amount, waits: needsApproval(rule, amount) }
}

async function byHand(
  caller: Caller,
  base: number,
  typed: number | null | undefined,
): Promise<Reckoned> {
  if (typed === null || typed === undefined) throw invalid('amount', 'is required without a rule.')
  const { minor, said } = await purseOf(caller)
  const amount = minor('amount', typed)
  if (amount <= 0) throw invalid('amount', 'must be more than 0.')
  if (amount > base) throw invalid('amount', `is more than the lines (${said(base)}).`)
  return { base, amount, waits: true }
}

/** The lines that a rule reaches are those that billing lowers. */
async function taken(
  caller: Caller,
  { id: discount_id, rule_id, target_id: bill_id, target_type, line_ids, amount }: DiscountRow,
  bill: BillInHand,
  reason: string,
): Promise<void> {
  const named = bill.lines.filter(({ id }) => line_ids?.includes(id) ?? true)
  let lines: readonly { id: string }[] = named
  if (rule_id !== null) {
    const rule = await usable(caller, rule_id, await today(caller))
    const kind = bill.client_id === null ? null : await kindOfClient(caller, bill.client_id)
    lines = reached(rule, target_type, kind, named)
  }
  const chosen = lines.map(({ id }) => id)
  await discountBill(caller, { bill_id, line_ids: chosen, amount, discount_id, reason })
}

async function tellDeciders(
  caller: Caller,
  { id, number }: DiscountRow,
  bill: BillInHand,
): Promise<void> {
  await notify(caller, {
    to: { permission: 'discount:approve' },
    kind: 'discount.pending',
    title: `Discount ${number} waits`,
    body: `${caller.name} asks for a discount on bill ${bill.called}.`,
    entity: { type: 'discount', id },
  })
}

const decided = (caller: Caller, note: string | null) => ({
  decided_by_name: caller.name,
  decided_at: clock.instant(),
  decision_note: note,
})

/** The bill is held before the discount, as when one is given. */
export async function approve(
  caller: Caller,
  id: string,
  note: string | null,
): Promise<DiscountRow> {
  const { target_id } = await discountRecord.get(caller, id)
  const bill = await billInHand(caller, target_id)
  const before = await discountRecord.begin(caller, id, 'approve')
  await anotherPerson(caller, before.requested_by_id, 'discount:approve')
  const { status, called, claim } = bill
  if (status === 'SETTLED') throw conflict(`Bill ${called} is settled.`, 'settled')
  if (claim !== null)
    throw conflict(`A line of bill ${called} stands in claim ${claim}, which was submitted.`)
  await refuseAbove(caller, bill, before.amount)
  await taken(caller, before, bill, before.reason)
  return discountRecord.moved(caller, before, 'approve', decided(caller, note), note)
}

export async function refuse(caller: Caller, id: string, note: string): Promise<DiscountRow> {
  const before = await discountRecord.begin(caller, id, 'refuse')
  await anotherPerson(caller, before.requested_by_id, 'discount:approve')
  return refused(caller, before, note)
}

/** By a person, or by the house after some days. */
export async function refused(
  caller: Caller,
  before: DiscountRow,
  note: string,
): Promise<DiscountRow> {
  const { requested_by_id, number } = before
  if (requested_by_id !== null) {
    await notify(caller, {
      to: { user: requested_by_id },
      kind: 'discount.refused',
      title: `Discount ${number} was refused`,
      body: note,
      entity: { type: 'discount', id: before.id },
    })
  }
  return discountRecord.moved(caller, before, 'refuse', decided(caller, note), note)
}

export async function remove(caller: Caller, id: string, reason: string): Promise<DiscountRow> {
  const { target_id } = await discountRecord.get(caller, id)
  const { status, called, claim } = await billInHand(caller, target_id)
  const before = await discountRecord.begin(caller, id, 'remove')
  if (status === 'SETTLED') throw conflict(`Bill ${called} is settled.`, 'settled')
  if (claim !== null)
    throw conflict(`A line of bill ${called} stands in claim ${claim}, which was submitted.`)
  const { amount } = before
  await undiscountBill(caller, { bill_id: target_id, amount, discount_id: id, reason })
  return discountRecord.moved(caller, before, 'remove', decided(caller, reason), reason)
}

type Asked = Parameters<typeof applyDiscount>[1]

/** COM-82, BIL-62: of a counter sale, whose bill is not written yet. */
export async function ofSale(caller: Caller, asked: Asked): Promise<RuleDiscount> {
  const { bill_id, patient_id, day } = asked
  const rule = await usable(caller, asked.discount_rule_id, day)
  const lines = asked.lines.map(({ line, category, amount }) => ({
    line,
    category,
    department: null,
    payable: amount,
  }))
  const chosen = reached(rule, 'SALE', null, lines)
  const base = sumOf(chosen)
  const amount = amountOf(rule, base)
  if (amount === 0) throw conflict('This discount takes nothing off the bill.', 'nothing')
  if (needsApproval(rule, amount)) throw needsAnother()
  const id = newId()
  await discountRecord.created(caller, {
    id,
    status: 'APPLIED',
    rule_id: rule.id,
    target_type: 'SALE',
    target_id: bill_id,
    base,
    amount,
    reason: rule.name,
    patient_id,
    requested_by_id: caller.user_id,
    requested_by_name: caller.name,
  })
  const parts = shares(
    amount,
    chosen.map(({ payable }) => ({ weight: payable, most: payable })),
  )
  return {
    discount_id: id,
    reason: rule.name,
    lines: new Map(chosen.map(({ line }, at) => [line, parts[at] ?? 0])),
  }
}
