// Waivers (BIL-80 to BIL-83): asked for by one, decided by another; what is approved settles the
// lines like a payment and brings no money.

import { asks, can, type Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { row } from '../../../../store/connection.ts'
import { conflict, invalid, noSuch } from '../../../../core/refusal.ts'
import { sql } from '../../../../store/sql.ts'
import { lockHead, post } from '../../accounting/posting/post.ts'
import { type Purse, purseOf } from '../../accounting/purse.ts'
import { proofOf } from '../../../office/attachments/named.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { policyOf } from '../../policy/policy.ts'
import { nextReference } from '../../../office/sequences/references.ts'
import { live } from '../amounts.ts'
import { anotherPerson } from '../decide.ts'
import { nameOf } from '../history.ts'
import { itemsOf } from '../charges/items.ts'
import { waiverLines } from '../payments/ledger.ts'
import { payments } from '../payments/tables.ts'
import { bill_life, called, billRecord, type Row as Bill } from '../bills/rows.ts'
import { type Allotted, settle, spread } from '../payments/settle.ts'
import { waiverRecord, type WaiverRow } from './waiver-rows.ts'
import type { ApproveWaiver, WaiverInput } from './waiver-shapes.ts'
import { waivers } from './waiver-tables.ts'
import type { WaiverCategory } from './waiver-words.ts'
import { open_states } from '../words.ts'

export interface WaiverAsked {
  bill_id: string
  item_ids: string[] | null
  /** Minor units. */
  amount: number
  category: WaiverCategory
  reason: string
  attachment_id?: string | null
  kind?: 'WAIVER' | 'EXEMPTION'
  exemption_id?: string | null
}

export async function ask(caller: Caller, input: WaiverInput): Promise<WaiverRow> {
  const purse = await purseOf(caller)
  const amount = purse.minor('amount', input.amount)
  if (amount <= 0) throw invalid('amount', 'must be more than 0.')
  const { bill_id, category, reason } = input
  return request(caller, {
    bill_id,
    item_ids: input.item_ids ?? null,
    amount,
    category,
    reason,
    attachment_id: input.attachment_id ?? null,
  })
}

/** BIL-80: small ones of who may decide are given at once; every other waits. */
export async function request(caller: Caller, asked: WaiverAsked): Promise<WaiverRow> {
  asks(caller, 'waiver:request')
  const purse = await purseOf(caller)
  const bill = await waivable(caller, asked.bill_id)
  const waiting = await waitingOn(caller, bill.id)
  const due = Math.min(await dueOf(caller, bill, asked.item_ids), bill.balance - waiting)
  if (asked.amount > due) throw tooMuch(purse, due)
  const attachment_id = await proofOf(caller, bill.patient_id, asked.attachment_id)
  const made = await written(caller, bill, { ...asked, attachment_id })
  const { waiver_self_limit } = await policyOf(caller)
  if (asked.amount > waiver_self_limit || !can(caller, 'waiver:approve')) return made
  return granted(caller, made, bill, { amount: asked.amount, note: null })
}

async function waivable(caller: Caller, bill_id: string): Promise<Bill> {
  const bill = await billRecord.locked(caller, bill_id)
  if (bill.status === 'SETTLED') {
    throw conflict(`Bill ${bill.number} has nothing left to pay.`, 'settled')
  }
  if (!open_states.includes(bill.status)) throw bill_life.refusal(bill.status, called(bill))
  return bill
}

const tooMuch = (purse: Purse, due: number) =>
  conflict(`Only ${purse.said(Math.max(due, 0))} is still due.`, 'too_much')

/** BIL-81: what was asked for already counts as given. */
async function waitingOn({ hospital_id }: Caller, bill_id: string): Promise<number> {
  const found = await row<{ amount: number }>(
    sql`select cast(coalesce(sum(amount), 0) as bigint) as amount from waivers
      where hospital_id = ${hospital_id} and bill_id = ${bill_id} and status = 'REQUESTED'`,
  )
  return Number(found?.amount ?? 0)
}

async function dueOf(
  caller: Caller,
  bill: Bill,
  item_ids: readonly string[] | null,
): Promise<number> {
  if (item_ids === null) return bill.balance
  const items = (await itemsOf(caller, bill.id)).filter(live)
  if (item_ids.some((id) => !items.some((item) => item.id === id))) throw noSuch('item')
  return items
    .filter(({ id }) => item_ids.includes(id))
    .reduce((sum, { balance }) => sum + balance, 0)
}

export async function written(caller: Caller, bill: Bill, asked: WaiverAsked): Promise<WaiverRow> {
  const { hospital_id } = caller
  const { facility_id, patient_id, client_id } = bill
  const by = nameOf(caller)
  const made = await waiverRecord.created(
    caller,
    {
      ...asked,
      facility_id,
      kind: asked.kind ?? 'WAIVER',
      bill_number: bill.number,
      patient_id,
      patient_name: bill.patient_name,
      requested_by_id: caller.user_id,
      requested_by_name: by,
    },
    'request',
    asked.reason,
  )
  const payment = await payments.insert({
    hospital_id,
    facility_id,
    status: 'PENDING_APPROVAL',
    purpose: 'BILL',
    method: 'Waiver',
    amount: asked.amount,
    patient_id,
    client_id,
    payer_name: bill.payer ?? bill.patient_name,
    clearing: 'NOT_NEEDED',
    received_at: clock.instant(),
    business_date: await today(caller),
    received_by_id: caller.user_id,
    received_by_name: by,
    note: asked.reason,
    waiver_id: made.id,
  })
  await waivers.change({ hospital_id, id: made.id }, { payment_id: payment.id })
  return { ...made, payment_id: payment.id, version: made.version + 1 }
}

export async function approve(
  caller: Caller,
  id: string,
  { amount, note }: ApproveWaiver,
): Promise<WaiverRow> {
  const purse = await purseOf(caller)
  const before = await waiverRecord.begin(caller, id, 'approve')
  const { two_person } = await policyOf(caller)
  await anotherPerson(caller, before.requested_by_id, 'waiver:approve', { two: two_person.waiver })
  const lower = amount === null || amount === undefined ? null : purse.minor('amount', amount)
  if (lower !== null && lower <= 0) throw invalid('amount', 'must be more than 0.')
  if (lower !== null && lower > before.amount) {
    throw invalid('amount', `must not be more than ${purse.said(before.amount)}.`)
  }
  const bill = await billRecord.locked(caller, before.bill_id)
  const due = await dueOf(caller, bill, before.item_ids)
  if (due <= 0 || (lower ?? 0) > due) throw tooMuch(purse, due)
  // BIL-81: somebody may have paid meanwhile; what is left is waived.
  const given = lower ?? Math.min(before.amount, due)
  return granted(caller, before, bill, { amount: given, note: note ?? null })
}

interface Granting {
  amount: number
  note: string | null
  /** Line by line, where it is not spread in their order. */
  allotted?: Allotted
  /** Who decided, where it was no person of this moment. */
  by?: string
}

/** P-14 (BIL-82). */
export async function granted(
  caller: Caller,
  before: WaiverRow,
  bill: Bill,
  { amount, note, allotted, by }: Granting,
): Promise<WaiverRow> {
  const { hospital_id } = caller
  const payment_id = before.payment_id ?? ''
  const { facility_id } = bill
  const item_ids = before.item_ids ?? []
  const parts = allotted ?? spread(await itemsOf(caller, bill.id), amount, item_ids)
  await lockHead(caller)
  const number = await nextReference(caller, 'adjustment', facility_id)
  const entry = await post(caller, {
    source: 'PAYMENT',
    source_id: payment_id,
    memo: `Waiver ${number}, bill ${bill.number}: ${before.reason}`,
    document: {
      kind: 'payment',
      id: payment_id,
      reference: number,
      path: `/billing/payments/${payment_id}`,
    },
    lines: waiverLines(
      bill,
      before.category,
      parts.map(({ item: { department }, amount: part }) => ({ department, amount: part })),
    ),
  })
  await payments.change(
    { hospital_id, id: payment_id },
    {
      number,
      amount,
      status: 'RECORDED',
      received_at: clock.instant(),
      business_date: await today(caller),
      entry_reference: entry.reference,
    },
  )
  await settle(caller, bill, { id: payment_id, amount, allotted }, item_ids, 'waived')
  return waiverRecord.moved(caller, before, 'approve', {
    number: await nextReference(caller, 'waiver', facility_id),
    amount,
    ...decidedBy(caller, note),
    ...(by === undefined ? {} : { decided_by_name: by.slice(0, 160) }),
  })
}

const decidedBy = (caller: Caller, decision_note: string | null) => ({
  decided_at: clock.instant(),
  decided_by_name: nameOf(caller),
  decision_note,
})

export async function decline(caller: Caller, id: string, note: string): Promise<WaiverRow> {
  const before = await waiverRecord.begin(caller, id, 'decline')
  const after = await waiverRecord.moved(caller, before, 'decline', decidedBy(caller, note), note)
  await payments.change(
    { hospital_id: caller.hospital_id, id: before.payment_id ?? '' },
    { status: 'DECLINED' },
  )
  return after
}
