// Money taken (P-06 to P-12): number, ledger entry, receipt and drawer in one transaction.

import type { Caller } from '../../caller.ts'
import { clock } from '../../clock.ts'
import { isTaken } from '../../engines/engine.ts'
import { newId } from '../../ids.ts'
import { conflict } from '../../refusal.ts'
import { lockHead, post } from '../accounting/post.ts'
import { record } from '../audit/record.ts'
import { took } from '../drawers/cash.ts'
import { today } from '../hospitals/hospitals.ts'
import { nextReference } from '../sequences/references.ts'
import type { Means } from './means.ts'
import type { PaymentRow } from './payment-list.ts'
import { paymentLines } from './payment-ledger.ts'
import { payments } from './payment-tables.ts'
import type { Row as Bill } from './rows.ts'

export interface Received {
  purpose: PaymentRow['purpose']
  /** What is kept, never what was handed over. */
  amount: number
  tendered: number | null
  change_given: number
  facility_id: string
  patient_id: string | null
  client_id: string | null
  payer_name: string | null
  /** `bill INV-2026-000001`. */
  about: string
  /** The bills that the money and the tax withheld of it settle, and how much of each. */
  settles?: readonly { bill: Bill; amount: number }[]
  /** What of it is held for the payer. */
  kept?: number
  also?: Partial<Pick<PaymentRow, 'withheld_tax' | 'certificate_no' | 'recovered_bill_id'>>
}

export async function receive(caller: Caller, means: Means, given: Received): Promise<PaymentRow> {
  const { hospital_id } = caller
  await lockHead(caller)
  const id = newId()
  const { till, ...how } = means
  const { about, settles = [], also, ...said } = given
  const number = await nextReference(caller, 'receipt', given.facility_id)
  const taken = {
    ...how,
    withheld_tax: null,
    kept: 0,
    ...said,
    ...also,
    taken_for: settles.map(({ bill, amount }) => ({ bill_id: bill.id, amount })),
    account_facility_id: till.account_id === null ? given.facility_id : till.facility_id,
  }
  const entry = await post(caller, {
    source: 'PAYMENT',
    source_id: id,
    memo: `Receipt ${number}, ${about}`,
    document: { kind: 'payment', id, reference: number, path: `/billing/payments/${id}` },
    lines: paymentLines(
      taken,
      settles.map(({ bill }) => bill),
    ),
  })
  const made = await payments
    .insert({
      ...taken,
      id,
      hospital_id,
      number,
      status: 'RECORDED',
      shift_id: till.shift_id,
      drawer_id: till.drawer_id,
      clearing: means.method === 'Cash' ? 'NOT_NEEDED' : 'PENDING',
      received_at: clock.instant(),
      business_date: await today(caller),
      received_by_id: caller.user_id,
      received_by_name: caller.name.slice(0, 160),
      entry_reference: entry.reference,
    })
    .catch((error: unknown) => {
      if (!isTaken(error, 'reference_key')) throw error
      throw conflict(`${means.reference} was already used on another receipt.`, 'reference')
    })
  if (till.shift_id !== null) {
    const { method } = means
    const { amount } = given
    await took(caller, till.shift_id, {
      kind: 'RECEIPT',
      method,
      amount,
      source: 'payment',
      source_id: id,
      reference: number,
    })
  }
  record(caller, 'payment.record', {
    entity_type: 'payment',
    entity_id: id,
    entity_label: number,
    patient_id: given.patient_id,
    to_state: 'RECORDED',
    changes: { amount: [null, given.amount], method: [null, means.method] },
  })
  return made
}
