// What goods that went back take off the invoices that asked for them (STK-34): first of those that are still
// owed, and never more than is left of an invoice beside its credit notes.

import type { Caller } from '../../../../core/caller.ts'
import { portion } from '../../../../core/kinds/money.ts'
import { join, oneOf, sql } from '../../../../store/sql.ts'
import { lessBy, notCredited } from './crediting.ts'
import { type InvoiceLine, invoiceRecord, type InvoiceRow } from './record.ts'
import { supplier_invoice_lines } from './tables.ts'

/** Goods as invoices name them: by the line of the order, else by that of the receipt. */
export interface Named {
  order_line_id: string | null
  receipt_line_id: string
}

interface Asking {
  row: InvoiceRow
  lines: InvoiceLine[]
  /** What may still be taken off, and what was. */
  left: number
  taken: number
}

/** Locked in the order of their ids, before the head of the ledger. */
export async function invoicesAsking(caller: Caller, named: readonly Named[]): Promise<Asking[]> {
  const lines = await linesNaming(caller, named)
  const asking: Asking[] = []
  for (const id of [...new Set(lines.map(({ invoice_id }) => invoice_id))].toSorted()) {
    const row = await invoiceRecord.locked(caller, id)
    asking.push({ row, lines: [], left: await notCredited(caller, row), taken: 0 })
  }
  // Read again: whoever held an invoice before may have changed its lines.
  const now = await linesNaming(caller, named)
  for (const one of asking) one.lines = now.filter(({ invoice_id }) => invoice_id === one.row.id)
  return asking.toSorted((a, b) => Number(b.row.balance > 0) - Number(a.row.balance > 0))
}

async function linesNaming(
  { hospital_id }: Caller,
  named: readonly Named[],
): Promise<InvoiceLine[]> {
  if (named.length === 0) return []
  const ordered = named.flatMap(({ order_line_id }) => order_line_id ?? [])
  const direct = named.filter(({ order_line_id }) => order_line_id === null)
  const any = [
    ...(ordered.length === 0 ? [] : [sql`order_line_id${oneOf(ordered)}`]),
    ...direct.map(({ receipt_line_id }) => sql`receipt_line_ids like ${`%"${receipt_line_id}"%`}`),
  ]
  return supplier_invoice_lines.read(
    sql`select ${supplier_invoice_lines.selection()} from supplier_invoice_lines
      where hospital_id = ${hospital_id} and (${join(any, ' or ')})
        and exists (select 1 from supplier_invoices i where i.id = supplier_invoice_lines.invoice_id
          and i.kind = 'GOODS' and i.posted_on is not null)
      order by invoice_id, position`,
  )
}

export interface TakenOff {
  value: number
  tax: number
}

/** So many units of that value, with the tax that was claimed on them. */
export function takeOff(
  asking: readonly Asking[],
  of: Named,
  goods: { quantity: number; value: number },
): TakenOff {
  const sum = { value: 0, tax: 0 }
  let open = goods.quantity
  for (const one of asking) {
    for (const line of one.lines.filter((each) => isOf(each, of))) {
      const some = Math.min(open, line.base_quantity - line.returned)
      if (some <= 0) continue
      const before = goods.quantity - open
      open -= some
      const price =
        portion(goods.value, before + some, goods.quantity) -
        portion(goods.value, before, goods.quantity)
      const claimed =
        portion(line.vat_in, line.returned + some, line.base_quantity) -
        portion(line.vat_in, line.returned, line.base_quantity)
      line.returned += some
      const amount = Math.min(price + claimed, one.left)
      const tax = amount === price + claimed ? claimed : portion(claimed, amount, price + claimed)
      one.left -= amount
      one.taken += amount
      sum.value += amount - tax
      sum.tax += tax
    }
  }
  return sum
}

const isOf = (line: InvoiceLine, { order_line_id, receipt_line_id }: Named): boolean =>
  order_line_id === null
    ? line.receipt_line_ids.includes(receipt_line_id)
    : line.order_line_id === order_line_id

export interface Off {
  invoice_id: string
  facility_id: string
  amount: number
  /** Off its balance; the rest is the supplier's advance. */
  owed: number
}

export async function writeTaken(
  caller: Caller,
  asking: readonly Asking[],
  reason: string,
): Promise<Off[]> {
  const { hospital_id } = caller
  const offs: Off[] = []
  for (const { row, lines, taken } of asking) {
    for (const { id, returned } of lines) {
      await supplier_invoice_lines.change({ hospital_id, id }, { returned })
    }
    if (taken > 0) offs.push(await lower(caller, row, taken, reason))
  }
  return offs
}

export async function lower(
  caller: Caller,
  invoice: InvoiceRow,
  amount: number,
  reason: string,
): Promise<Off> {
  const owed = Math.min(amount, invoice.balance)
  const sent_back = invoice.sent_back + amount
  await (owed === 0
    ? invoiceRecord.changed(caller, invoice, 'sent_back', { sent_back }, reason)
    : invoiceRecord.moved(
        caller,
        invoice,
        'lower',
        { ...lessBy(invoice, owed), sent_back },
        reason,
      ))
  const { id: invoice_id, facility_id } = invoice
  return { invoice_id, facility_id, amount, owed }
}

/** The other way: so much of what was taken off is owed all the same. */
export async function raise(
  caller: Caller,
  invoice: InvoiceRow,
  { amount, owed }: { amount: number; owed: number },
  reason: string,
): Promise<Off> {
  const sent_back = invoice.sent_back - amount
  const unpaid = invoice.status === 'POSTED' || invoice.status === 'CREDITED'
  await (owed === 0
    ? invoiceRecord.changed(caller, invoice, 'sent_back', { sent_back }, reason)
    : invoiceRecord.moved(
        caller,
        invoice,
        'raise',
        {
          status: unpaid ? 'POSTED' : 'PART_PAID',
          balance: invoice.balance + owed,
          sent_back,
        },
        reason,
      ))
  const { id: invoice_id, facility_id } = invoice
  return { invoice_id, facility_id, amount: -amount, owed: -owed }
}
