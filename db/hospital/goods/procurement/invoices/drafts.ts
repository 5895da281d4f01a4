// Entering invoices of suppliers, and changing them before they are matched (STK-145, STK-146, STK-148).

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { portion } from '../../../../core/kinds/money.ts'
import { toBasisPoints } from '../../../../core/kinds/percent.ts'
import { conflict, invalid, invalidAs, Refusal } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { actingBranch } from '../../../money/accounting/posting/post.ts'
import { type Purse, purseOf } from '../../../money/accounting/purse.ts'
import { costAccount } from '../../../money/expenses/drafts.ts'
import { attachmentsMustBe } from '../../../office/attachments/named.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { resolveDepartment } from '../../../office/places/places.ts'
import {
  type PackRow,
  packs,
  productName,
  type ProductRow,
  productsOf,
} from '../../stock/products/record.ts'
import { factorOf, inBase, unitsUsed } from '../../stock/products/quantities.ts'
import { order_content, type OrderLine, orderRecord, type OrderRow } from '../orders/record.ts'
import { openOfOrder, receiptLinesNamed } from '../receipts/not-invoiced.ts'
import { ownCurrency, type SupplierRow, supplierRecord } from '../suppliers/record.ts'
import {
  invoice_content,
  type InvoiceLine,
  invoiceRecord,
  type InvoiceRow,
  keyOfNumber,
} from './record.ts'
import type { InvoiceChange, InvoiceInput, InvoiceLineInput } from './shapes.ts'

type Kind = InvoiceRow['kind']

interface About {
  kind: Kind
  supplier: SupplierRow
  order: OrderRow | null
  ordered: OrderLine[]
}

export async function open(caller: Caller, input: InvoiceInput): Promise<InvoiceRow> {
  const about = await aboutOf(caller, input)
  const { order, supplier, kind } = about
  const lines = await linesOf(caller, input.lines ?? null, about)
  const invoice_date = input.invoice_date ?? (await today(caller))
  const row = await invoiceRecord.created(caller, {
    ...(await headRead(caller, { ...input, invoice_date })),
    ...(await sums(caller, lines, input, 0)),
    facility_id: order?.facility_id ?? (await actingBranch(caller)),
    supplier_id: supplier.id,
    their_number: input.number,
    their_key: keyOfNumber(input.number),
    kind,
    invoice_date,
    due_on: input.due_on ?? nextDay(invoice_date, (order ?? supplier).payment_terms_days),
    order_id: order?.id ?? null,
    currency: supplier.currency,
    made_by_id: caller.user_id,
    made_by_name: caller.name,
  })
  await invoice_content.add(caller, row.id, lines)
  return row
}

async function aboutOf(caller: Caller, input: InvoiceInput): Promise<About> {
  const kind = input.kind ?? 'GOODS'
  const order = input.order_id ? await orderRecord.get(caller, input.order_id) : null
  if (order !== null && ['DRAFT', 'SUBMITTED', 'REJECTED', 'CANCELLED'].includes(order.status)) {
    throw conflict(`Order ${order.number} is ${order.status}: nothing is invoiced of it.`, 'state')
  }
  const named = input.supplier_id || order?.supplier_id
  if (!named) throw invalid('supplier_id', 'is required.')
  if (order !== null && named !== order.supplier_id) {
    throw invalid('supplier_id', `is not the supplier of order ${order.number}.`)
  }
  const supplier = await supplierRecord.get(caller, named)
  const ordered = order === null ? [] : await order_content.of(caller, order.id)
  return { kind, supplier, order, ordered }
}

type Head = Omit<InvoiceChange, 'number' | 'lines'>

async function headRead(caller: Caller, input: Head): Promise<Partial<InvoiceRow>> {
  const said: Partial<InvoiceRow> = {}
  const { invoice_date, due_on, currency, attachment_ids, note } = input
  if (invoice_date !== undefined) {
    if (invoice_date > (await today(caller))) throw invalid('invoice_date', 'is in the future.')
    said.invoice_date = invoice_date
  }
  if (due_on !== undefined && due_on !== null) {
    if (invoice_date !== undefined && due_on < invoice_date) {
      throw invalid('due_on', 'is before invoice_date.')
    }
    said.due_on = due_on
  }
  if (currency !== undefined) said.currency = await ownCurrency(caller, currency)
  if (attachment_ids !== undefined) {
    await attachmentsMustBe(caller, attachment_ids)
    said.attachment_ids = attachment_ids
  }
  if (note !== undefined) said.note = note || null
  return said
}

/** What the paper says in all is kept as it is: that it adds up is asked when it is matched. */
async function sums(
  caller: Caller,
  lines: readonly Pick<InvoiceLine, 'net' | 'tax'>[],
  input: Head,
  freight_before: number,
): Promise<Pick<InvoiceRow, 'subtotal' | 'tax_amount' | 'freight' | 'total'>> {
  const { minor } = await purseOf(caller)
  const freight = input.freight === undefined ? freight_before : minor('freight', input.freight)
  if (freight < 0) throw invalid('freight', 'must not be negative.')
  const subtotal = lines.reduce((sum, { net }) => sum + net, 0)
  const tax_amount = lines.reduce((sum, { tax }) => sum + tax, 0)
  const total =
    input.total === undefined ? subtotal + tax_amount + freight : minor('total', input.total)
  if (total <= 0) throw invalid('total', 'must be more than 0.')
  return { subtotal, tax_amount, freight, total }
}

/** STK-145: matched anew after it; a number that is taken is refused by its index. */
export async function change(
  caller: Caller,
  id: string,
  input: InvoiceChange,
): Promise<InvoiceRow> {
  const before = await invoiceRecord.locked(caller, id)
  fresh(caller, before)
  invoiceRecord.check(before, 'edit')
  const said = await headRead(caller, { invoice_date: before.invoice_date, ...input })
  const about = await aboutOf(caller, {
    ...before,
    kind: before.kind === 'CREDIT_NOTE' ? 'GOODS' : before.kind,
    number: before.their_number,
    lines: null,
  })
  const lines =
    input.lines === undefined
      ? await invoice_content.of(caller, id)
      : await linesOf(caller, input.lines, about)
  if (input.lines !== undefined) await invoice_content.replace(caller, id, lines)
  const number = input.number
  return invoiceRecord.moved(caller, before, 'edit', {
    ...said,
    ...(number === undefined ? {} : { their_number: number, their_key: keyOfNumber(number) }),
    ...(await sums(caller, lines, input, before.freight)),
    exceptions: [],
    round: before.round + 1,
  })
}

type Line = Pick<
  InvoiceLine,
  | 'order_line_id'
  | 'receipt_line_ids'
  | 'product_id'
  | 'account_id'
  | 'department'
  | 'description'
  | 'quantity'
  | 'unit'
  | 'factor'
  | 'base_quantity'
  | 'unit_price'
  | 'tax_bp'
  | 'net'
  | 'tax'
>

async function linesOf(
  caller: Caller,
  given: readonly InvoiceLineInput[] | null,
  about: About,
): Promise<Line[]> {
  const { kind, order } = about
  if (kind === 'PREPAYMENT') {
    if (given !== null) throw invalid('lines', 'are not for a prepayment: give its total.')
    return []
  }
  if (given !== null) return linesRead(caller, given, about)
  if (order === null) throw invalid('lines', 'are required.')
  return notInvoiced(caller, about)
}

/** Filled from what was received and not invoiced, at the order's price. */
async function notInvoiced(caller: Caller, { order, ordered }: About): Promise<Line[]> {
  const open = await openOfOrder(caller, ordered)
  const lines = ordered.flatMap((line): Line[] => {
    const base_quantity = open.get(line.id) ?? 0
    if (base_quantity <= 0) return []
    const { id, product_id, description, tax_bp, factor, unit_price } = line
    const gross = portion(unit_price, base_quantity, factor)
    const net = gross - portion(gross, order?.discount_bp ?? 0, 10_000)
    // Packs that came in part are counted in the base unit, at what a pack of them costs.
    const whole = (base_quantity * 1000) % factor === 0
    const quantity = whole ? (base_quantity * 1000) / factor : base_quantity
    const price = whole ? portion(net, 1000, quantity) : portion(net, 1000, base_quantity)
    return [
      {
        order_line_id: id,
        receipt_line_ids: [],
        product_id,
        account_id: null,
        department: null,
        description,
        quantity,
        unit: whole ? line.unit : null,
        factor: whole ? factor : 1000,
        base_quantity,
        unit_price: price,
        tax_bp,
        net,
        tax: portion(net, tax_bp, 10_000),
      },
    ]
  })
  if (lines.length > 0) return lines
  throw conflict(`Nothing of order ${order?.number} is received and not invoiced.`, 'nothing')
}

async function linesRead(
  caller: Caller,
  given: readonly InvoiceLineInput[],
  about: About,
): Promise<Line[]> {
  const purse = await purseOf(caller)
  const lines: Line[] = []
  for (const [at, line] of given.entries()) {
    const said = `Line ${at + 1}`
    lines.push(
      about.kind === 'SERVICE'
        ? await serviceLine(caller, line, purse, said)
        : await goodsLine(caller, line, about, purse, said),
    )
  }
  return lines
}

/** STK-146. */
async function serviceLine(
  caller: Caller,
  line: InvoiceLineInput,
  purse: Purse,
  at: string,
): Promise<Line> {
  if (!line.account_id) throw missing(at, 'account_id')
  if (!line.department) throw missing(at, 'department')
  if (!line.description) throw missing(at, 'description')
  const quantity = quantityOf(line, at)
  return {
    order_line_id: null,
    receipt_line_ids: [],
    product_id: null,
    account_id: await costAccount(caller, line.account_id),
    department: (await resolveDepartment(caller, line.department)).name,
    description: line.description,
    unit: line.unit || null,
    factor: 1000,
    base_quantity: quantity,
    ...priced(line, quantity, purse, at),
  }
}

function quantityOf({ quantity }: InvoiceLineInput, at: string): number {
  const kept = Math.round(quantity * 1000)
  if (!(quantity > 0) || kept / 1000 !== quantity || quantity > 1e9) {
    throw wrong(at, 'quantity must be more than 0, with at most three decimals.')
  }
  return kept
}

function priced(line: InvoiceLineInput, quantity: number, { minor }: Purse, at: string) {
  const unit_price = minor(`${at}: unit_price`, line.unit_price)
  if (unit_price < 0) throw wrong(at, 'unit_price must not be negative.')
  const tax_bp = toBasisPoints(line.tax_pct ?? 0, `${at}: tax_pct`)
  const net = portion(unit_price, quantity, 1000)
  return { quantity, unit_price, tax_bp, net, tax: portion(net, tax_bp, 10_000) }
}

async function goodsLine(
  caller: Caller,
  line: InvoiceLineInput,
  about: About,
  purse: Purse,
  at: string,
): Promise<Line> {
  const link = await linkOf(caller, line, about, at)
  const product = (await productsOf(caller, [link.product_id])).get(link.product_id) as ProductRow
  const packs_of: PackRow[] = await packs.of(caller, product.id)
  const unit = line.unit || link.unit || product.base_unit
  const quantity = quantityOf(line, at)
  const base_quantity = inBase(product, packs_of, { quantity: line.quantity, unit }, at)
  await unitsUsed(caller, [{ product_id: product.id, unit }])
  return {
    order_line_id: link.order_line_id,
    receipt_line_ids: link.receipt_line_ids,
    product_id: product.id,
    account_id: line.account_id ? await costAccount(caller, line.account_id) : null,
    department: line.department ? (await resolveDepartment(caller, line.department)).name : null,
    description: line.description || productName(product),
    unit,
    factor: factorOf(product, packs_of, unit, at),
    base_quantity,
    ...priced(line, quantity, purse, at),
  }
}

/** What of the order or of receipts without one it is for; a product that is of neither waits as one. */
async function linkOf(caller: Caller, line: InvoiceLineInput, about: About, at: string) {
  const { ordered, supplier } = about
  const named = line.receipt_line_ids ?? []
  if (named.length > 0) {
    const found = await receiptLinesNamed(caller, named, supplier.id)
    const [first] = found
    const same = found.every(({ product_id }) => product_id === first?.product_id)
    if (first === undefined || found.length < new Set(named).size || !same) {
      throw new Refusal(404, 'not_found', `${at}: no such receipt line.`, { field: at })
    }
    const { product_id, unit } = first
    return { order_line_id: null, receipt_line_ids: named, product_id, unit }
  }
  const of_order = line.order_line_id
    ? ordered.find(({ id }) => id === line.order_line_id)
    : ordered.find(({ product_id }) => product_id === line.product_id)
  if (of_order !== undefined) {
    const { id, product_id, unit } = of_order
    return { order_line_id: id, receipt_line_ids: [], product_id, unit }
  }
  if (line.order_line_id) throw new Refusal(404, 'not_found', `${at}: no such line of the order.`)
  if (!line.product_id) throw missing(at, 'product_id')
  return { order_line_id: null, receipt_line_ids: [], product_id: line.product_id, unit: null }
}

const wrong = (at: string, words: string): Refusal => invalidAs(at, words)
const missing = (at: string, field: string): Refusal => wrong(at, `${field} is required.`)
