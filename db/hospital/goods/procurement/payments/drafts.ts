// Writing payments to suppliers (STK-150): for which invoices, what is withheld, what is paid ahead.

import type { Caller } from '../../../../core/caller.ts'
import { portion } from '../../../../core/kinds/money.ts'
import { conflict, invalid, noSuch } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import {
  fundingAccountFor,
  fundingOf,
  type FundingRow,
} from '../../../money/accounting/funding/funding.ts'
import { actingBranch } from '../../../money/accounting/posting/post.ts'
import { purseOf } from '../../../money/accounting/purse.ts'
import { moneyMethodCalled, money_methods } from '../../../money/billing/payments/words.ts'
import type { InvoiceRow } from '../invoices/record.ts'
import { supplier_invoices } from '../invoices/tables.ts'
import { type SupplierRow, supplierRecord } from '../suppliers/record.ts'
import { type Allocation, payment_content, paymentRecord, type PaymentRow } from './record.ts'
import type { PaymentChange, PaymentInput } from './shapes.ts'

export type Part = Pick<Allocation, 'invoice_id' | 'amount'>

export async function open(caller: Caller, input: PaymentInput): Promise<PaymentRow> {
  const supplier = await supplierRecord.get(caller, input.supplier_id)
  const parts = await partsRead(caller, supplier, input.allocations ?? [])
  const row = await paymentRecord.created(caller, {
    ...(await fundedBy(caller, input)),
    ...(await sums(caller, supplier, parts, input)),
    ...headRead(input),
    supplier_id: supplier.id,
    currency: supplier.currency,
    made_by_id: caller.user_id,
    made_by_name: caller.name,
  })
  await payment_content.add(caller, row.id, parts)
  return row
}

export async function change(
  caller: Caller,
  id: string,
  input: PaymentChange,
): Promise<PaymentRow> {
  const before = await paymentRecord.locked(caller, id)
  fresh(caller, before)
  paymentRecord.check(before, 'edit')
  const supplier = await supplierRecord.get(caller, before.supplier_id)
  const parts =
    input.allocations === undefined
      ? await payment_content.of(caller, id)
      : await partsRead(caller, supplier, input.allocations)
  if (input.allocations !== undefined) await payment_content.replace(caller, id, parts)
  const { method, funding_account_id } = { ...before, ...input }
  return paymentRecord.moved(caller, before, 'edit', {
    ...(await fundedBy(caller, { method, funding_account_id })),
    ...(await sums(caller, supplier, parts, input)),
    ...headRead(input),
  })
}

const headRead = (input: PaymentChange): Partial<PaymentRow> => ({
  ...(input.pay_on === undefined ? {} : { pay_on: input.pay_on }),
  ...(input.payment_reference === undefined
    ? {}
    : { payment_reference: input.payment_reference || null }),
  ...(input.wht_certificate_no === undefined
    ? {}
    : { wht_certificate_no: input.wht_certificate_no || null }),
})

/** Named, else where payments by this method go. */
async function fundedBy(
  caller: Caller,
  input: Pick<PaymentChange, 'method' | 'funding_account_id'>,
): Promise<Pick<PaymentRow, 'method' | 'funding_account_id' | 'facility_id'>> {
  const method = moneyMethodCalled(input.method ?? 'Bank Transfer')
  if (method === undefined) throw invalid('method', `must be one of ${money_methods.join(', ')}.`)
  if (input.funding_account_id) {
    const funding = await fundingNamed(caller, input.funding_account_id)
    return { method, funding_account_id: funding.id, facility_id: funding.facility_id }
  }
  const facility_id = await actingBranch(caller)
  const found = await fundingAccountFor(caller, method, facility_id)
  if (found.id === null) throw invalid('funding_account_id', `is required for ${method}.`)
  return { method, funding_account_id: found.id, facility_id }
}

export async function fundingNamed(caller: Caller, id: string): Promise<FundingRow> {
  const funding = await fundingOf(caller, id)
  if (funding === undefined) throw noSuch('funding account')
  if (!funding.active) throw conflict(`${funding.name} is not active.`)
  return funding
}

async function partsRead(
  caller: Caller,
  supplier: SupplierRow,
  given: readonly { invoice_id: string; amount: number }[],
): Promise<Part[]> {
  const { minor } = await purseOf(caller)
  const parts = given.map(({ invoice_id, amount }, at) => {
    const kept = minor(`allocations[${at}].amount`, amount)
    if (kept <= 0) throw invalid(`allocations[${at}].amount`, 'must be more than 0.')
    return { invoice_id, amount: kept }
  })
  const ids = parts.map(({ invoice_id }) => invoice_id)
  if (new Set(ids).size < ids.length) {
    throw invalid('allocations', 'name the same invoice twice.')
  }
  const invoices = await invoicesOf(caller, ids)
  for (const { invoice_id } of parts) {
    const invoice = invoices.get(invoice_id)
    if (invoice === undefined) throw noSuch('invoice')
    if (invoice.supplier_id !== supplier.id) {
      throw conflict(`${invoice.number} is not of ${supplier.name}.`, 'supplier')
    }
  }
  return parts
}

export async function invoicesOf(
  { hospital_id }: Caller,
  ids: readonly string[],
): Promise<Map<string, InvoiceRow>> {
  const found = ids.length === 0 ? [] : await supplier_invoices.all({ hospital_id, id: [...ids] })
  return new Map(found.map((row) => [row.id, row]))
}

async function sums(
  caller: Caller,
  supplier: SupplierRow,
  parts: readonly Part[],
  input: PaymentChange,
): Promise<Pick<PaymentRow, 'amount' | 'wht_amount' | 'vat_withheld' | 'paid' | 'advance'>> {
  const { minor } = await purseOf(caller)
  const allocated = parts.reduce((sum, { amount }) => sum + amount, 0)
  const amount = input.amount === undefined ? allocated : minor('amount', input.amount)
  if (amount <= 0) throw invalid('amount', 'must be more than 0.')
  if (amount < allocated) throw invalid('amount', 'must not be less than its allocations.')
  const usual = await withheld(caller, supplier, parts)
  const wht_amount =
    input.wht_amount === undefined ? usual.wht : minor('wht_amount', input.wht_amount)
  const vat_withheld =
    input.vat_withheld === undefined ? usual.vat : minor('vat_withheld', input.vat_withheld)
  if (wht_amount < 0) throw invalid('wht_amount', 'must not be negative.')
  if (vat_withheld < 0) throw invalid('vat_withheld', 'must not be negative.')
  const paid = amount - wht_amount - vat_withheld
  if (paid <= 0) throw invalid('wht_amount', 'must leave something to pay.')
  return { amount, wht_amount, vat_withheld, paid, advance: amount - allocated }
}

/** What is withheld by the supplier's rates: of what its invoices come to without tax, and of the tax. */
async function withheld(
  caller: Caller,
  { wht_bp, vat_withheld_bp }: SupplierRow,
  parts: readonly Part[],
): Promise<{ wht: number; vat: number }> {
  const invoices = await invoicesOf(
    caller,
    parts.map(({ invoice_id }) => invoice_id),
  )
  let [net, tax] = [0, 0]
  for (const { invoice_id, amount } of parts) {
    const { tax_amount, total } = invoices.get(invoice_id) as InvoiceRow
    const share = portion(amount, tax_amount, total)
    tax += share
    net += amount - share
  }
  return { wht: portion(net, wht_bp, 10_000), vat: portion(tax, vat_withheld_bp, 10_000) }
}
