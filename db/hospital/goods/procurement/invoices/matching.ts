// The three-way match (STK-145, STK-146): what was ordered, what came and what is asked for.

import type { Caller } from '../../../../core/caller.ts'
import { toPercent } from '../../../../core/kinds/percent.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { type Purse, purseOf } from '../../../money/accounting/purse.ts'
import { settingsOf } from '../../stock/settings/settings.ts'
import type { StockSettings } from '../../stock/settings/shapes.ts'
import { approve } from '../approvals/approving.ts'
import { order_content, type OrderLine, orderRecord, type OrderRow } from '../orders/record.ts'
import { receiptLinesNamed } from '../receipts/not-invoiced.ts'
import type { ReceiptLine } from '../receipts/record.ts'
import { invoice_content, type InvoiceLine, invoiceRecord, type InvoiceRow } from './record.ts'
import type { ExceptionNotes } from './shapes.ts'
import type { Exception, ExceptionCode } from './words.ts'

export async function match(caller: Caller, id: string): Promise<InvoiceRow> {
  const before = await invoiceRecord.begin(caller, id, 'match')
  const exceptions = await exceptionsOf(caller, before)
  return invoiceRecord.moved(caller, before, 'match', {
    status: exceptions.length === 0 ? 'MATCHED' : 'EXCEPTION',
    exceptions,
    round: before.round + 1,
  })
}

interface About {
  order: OrderRow | null
  settings: StockSettings
  purse: Purse
}

export async function exceptionsOf(caller: Caller, row: InvoiceRow): Promise<Exception[]> {
  const { order_id, kind } = row
  const lines = await invoice_content.of(caller, row.id)
  const order = order_id === null ? null : await orderRecord.get(caller, order_id)
  const ordered = order_id === null ? [] : await order_content.of(caller, order_id)
  const about = { order, settings: await settingsOf(caller), purse: await purseOf(caller) }
  const found = [...totalOf(row, about)]
  if (kind === 'SERVICE' && order === null) {
    found.push(exception('NO_ORDER', null, 'Nobody ordered this: it must be approved.'))
  }
  if (kind !== 'GOODS') return found
  const before = new Map<string, number>()
  for (const [at, line] of lines.entries()) {
    const of = ordered.find(({ id }) => id === line.order_line_id)
    if (of !== undefined) {
      found.push(...ofOrdered(line, of, about, at + 1, before.get(of.id) ?? 0))
      before.set(of.id, (before.get(of.id) ?? 0) + line.base_quantity)
    } else if (line.receipt_line_ids.length > 0) {
      const came = await receiptLinesNamed(caller, line.receipt_line_ids, row.supplier_id)
      found.push(...ofReceived(line, came, about, at + 1))
    } else {
      const text = `Line ${at + 1}: ${line.description} is not on the order.`
      found.push(exception('NOT_ORDERED', at + 1, text))
    }
  }
  return found
}

const exception = (
  code: ExceptionCode,
  line: number | null,
  text: string,
  figures: Partial<Exception> = {},
): Exception => ({
  ordered: null,
  received: null,
  invoiced: null,
  difference: null,
  note: null,
  ...figures,
  code,
  line,
  text: text.slice(0, 300),
})

/** The lines must add up to what the paper says in all. */
function totalOf(
  { kind, subtotal, tax_amount, freight, total }: InvoiceRow,
  { settings, purse }: About,
): Exception[] {
  if (kind === 'PREPAYMENT') return []
  const sum = subtotal + tax_amount + freight
  const difference = total - sum
  if (Math.abs(difference) <= settings.match_total_abs) return []
  const text = `The lines add up to ${purse.said(sum)}, the invoice says ${purse.said(total)}.`
  const figures = { invoiced: purse.major(total), difference: purse.major(difference) }
  return [exception('TOTAL', null, text, figures)]
}

function ofOrdered(
  line: InvoiceLine,
  of: OrderLine,
  about: About,
  at: number,
  before: number,
): Exception[] {
  const discount = 1 - (about.order?.discount_bp ?? 0) / 10_000
  const price = (of.unit_price * discount) / of.factor
  return [
    ...priceOf(line, price, about, at),
    ...taxOf(line, of.tax_bp, at),
    ...quantityOf(
      line,
      { received: of.received - of.returned, before: of.invoiced + before },
      about,
      at,
    ),
  ]
}

function ofReceived(
  line: InvoiceLine,
  came: readonly ReceiptLine[],
  about: About,
  at: number,
): Exception[] {
  const [first] = came
  if (first === undefined) return []
  const received = came.reduce((sum, one) => sum + one.base_quantity - one.returned, 0)
  const before = came.reduce((sum, one) => sum + one.invoiced, 0)
  const price = (first.unit_price * first.quantity) / Math.max(1, first.base_quantity) / 1000
  return [
    ...priceOf(line, price, about, at),
    ...taxOf(line, first.tax_bp, at),
    ...quantityOf(line, { received, before }, about, at),
  ]
}

/** For a thousandth of the base unit, so that packs of any size compare; within either tolerance it is as ordered. */
function priceOf(
  line: InvoiceLine,
  ordered: number,
  { settings, purse }: About,
  at: number,
): Exception[] {
  const asked = line.unit_price / line.factor
  const apart = Math.abs(asked - ordered)
  const within_pct = apart * 100 <= ordered * settings.match_price_pct + 1e-6
  const within_abs = apart * line.factor <= settings.match_price_abs + 1e-6
  if (within_pct || within_abs) return []
  const of_pack = Math.round(ordered * line.factor)
  const { said, major } = purse
  const text = `Line ${at}: ${said(line.unit_price)} asked, ${said(of_pack)} ordered.`
  return [
    exception('PRICE', at, text, {
      ordered: major(of_pack),
      invoiced: major(line.unit_price),
      difference: major(line.unit_price - of_pack),
    }),
  ]
}

function taxOf(line: InvoiceLine, tax_bp: number, at: number): Exception[] {
  if (line.tax_bp === tax_bp) return []
  const [asked, ordered] = [toPercent(line.tax_bp), toPercent(tax_bp)]
  const text = `Line ${at}: ${asked} % tax asked, ${ordered} % ordered.`
  return [exception('TAX', at, text, { ordered, invoiced: asked, difference: asked - ordered })]
}

function quantityOf(
  line: InvoiceLine,
  { received, before }: { received: number; before: number },
  { settings }: About,
  at: number,
): Exception[] {
  const asked = before + line.base_quantity
  if (asked * 100 <= received * (100 + settings.match_qty_pct)) return []
  const figures = {
    received: received / 1000,
    invoiced: asked / 1000,
    difference: (asked - received) / 1000,
  }
  if (received === 0) {
    return [exception('NOT_RECEIVED', at, `Line ${at}: nothing of it was received.`, figures)]
  }
  const text = `Line ${at}: ${figures.received} received, ${figures.invoiced} invoiced in all.`
  return [exception('QUANTITY', at, text, figures)]
}

/** A total that does not add up is entered right; everything else may be taken with a reason. */
export async function approveExceptions(
  caller: Caller,
  id: string,
  { notes }: ExceptionNotes,
): Promise<InvoiceRow> {
  const before = await invoiceRecord.begin(caller, id, 'approve_exception')
  if (before.exceptions.some(({ code }) => code === 'TOTAL')) {
    throw conflict('TOTAL cannot be approved: enter the invoice as it is written.', 'total')
  }
  const exceptions = before.exceptions.map((one) => {
    const said = notes.find(({ code, line }) => code === one.code && (line ?? null) === one.line)
    if (said === undefined && one.note === null) {
      const where = one.line === null ? '' : ` of line ${one.line}`
      throw invalid('notes', `must say why ${one.code}${where} is taken.`)
    }
    return { ...one, note: said?.note ?? one.note }
  })
  const { facility_id, total, made_by_id, round } = before
  const is_last = await approve(
    caller,
    {
      document: 'INVOICE_EXCEPTION',
      record_id: id,
      round,
      facility_id,
      total,
      made_by_id,
      permission: 'purchase:approve',
      thing: 'invoice',
    },
    null,
  )
  if (!is_last) return invoiceRecord.changed(caller, before, 'approve_level', { exceptions })
  return invoiceRecord.moved(caller, before, 'approve_exception', { exceptions })
}

/** What was matched then must still be so when it is posted. */
export async function mustStillMatch(caller: Caller, row: InvoiceRow): Promise<void> {
  const now = await exceptionsOf(caller, row)
  const known = new Set(row.exceptions.map(said))
  if (now.every((one) => known.has(said(one)))) return
  throw conflict(
    `Invoice ${row.number} does not match any more: ${now.find((one) => !known.has(said(one)))?.text}`,
    'unmatched',
  )
}

const said = ({ code, line, difference }: Exception): string =>
  JSON.stringify([code, line, difference])
