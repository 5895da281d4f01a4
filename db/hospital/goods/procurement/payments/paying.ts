// Payments submitted, approved, paid and taken back (3.7, STK-33, STK-150, STK-152): two people at least,
// and each invoice once.

import { asks, type Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { matchedOf } from '../../../money/accounting/bank/matched.ts'
import { bySource, post } from '../../../money/accounting/posting/post.ts'
import { reverse } from '../../../money/accounting/posting/reverse.ts'
import { purseOf } from '../../../money/accounting/purse.ts'
import { anotherPerson } from '../../../office/access/users/another-person.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { approve as approveLevel } from '../approvals/approving.ts'
import { addAdvance, advanceOf } from '../invoices/advances.ts'
import { invoiceRecord, type InvoiceRow } from '../invoices/record.ts'
import { supplier_advances } from '../invoices/tables.ts'
import { supplierRecord } from '../suppliers/record.ts'
import { fundingNamed, type Part } from './drafts.ts'
import { paymentLines } from './ledger.ts'
import { payment_content, paymentRecord, type PaymentRow } from './record.ts'
import type { Paying } from './shapes.ts'

export async function submit(caller: Caller, id: string): Promise<PaymentRow> {
  const before = await paymentRecord.begin(caller, id, 'submit')
  const { status, name, block_reason } = await supplierRecord.get(caller, before.supplier_id)
  if (status === 'BLOCKED' && !caller.permissions.has('payable:approve')) {
    throw conflict(`${name} is blocked: ${block_reason ?? ''}.`, 'blocked')
  }
  const parts = await payment_content.of(caller, id)
  await invoicesHeld(caller, parts)
  const waiting = await waitingFor(caller, before, parts)
  await refuseBeyond(caller, parts, waiting)
  return paymentRecord.moved(caller, before, 'submit')
}

/** Locked in the order of their ids, whoever pays or takes back. */
async function invoicesHeld(
  caller: Caller,
  parts: readonly Part[],
): Promise<Map<string, InvoiceRow>> {
  const held = new Map<string, InvoiceRow>()
  for (const id of parts.map(({ invoice_id }) => invoice_id).toSorted()) {
    held.set(id, await invoiceRecord.locked(caller, id))
  }
  return held
}

/** What other payments, submitted or approved, are about to pay of the same invoices. */
async function waitingFor(
  { hospital_id }: Caller,
  { id }: PaymentRow,
  parts: readonly Part[],
): Promise<Map<string, number>> {
  if (parts.length === 0) return new Map()
  const found = await rows<{ invoice_id: string; amount: number }>(
    sql`select l.invoice_id, cast(sum(l.amount) as bigint) as amount from supplier_payment_lines l
      join supplier_payments p on p.id = l.payment_id
      where l.hospital_id = ${hospital_id} and p.id <> ${id}
        and p.status in ('SUBMITTED', 'APPROVED')
        and l.invoice_id${oneOf(parts.map(({ invoice_id }) => invoice_id))}
      group by l.invoice_id`,
  )
  return new Map(found.map(({ invoice_id, amount }) => [invoice_id, Number(amount)]))
}

async function refuseBeyond(
  caller: Caller,
  parts: readonly Part[],
  waiting: ReadonlyMap<string, number> = new Map(),
): Promise<void> {
  const { said } = await purseOf(caller)
  for (const { invoice_id, amount } of parts) {
    const { number, balance } = await invoiceRecord.get(caller, invoice_id)
    const left = Math.max(0, balance - (waiting.get(invoice_id) ?? 0))
    if (amount > left) throw conflict(`${number} has ${said(left)} left.`, 'balance')
  }
}

export async function approve(
  caller: Caller,
  id: string,
  note: string | null,
): Promise<PaymentRow> {
  const before = await paymentRecord.begin(caller, id, 'approve')
  const { status, name } = await supplierRecord.get(caller, before.supplier_id)
  if (status === 'BLOCKED' && note === null) {
    throw invalid('note', `is required: ${name} is blocked.`)
  }
  const { facility_id, amount, made_by_id, round } = before
  const is_last = await approveLevel(
    caller,
    {
      document: 'SUPPLIER_PAYMENT',
      record_id: id,
      round,
      facility_id,
      total: amount,
      made_by_id,
      permission: 'payable:approve',
      thing: 'payment',
    },
    note,
  )
  if (!is_last) return paymentRecord.changed(caller, before, 'approve_level', {}, note)
  return paymentRecord.moved(
    caller,
    before,
    'approve',
    {
      approved_by_id: caller.user_id,
      approved_by_name: caller.name,
      approved_at: clock.instant(),
    },
    note,
  )
}

export const reject = async (caller: Caller, id: string, note: string): Promise<PaymentRow> =>
  paymentRecord.moved(caller, await paymentRecord.begin(caller, id, 'reject'), 'reject', {}, note)

export async function pay(caller: Caller, id: string, input: Paying): Promise<PaymentRow> {
  const before = await paymentRecord.begin(caller, id, 'pay')
  await anotherPerson(caller, before.approved_by_id, 'payable:pay', {
    words: 'You approved this payment: somebody else must pay it.',
  })
  const paid_on = input.paid_on ?? (await today(caller))
  if (paid_on > (await today(caller))) throw invalid('paid_on', 'is in the future.')
  const { account_id } = await fundingNamed(caller, before.funding_account_id)
  const parts = await payment_content.of(caller, id)
  const invoices = await invoicesHeld(caller, parts)
  await refuseBeyond(caller, parts)
  const row = { ...before, ledger_account_id: account_id }
  const entry = await post(caller, {
    source: 'SUPPLIER_PAYMENT',
    source_id: id,
    date: paid_on,
    memo: `Payment ${before.number}`,
    lines: paymentLines(row),
    document: {
      kind: 'supplier_payment',
      id,
      reference: before.number,
      path: `/procurement/payments/${id}`,
    },
  })
  for (const { invoice_id, amount } of parts) {
    const invoice = invoices.get(invoice_id) as InvoiceRow
    const balance = invoice.balance - amount
    const status = balance === 0 ? 'PAID' : 'PART_PAID'
    await invoiceRecord.moved(caller, invoice, 'pay', { balance, status })
  }
  if (before.advance > 0) {
    const ahead = { ...before, order_id: null }
    await addAdvance(caller, ahead, before.advance, 'supplier_payment')
  }
  return paymentRecord.moved(caller, before, 'pay', {
    ledger_account_id: account_id,
    paid_on,
    paid_at: clock.instant(),
    paid_by_name: caller.name,
    payment_reference: input.payment_reference || before.payment_reference,
    wht_certificate_no: input.wht_certificate_no || before.wht_certificate_no,
    entry_reference: entry.reference,
  })
}

/** The entry is mirrored, and what was paid is owed again. */
export async function voided(caller: Caller, id: string, reason: string): Promise<PaymentRow> {
  const before = await paymentRecord.begin(caller, id, 'void')
  asks(caller, 'payable:approve')
  const parts = await payment_content.of(caller, id)
  const invoices = await invoicesHeld(caller, parts)
  await refuseMatched(caller, before)
  await takeAdvanceBack(caller, before)
  await reverse(caller, 'SUPPLIER_PAYMENT', id, reason)
  for (const { invoice_id, amount } of parts) {
    const invoice = invoices.get(invoice_id) as InvoiceRow
    const balance = invoice.balance + amount
    const status = balance === invoice.total ? 'POSTED' : 'PART_PAID'
    await invoiceRecord.moved(caller, invoice, 'unpay', { balance, status }, reason)
  }
  return paymentRecord.moved(caller, before, 'void', {}, reason)
}

async function refuseMatched(caller: Caller, { id, number }: PaymentRow): Promise<void> {
  const entry = await bySource(caller, 'SUPPLIER_PAYMENT', id)
  const lines = (entry?.lines ?? []).map((line) => line.id)
  const matched = await matchedOf(caller.hospital_id, lines)
  if (matched.size === 0) return
  throw conflict(`Payment ${number} is matched to a line of the bank: unmatch it first.`, 'matched')
}

async function takeAdvanceBack(caller: Caller, { id, number }: PaymentRow): Promise<void> {
  const ahead = await advanceOf(caller, 'supplier_payment', id)
  if (ahead === undefined) return
  const { said } = await purseOf(caller)
  if (ahead.unused < ahead.amount) {
    const used = said(ahead.amount - ahead.unused)
    throw conflict(`${used} that ${number} paid ahead are used by invoices.`, 'used')
  }
  await supplier_advances.change({ hospital_id: caller.hospital_id, id: ahead.id }, { unused: 0 })
}
