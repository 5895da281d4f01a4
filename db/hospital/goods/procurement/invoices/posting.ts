// Posting invoices (3.7, STK-31, STK-32, STK-147 to STK-149): what was received is owed now, a price that
// differs goes to the goods that still lie there and to the variance, and what was paid ahead is used first.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { portion } from '../../../../core/kinds/money.ts'
import { invalid } from '../../../../core/refusal.ts'
import { lockHead, post as postEntry } from '../../../money/accounting/posting/post.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { otherAccount } from '../../stock/pool/accounts.ts'
import { type Difference, revalue } from '../../stock/pool/revalue.ts'
import { type ProductRow, productsOf } from '../../stock/products/record.ts'
import { settingsOf } from '../../stock/settings/settings.ts'
import { order_content, type OrderLine, orderRecord, type OrderRow } from '../orders/record.ts'
import { settle } from '../orders/standing.ts'
import { purchase_order_lines } from '../orders/tables.ts'
import { shared } from '../receipts/landed.ts'
import { takeInvoiced } from '../receipts/not-invoiced.ts'
import { addAdvance, useAdvances } from './advances.ts'
import { invoiceLines } from './ledger.ts'
import { mustStillMatch } from './matching.ts'
import { invoice_content, type InvoiceLine, invoiceRecord, type InvoiceRow } from './record.ts'
import { supplier_invoice_lines } from './tables.ts'

/** The order before its invoice, as whoever receives holds it. */
export async function orderOf(
  caller: Caller,
  order_id: string | null,
): Promise<{ order: OrderRow; lines: OrderLine[] } | null> {
  if (order_id === null) return null
  const order = await orderRecord.locked(caller, order_id)
  return { order, lines: await order_content.of(caller, order_id) }
}

export async function post(caller: Caller, id: string, date: string | null): Promise<InvoiceRow> {
  const seen = await invoiceRecord.get(caller, id)
  const ordered = await orderOf(caller, seen.order_id)
  const before = await invoiceRecord.begin(caller, id, 'post')
  if (date !== null && date > (await today(caller))) throw invalid('date', 'is in the future.')
  await lockHead(caller)
  await mustStillMatch(caller, before)
  const lines = await invoice_content.of(caller, id)
  await booked(caller, before, lines, ordered)
  const entry = await postEntry(caller, {
    source: 'SUPPLIER_INVOICE',
    source_id: id,
    date: date ?? (await today(caller)),
    memo: `Invoice ${before.their_number}: ${before.number}`,
    lines: invoiceLines(before, lines),
    document: documentOf(before),
  })
  if (before.kind === 'PREPAYMENT') await addAdvance(caller, before, before.total)
  const used = before.kind === 'PREPAYMENT' ? 0 : await useAdvances(caller, before, before.total)
  const balance = before.total - used
  return invoiceRecord.moved(caller, before, 'post', {
    status: balance === 0 ? 'PAID' : used > 0 ? 'PART_PAID' : 'POSTED',
    balance,
    posted_at: clock.instant(),
    posted_on: entry.entry_date,
    entry_reference: entry.reference,
  })
}

export const documentOf = ({ id, number }: Pick<InvoiceRow, 'id' | 'number'>) => ({
  kind: 'supplier_invoice',
  id,
  reference: number,
  path: `/procurement/invoices/${id}`,
})

async function booked(
  caller: Caller,
  row: InvoiceRow,
  lines: InvoiceLine[],
  ordered: { order: OrderRow; lines: OrderLine[] } | null,
): Promise<void> {
  const freight = shared(
    row.freight,
    lines.map(({ net }) => net),
  )
  const { vat_recoverable } = await settingsOf(caller)
  const products = await productsOf(
    caller,
    lines.flatMap(({ product_id }) => (product_id === null ? [] : [product_id])),
  )
  const parts: Part[] = []
  for (const [at, line] of lines.entries()) {
    const product = products.get(line.product_id ?? '') ?? null
    const claims = product?.vat_recoverable ?? vat_recoverable
    line.vat_in = claims ? line.tax : 0
    const cost = line.net + (claims ? 0 : line.tax) + (freight[at] as number)
    parts.push(await cleared(caller, row, { line, product, cost }, ordered?.lines ?? []))
  }
  await differences(caller, row.facility_id, parts)
  await kept(caller, lines)
  if (ordered !== null) await settle(caller, ordered.order, ordered.lines, 'invoice')
}

interface Part {
  line: InvoiceLine
  product: ProductRow | null
  /** With tax that is not claimed back, and its share of the freight. */
  cost: number
  /** Of which units of it the price differs, by how much. */
  difference: { quantity: number; amount: number }
}

const none = { quantity: 0, amount: 0 }

async function cleared(
  caller: Caller,
  row: InvoiceRow,
  part: Omit<Part, 'difference'>,
  ordered: OrderLine[],
): Promise<Part> {
  const { line, product, cost } = part
  const of = ordered.find(({ id }) => id === line.order_line_id)
  if (product === null || (of === undefined && line.receipt_line_ids.length === 0)) {
    line.posted_account_id =
      line.account_id ?? (product === null ? null : await otherAccount(caller, product, 'cost'))
    line.to_account = cost
    return { ...part, difference: none }
  }
  const from =
    of === undefined
      ? { ids: line.receipt_line_ids, supplier_id: row.supplier_id }
      : { order_line_id: of.id }
  const taken = await takeInvoiced(caller, from, line.base_quantity)
  const ahead = line.base_quantity - taken.quantity
  const ahead_cost = of === undefined ? 0 : portion(cost, ahead, line.base_quantity)
  line.cleared = taken.value + ahead_cost
  if (of !== undefined) {
    of.invoiced += line.base_quantity
    of.ahead += ahead
    of.ahead_value += ahead_cost
    const { id, invoiced, ahead: all, ahead_value } = of
    await purchase_order_lines.change(
      { hospital_id: caller.hospital_id, id },
      { invoiced, ahead: all, ahead_value },
    )
  }
  return { ...part, difference: { quantity: taken.quantity, amount: cost - line.cleared } }
}

async function differences(
  caller: Caller,
  facility_id: string,
  parts: readonly Part[],
): Promise<void> {
  const apart = parts.filter(({ difference }) => difference.amount !== 0)
  const asked = apart.map(
    ({ line, difference }): Difference => ({
      product_id: line.product_id ?? '',
      ...difference,
    }),
  )
  const shares = asked.length === 0 ? [] : await revalue(caller, facility_id, asked)
  for (const [at, { line, difference }] of apart.entries()) {
    const share = shares[at]
    line.to_stock = share?.to_stock ?? 0
    line.stock_account_id = share?.stock_account_id ?? null
    line.to_variance = difference.amount - line.to_stock
  }
}

async function kept({ hospital_id }: Caller, lines: readonly InvoiceLine[]): Promise<void> {
  for (const line of lines) {
    const { id, cleared: off, to_stock, to_variance, to_account, vat_in } = line
    const { stock_account_id, posted_account_id } = line
    await supplier_invoice_lines.change(
      { hospital_id, id },
      {
        cleared: off,
        to_stock,
        to_variance,
        to_account,
        vat_in,
        stock_account_id,
        posted_account_id,
      },
    )
  }
}

export const cancel = async (caller: Caller, id: string, reason: string): Promise<InvoiceRow> =>
  invoiceRecord.moved(caller, await invoiceRecord.begin(caller, id, 'cancel'), 'cancel', {}, reason)
