// Money taken (P-06 to P-12): number, ledger entry, receipt and drawer in one transaction.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { unawaited } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { newId } from '../../../../core/ids.ts'
import { conflict } from '../../../../core/refusal.ts'
import type { NewRow } from '../../../../store/table.ts'
import { lockHead, type Posting, postNew } from '../../accounting/posting/post.ts'
import { record } from '../../../office/audit/record.ts'
import { took } from '../../drawers/cash.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { nextReference } from '../../../office/sequences/references.ts'
import type { Means } from './means.ts'
import type { PaymentRow } from './list.ts'
import { paymentLines } from './ledger.ts'
import { payments } from './tables.ts'
import type { Row as Bill } from '../bills/rows.ts'

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
  await lockHead(caller)
  const number = await nextReference(caller, 'receipt', given.facility_id)
  const { payment, posting } = await numbered(caller, number, means, given)
  const [entry] = await postNew(caller, [posting])
  return keep(caller, { ...payment, entry_reference: entry?.reference ?? null })
}

type New = NewRow<(typeof payments)['columns']>

/** A receipt with its number, and what it says in the ledger; nothing of it is kept yet. */
export async function numbered(
  caller: Caller,
  number: string,
  means: Means,
  given: Received,
): Promise<{ payment: New; posting: Posting }> {
  const id = newId()
  const { till, ...how } = means
  const { about, settles = [], also, ...said } = given
  const taken = {
    ...how,
    withheld_tax: null,
    kept: 0,
    ...said,
    ...also,
    taken_for: settles.map(({ bill, amount }) => ({ bill_id: bill.id, amount })),
    account_facility_id: till.account_id === null ? given.facility_id : till.facility_id,
  }
  const bills = settles.map(({ bill }) => bill)
  return {
    posting: {
      source: 'PAYMENT',
      source_id: id,
      memo: `Receipt ${number}, ${about}`,
      document: { kind: 'payment', id, reference: number, path: `/billing/payments/${id}` },
      lines: paymentLines(taken, bills),
    },
    payment: {
      ...taken,
      id,
      hospital_id: caller.hospital_id,
      number,
      status: 'RECORDED',
      shift_id: till.shift_id,
      drawer_id: till.drawer_id,
      clearing: means.method === 'Cash' ? 'NOT_NEEDED' : 'PENDING',
      received_at: clock.instant(),
      business_date: await today(caller),
      received_by_id: caller.user_id,
      received_by_name: caller.name,
    },
  }
}

async function insertOnce(made: PaymentRow): Promise<void> {
  await payments.insert(made).catch((error: unknown) => {
    if (!isTaken(error, 'reference_key')) throw error
    throw conflict(`${made.reference} was already used on another receipt.`, 'reference')
  })
}

/** Receipt and drawer, once the entry is posted. */
export async function keep(caller: Caller, payment: New): Promise<PaymentRow> {
  const made = payments.withDefaults(payment)
  // Only a reference can have been used before: without one nobody waits.
  if (made.reference_key === null) await unawaited(() => payments.insert(made))
  else await insertOnce(made)
  const { id, method, amount, number, shift_id, account_facility_id } = made
  if (shift_id !== null) {
    await took(caller, shift_id, {
      kind: 'RECEIPT',
      method,
      amount,
      source: 'payment',
      source_id: id,
      reference: number,
      // The till was held before any bill, and its branch is the drawer's.
      ...(method === 'Cash' && account_facility_id !== null
        ? { of_held: account_facility_id }
        : {}),
    })
  }
  record(caller, 'payment.record', {
    entity_type: 'payment',
    entity_id: id,
    entity_label: number,
    patient_id: made.patient_id,
    to_state: 'RECORDED',
    changes: { amount: [null, amount], method: [null, method] },
  })
  return made
}
