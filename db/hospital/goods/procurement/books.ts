// What purchasing says to the books: what is owed to suppliers, what was received and not invoiced, what was
// paid ahead (STK-151, ACC-114), and its entries built anew from its records (ACC-93).

import type { Caller } from '../../../core/caller.ts'
import { rows } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import type { OpenItem, ReplayEvent, Replaying } from '../../neighbours/books.ts'
import {
  at_once,
  inBatches,
  takenBack,
  withReversals,
} from '../../money/accounting/proofs/replayed.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { advanceLines, invoiceLines } from './invoices/ledger.ts'
import { invoice_content, type InvoiceRow } from './invoices/record.ts'
import { supplier_advance_uses, supplier_invoices } from './invoices/tables.ts'
import { paymentLines } from './payments/ledger.ts'
import type { PaymentRow } from './payments/record.ts'
import { supplier_payments } from './payments/tables.ts'
import { creditId, creditLines, saysNothing, sentLines } from './returns/ledger.ts'
import { return_content, type ReturnRow } from './returns/record.ts'
import { supplier_return_credits, supplier_returns } from './returns/tables.ts'

/** Balances are kept as they stand: a day that is over is not told of. */
export async function itemsOfPurchasing(
  caller: Caller,
  grouping: string,
  as_of: string,
): Promise<readonly OpenItem[] | undefined> {
  if (as_of < (await today(caller))) return undefined
  if (grouping === 'ap') return owed(caller)
  if (grouping === 'grni') return notInvoiced(caller)
  if (grouping === 'supplier_advance') return ahead(caller)
  return undefined
}

type Found = OpenItem & { due_on?: string | null }
const items = (found: readonly Found[]): OpenItem[] =>
  found.map((item) => ({ ...item, amount: Number(item.amount) }))

const owed = async ({ hospital_id }: Caller): Promise<OpenItem[]> =>
  items(
    await rows<OpenItem>(
      sql`select 'SUPPLIER' as party_kind, supplier_id as party_id, facility_id, due_on,
          number as reference, balance as amount from supplier_invoices
        where hospital_id = ${hospital_id} and status in ('POSTED', 'PART_PAID')
          and kind <> 'CREDIT_NOTE'`,
    ),
  )

const ahead = async ({ hospital_id }: Caller): Promise<OpenItem[]> =>
  items(
    await rows<OpenItem>(
      sql`select 'SUPPLIER' as party_kind, supplier_id as party_id, facility_id, reference,
          unused as amount from supplier_advances
        where hospital_id = ${hospital_id} and unused > 0`,
    ),
  )

/** What came and was not invoiced, less what was invoiced before it came. */
async function notInvoiced({ hospital_id }: Caller): Promise<OpenItem[]> {
  const came = await rows<OpenItem>(
    sql`select null as party_kind, null as party_id, r.facility_id, r.number as reference,
        cast(sum(l.value - l.invoiced_value - l.returned_value) as bigint) as amount
      from goods_receipt_lines l join goods_receipts r on r.id = l.receipt_id
      where l.hospital_id = ${hospital_id} and r.status = 'POSTED'
        and r.kind in ('PURCHASE', 'DIRECT')
      group by r.facility_id, r.number
      having sum(l.value - l.invoiced_value - l.returned_value) <> 0`,
  )
  const early = await rows<OpenItem>(
    sql`select null as party_kind, null as party_id, o.facility_id, o.number as reference,
        -l.ahead_value as amount
      from purchase_order_lines l join purchase_orders o on o.id = l.order_id
      where l.hospital_id = ${hospital_id} and l.ahead_value <> 0`,
  )
  return items([...came, ...early])
}

export const replayOfPurchasing = (caller: Caller): Replaying => ({
  sources: [
    ...withReversals(['SUPPLIER_PAYMENT']),
    'SUPPLIER_INVOICE',
    'ADVANCE_APPLY',
    'SUPPLIER_RETURN',
  ],
  events: events(caller),
})

async function* events(caller: Caller): AsyncGenerator<readonly ReplayEvent[]> {
  const { hospital_id } = caller
  const invoiced = (after: string) =>
    supplier_invoices.read(
      sql`select ${supplier_invoices.selection()} from supplier_invoices
        where hospital_id = ${hospital_id} and posted_on is not null and id > ${after}
        order by id limit ${at_once}`,
    )
  for await (const batch of inBatches(invoiced)) yield await invoiceEvents(caller, batch)
  const paid = (after: string) =>
    supplier_payments.read(
      sql`select ${supplier_payments.selection()} from supplier_payments
        where hospital_id = ${hospital_id} and paid_on is not null and id > ${after}
        order by id limit ${at_once}`,
    )
  for await (const batch of inBatches(paid)) yield batch.flatMap(paymentEvents)
  const sent = (after: string) =>
    supplier_returns.read(
      sql`select ${supplier_returns.selection()} from supplier_returns
        where hospital_id = ${hospital_id} and sent_on is not null and id > ${after}
        order by id limit ${at_once}`,
    )
  for await (const batch of inBatches(sent)) yield await returnEvents(caller, batch)
}

async function invoiceEvents(caller: Caller, batch: readonly InvoiceRow[]): Promise<ReplayEvent[]> {
  const ids = batch.map(({ id }) => id)
  const lines = await invoice_content.ofMany(caller, ids)
  const uses = await supplier_advance_uses.read(
    sql`select ${supplier_advance_uses.selection()} from supplier_advance_uses
      where hospital_id = ${caller.hospital_id} and invoice_id${oneOf(ids)}`,
  )
  return batch.flatMap((row): ReplayEvent[] => {
    const about = { source_id: row.id, reference: row.number }
    const posted: ReplayEvent = {
      ...about,
      source: 'SUPPLIER_INVOICE',
      date: row.posted_on,
      lines: invoiceLines(row, lines.get(row.id) ?? []),
    }
    const used = uses.filter(({ invoice_id }) => invoice_id === row.id)
    const [first] = used
    if (first === undefined) return [posted]
    const amount = used.reduce((sum, one) => sum + one.amount, 0)
    const applied: ReplayEvent = {
      ...about,
      source: 'ADVANCE_APPLY',
      date: first.used_on,
      lines: advanceLines(row, amount),
    }
    return [posted, applied]
  })
}

/** The day on which one was taken back stands in its history alone: it is not compared. */
function paymentEvents(row: PaymentRow): ReplayEvent[] {
  const paid: ReplayEvent = {
    source: 'SUPPLIER_PAYMENT',
    source_id: row.id,
    reference: row.number,
    date: row.paid_on,
    lines: paymentLines(row),
  }
  return row.status === 'VOIDED' ? [paid, takenBack(paid, null)] : [paid]
}

/** As they were sent, and what a credit note over another amount changed. */
async function returnEvents(caller: Caller, batch: readonly ReturnRow[]): Promise<ReplayEvent[]> {
  const { hospital_id } = caller
  const ids = batch.map(({ id }) => id)
  const lines = await return_content.ofMany(caller, ids)
  const parts = await supplier_return_credits.all({ hospital_id, return_id: ids })
  return batch.flatMap((row): ReplayEvent[] => {
    const about = { source: 'SUPPLIER_RETURN', reference: row.number }
    const own = parts.filter(({ return_id }) => return_id === row.id)
    const sent = own.filter(({ step }) => step === 'SENT')
    const credited = own.filter(({ step }) => step === 'CREDITED')
    return [
      {
        ...about,
        source_id: row.id,
        date: row.sent_on,
        lines: sentLines(row, lines.get(row.id) ?? [], sent),
      },
      {
        ...about,
        source_id: creditId(row.id),
        date: row.credited_on,
        lines: creditLines(row, credited),
      },
    ].filter((event) => !saysNothing(event.lines))
  })
}
