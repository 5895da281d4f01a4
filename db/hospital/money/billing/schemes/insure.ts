// A part of the balance that a scheme takes over after the bill was issued (BIL-50, P-13): the bill's own
// or a second one of the patient, up to what its rules and ceilings allow for these lines.

import { asks, can, type Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import { lockHead, post } from '../../accounting/posting/post.ts'
import type { Purse } from '../../accounting/purse.ts'
import { record } from '../../../office/audit/record.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { standing } from '../../insurance/authorisations.ts'
import { useCover } from '../../insurance/cover.ts'
import { schemeTookOver } from '../../../neighbours/cover.ts'
import { nextReference } from '../../../office/sequences/references.ts'
import { schemeDebt } from '../payments/owing.ts'
import { payable } from '../payments/payable.ts'
import { insuredLines } from '../payments/ledger.ts'
import type { PaymentInput } from '../payments/shapes.ts'
import { payments } from '../payments/tables.ts'
import { bill_life, called, billRecord, type Row as Bill } from '../bills/rows.ts'
import { type Insurer, insurerOf } from './insurers.ts'
import { settle } from '../payments/settle.ts'
import { mayTake, type Part, type Takes } from './takeover-lines.ts'
import { insuredMore } from './takeover-amounts.ts'

export async function insure(
  caller: Caller,
  purse: Purse,
  bill_id: string,
  amount: number,
  input: PaymentInput,
): Promise<string> {
  if (!can(caller, 'claim:manage')) asks(caller, 'payment:create')
  const draft = await billRecord.locked(caller, bill_id)
  const insurer = await insurerOf(caller, draft, input)
  if (draft.status === 'DRAFT' && !can(caller, 'payment:create')) asks(caller, 'bill:issue')
  const item_ids = input.item_ids ?? []
  const bill = await payable(caller, bill_id, item_ids)
  if (bill.status === 'WRITTEN_OFF') throw bill_life.refusal(bill.status, called(bill))
  if (amount > bill.balance) {
    throw conflict(
      `Only ${purse.said(bill.balance)} is due. Cash gives change; Insurance does not.`,
      'too_much',
    )
  }
  await refuseUnauthorised(caller, bill, insurer)
  const takes = await mayTake(caller, bill, insurer, item_ids)
  if (amount > takes.most) {
    throw conflict(
      `${insurer.scheme.name} covers ${purse.said(takes.most)} of these lines.`,
      'above_cover',
    )
  }
  return taken(caller, bill, insurer, takes, amount, input)
}

/** BIL-50: a scheme that asks for an authorisation pays nothing without. */
async function refuseUnauthorised(caller: Caller, bill: Bill, { scheme }: Insurer): Promise<void> {
  if (!scheme.authorisation_required) return
  const { visit_id, scheme_id, authorisation_no } = bill
  if (scheme_id === scheme.id && authorisation_no !== null) return
  const stands =
    visit_id === null ? undefined : await standing(caller, { visit_id, scheme_id: scheme.id })
  if (stands === undefined) {
    throw conflict(`${scheme.name} wants an authorisation number.`, 'authorisation')
  }
}

async function taken(
  caller: Caller,
  bill: Bill,
  insurer: Insurer,
  takes: Takes,
  amount: number,
  input: PaymentInput,
): Promise<string> {
  const { scheme, membership_id } = insurer
  const parts = takes.split(amount)
  await lockHead(caller)
  const payment = await recorded(caller, bill, insurer, amount, input)
  const { id, number } = payment
  await settle(caller, bill, { id, amount, allotted: parts }, [], 'insured')
  await insuredMore(caller, bill, scheme.id, amount)
  await useCover(
    caller,
    { id: bill.id, patient_id: bill.patient_id ?? '' },
    takes,
    takes.uses(parts),
    id,
  )
  await schemeTookOver(caller, {
    bill_id: bill.id,
    scheme_id: scheme.id,
    membership_id,
    lines: parts.map(({ item, amount: part, preauth_id }: Part) => ({
      item_id: item.id,
      amount: part,
      preauth_id,
    })),
  })
  record(caller, 'payment.record', {
    entity_type: 'payment',
    entity_id: id,
    entity_label: number ?? id,
    patient_id: bill.patient_id,
    to_state: 'RECORDED',
    changes: { amount: [null, amount], method: [null, 'Insurance'], scheme: [null, scheme.name] },
  })
  return id
}

/** No money: no drawer, no shift, no receipt number (BIL-40). */
async function recorded(
  caller: Caller,
  bill: Bill,
  { scheme }: Insurer,
  amount: number,
  { reference, note }: PaymentInput,
) {
  const { hospital_id } = caller
  const { facility_id, patient_id, client_id } = bill
  const number = await nextReference(caller, 'adjustment', facility_id)
  const made = await payments.insert({
    hospital_id,
    facility_id,
    number,
    status: 'RECORDED',
    purpose: 'BILL',
    method: 'Insurance',
    amount,
    reference: reference ?? null,
    note: note ?? null,
    patient_id,
    client_id,
    payer_name: scheme.name,
    scheme_id: scheme.id,
    taken_for: [{ bill_id: bill.id, amount }],
    clearing: 'NOT_NEEDED',
    received_at: clock.instant(),
    business_date: await today(caller),
    received_by_id: caller.user_id,
    received_by_name: caller.name,
  })
  const { id } = made
  const entry = await post(caller, {
    source: 'PAYMENT',
    source_id: id,
    memo: `${scheme.name} takes over ${number}, bill ${bill.number}`,
    document: { kind: 'payment', id, reference: number, path: `/billing/payments/${id}` },
    lines: insuredLines(bill, await schemeDebt(caller, scheme.id), amount),
  })
  await payments.change({ hospital_id, id }, { entry_reference: entry.reference })
  return made
}
