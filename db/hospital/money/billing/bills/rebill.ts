// The same lines for another payer, after the bill was issued (3.1): a credit note takes the one back,
// a new bill follows it, and each names the other.

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { purseOf } from '../../accounting/purse.ts'
import { newId } from '../../../../core/ids.ts'
import { live } from '../amounts.ts'
import { priceAnew } from './change-payer.ts'
import { creditBill } from '../credit/notes.ts'
import type { CreditRow } from '../credit/rows.ts'
import { summed } from './drafts.ts'
import type { PayerInput } from './input-shapes.ts'
import { issue } from './issue.ts'
import { itemsOf, type Row as Item } from '../charges/items.ts'
import { type Owing, payerByHand } from './payers.ts'
import { bill_life, called, billRecord, moved, type Row as Bill } from './rows.ts'
import { bill_items, bills } from './tables.ts'

export async function rebill(
  caller: Caller,
  id: string,
  input: PayerInput,
): Promise<{ credit_note: CreditRow; bill: Bill }> {
  const before = await billRecord.locked(caller, id)
  bill_life.move('rebill', before.status, called(before))
  if (before.paid > 0) {
    const { said } = await purseOf(caller)
    throw conflict(
      `${said(before.paid)} was paid on bill ${before.number}: reverse or refund it first.`,
      'paid',
    )
  }
  const owing = await payerByHand(caller, before.patient_id, input, before.service_date)
  const lines = (await itemsOf(caller, id)).filter(live)
  const credit_note = await creditBill(caller, {
    bill_id: id,
    reason: input.reason,
    reason_code: 'PAYER_CHANGED',
    source: 'rebill',
    source_id: newId(),
  })
  const draft = await drafted(caller, before, owing, lines)
  await priceAnew(caller, draft)
  const after = (await summed(caller, draft)).bill
  const issued = await issue(caller, after.id)
  await bills.change({ hospital_id: caller.hospital_id, id }, { rebilled_to_id: issued.id })
  return { credit_note, bill: issued }
}

/** The lines go with their sources: what is done on them from now on is of the new bill. */
async function drafted(
  caller: Caller,
  from: Bill,
  owing: Owing,
  lines: readonly Item[],
): Promise<Bill> {
  const { hospital_id } = caller
  const { facility_id, kind, patient_id, patient_number, patient_name, customer, visit_id } = from
  const { admission_id, service_date, currency, notes } = from
  const id = newId()
  const made = await bills.insert({
    id,
    hospital_id,
    facility_id,
    status: 'DRAFT',
    kind,
    running: false,
    running_key: id,
    patient_id,
    patient_number,
    patient_name,
    customer,
    visit_id,
    admission_id,
    ...owing,
    service_date,
    currency,
    notes,
    rebilled_from_id: from.id,
    created_by_name: caller.name,
  })
  const sourced = lines.filter(({ source }) => source !== null).map((line) => line.id)
  if (sourced.length > 0) {
    await bill_items.change({ hospital_id, id: sourced }, { source: null, source_id: null })
  }
  await bill_items.insertMany(lines.map((line) => ({ ...anew(line), bill_id: made.id })))
  return moved(caller, made, 'open', {}, `Instead of bill ${from.number}`)
}

/** As it was charged: what was settled, waived or credited of it stays with the old bill. */
function anew(line: Item) {
  const { id: _id, created_at: _c, updated_at: _u, version: _v, ...kept } = line
  const waits = kept.service_status === 'AUTHORISED' && kept.authorised_by !== 'OVERRIDE'
  return {
    ...kept,
    covered: 0,
    patient_share: kept.amount,
    balance: kept.amount,
    settled: 0,
    insured: 0,
    waived: 0,
    credited: 0,
    credited_share: 0,
    credited_quantity: 0,
    adjusted: 0,
    written_off: 0,
    moved_from_scheme: 0,
    issued: false,
    difference_accepted: false,
    ...(waits ? { service_status: 'PENDING' as const, authorised_by: null } : {}),
  }
}
