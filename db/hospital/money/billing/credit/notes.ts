// Credit notes (BIL-70 to BIL-75): written by one, issued by another above the limit; what was paid
// for the lines becomes a deposit.

import { asks, type Caller } from '../../../../core/caller.ts'
import { conflict, Refusal } from '../../../../core/refusal.ts'
import { purseOf } from '../../accounting/purse.ts'
import { live } from '../amounts.ts'
import { thousandths } from '../../../../core/kinds/quantity.ts'
import { issueCredit, sumsOf } from './issue.ts'
import { creditNoteRecord, type CreditRow } from './rows.ts'
import type { CreditInput } from './shapes.ts'
import { type Split, splitOf, type Wish } from './split.ts'
import { credit_note_lines, credit_notes } from './tables.ts'
import type { CreditReason } from './words.ts'
import { anotherPerson } from '../decide.ts'
import { itemsOf } from '../charges/items.ts'
import { policyOf } from '../../policy/policy.ts'
import { holdOrder } from '../bills/order-told.ts'
import { bill_life, called, billRecord, type Row as Bill } from '../bills/rows.ts'

const credited_from: readonly string[] = ['ISSUED', 'PART_PAID', 'SETTLED']

/** `POST /credit-notes`: a draft, or issued at once by who may. */
export async function open(caller: Caller, input: CreditInput): Promise<CreditRow> {
  if (input.issue === true) asks(caller, 'creditnote:issue')
  const purse = await purseOf(caller)
  const wishes = input.lines?.map(
    (line, at): Wish => ({
      item_id: line.item_id,
      quantity:
        line.quantity === null || line.quantity === undefined
          ? null
          : thousandths(`lines[${at}].quantity`, line.quantity),
      amount:
        line.amount === null || line.amount === undefined
          ? null
          : purse.minor(`lines[${at}].amount`, line.amount),
    }),
  )
  const bill = await creditable(caller, input.bill_id)
  const { reason, reason_code } = input
  const draft = await draftOf(caller, bill, { reason, reason_code, wishes })
  return input.issue === true ? issue(caller, draft.id) : draft
}

async function creditable(caller: Caller, bill_id: string): Promise<Bill> {
  const bill = await billRecord.locked(caller, bill_id)
  if (!credited_from.includes(bill.status)) throw bill_life.refusal(bill.status, called(bill))
  await holdOrder(caller, bill)
  return bill
}

interface Asked {
  reason: string
  reason_code: CreditReason
  /** Absent: every line, with what is left of it. */
  wishes?: readonly Wish[] | undefined
  source?: string | null
  source_id?: string | null
  author?: { id: string | null; name: string }
}

async function draftOf(caller: Caller, bill: Bill, asked: Asked): Promise<CreditRow> {
  const { hospital_id } = caller
  const splits = await splitsOf(caller, bill, asked.wishes)
  const note = await creditNoteRecord.created(
    caller,
    {
      facility_id: bill.facility_id,
      bill_id: bill.id,
      bill_number: bill.number,
      patient_id: bill.patient_id,
      patient_name: bill.patient_name,
      reason: asked.reason,
      reason_code: asked.reason_code,
      ...sumsOf(splits),
      source: asked.source ?? null,
      source_id: asked.source_id ?? null,
      author_id: asked.author === undefined ? caller.user_id : asked.author.id,
      created_by_name: (asked.author?.name ?? caller.name).slice(0, 160),
    },
    'open',
    asked.reason,
  )
  for (const [at, split] of splits.entries()) {
    const { item, ...amounts } = split
    await credit_note_lines.insert({
      hospital_id,
      credit_note_id: note.id,
      item_id: item.id,
      position: at + 1,
      description: item.description,
      ...amounts,
    })
  }
  return note
}

export async function splitsOf(
  caller: Caller,
  bill: Bill,
  wishes: readonly Wish[] | undefined,
): Promise<Split[]> {
  const purse = await purseOf(caller)
  const items = await itemsOf(caller, bill.id)
  const asked =
    wishes ??
    items
      .filter((item) => live(item) && item.amount > item.adjusted + item.credited)
      .map(({ id }): Wish => ({ item_id: id }))
  if (asked.length === 0) throw conflict(`Nothing of bill ${bill.number} is left to credit.`)
  const twice = asked.find(({ item_id }, at) =>
    asked.some((other, index) => index < at && other.item_id === item_id),
  )
  if (twice !== undefined) {
    throw new Refusal(400, 'invalid', 'lines: a line of the bill may be there once.')
  }
  return asked.map((wish, at) => {
    const item = items.find(({ id }) => id === wish.item_id)
    if (item === undefined) {
      throw new Refusal(404, 'not_found', `lines[${at}].item_id: no such item.`)
    }
    return splitOf(purse, item, wish, at)
  })
}

/** BIL-74: above the limit, somebody else than its author. */
export async function issue(caller: Caller, id: string): Promise<CreditRow> {
  const draft = await creditNoteRecord.locked(caller, id)
  const bill = await creditable(caller, draft.bill_id)
  const limits = await policyOf(caller)
  if (draft.status === 'DRAFT' && draft.total > limits.credit_note_self_limit) {
    await anotherPerson(caller, draft.author_id, 'creditnote:issue', {
      two: limits.two_person.credit_note,
    })
  }
  return issueCredit(caller, bill, draft)
}

export async function discard(caller: Caller, id: string, reason: string): Promise<CreditRow> {
  const draft = await creditNoteRecord.begin(caller, id, 'discard')
  return creditNoteRecord.moved(caller, draft, 'discard', {}, reason)
}

export interface CreditBill {
  bill_id: string
  lines?: readonly Wish[] | undefined
  reason: string
  reason_code?: CreditReason
  source: string
  source_id: string
  requested_by?: { id: string | null; name: string }
}

/** BIL-9: made and issued for another area, whose own permission carried the move; once per source. */
export async function creditBill(caller: Caller, asked: CreditBill): Promise<CreditRow> {
  const { hospital_id } = caller
  const { source, source_id } = asked
  const bill = await creditable(caller, asked.bill_id)
  const done = await credit_notes.find({ hospital_id, source, source_id })
  if (done !== undefined) return done
  const draft = await draftOf(caller, bill, {
    reason: asked.reason,
    reason_code: asked.reason_code ?? 'OTHER',
    wishes: asked.lines,
    source,
    source_id,
    ...(asked.requested_by === undefined ? {} : { author: asked.requested_by }),
  })
  return issueCredit(caller, bill, draft)
}
