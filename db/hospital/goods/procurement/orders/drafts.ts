// Writing purchase orders, and changing them while they are drafts.

import type { Caller } from '../../../../core/caller.ts'
import { portion } from '../../../../core/kinds/money.ts'
import { toBasisPoints } from '../../../../core/kinds/percent.ts'
import { conflict, invalid, invalidAs } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { type Purse, purseOf } from '../../../money/accounting/purse.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { mayLie } from '../../stock/pool/receive.ts'
import {
  type PackRow,
  packs,
  productName,
  type ProductRow,
  productsOf,
} from '../../stock/products/record.ts'
import { factorOf, inBase, unitsUsed } from '../../stock/products/quantities.ts'
import type { StoreRow } from '../../stock/stores/keeping.ts'
import { storeAt } from '../stores.ts'
import { ownCurrency, supplierInUse } from '../suppliers/record.ts'
import { order_content, type OrderLine, orderRecord, type OrderRow } from './record.ts'
import type { OrderChange, OrderInput, OrderLineInput } from './shapes.ts'

type Line = Pick<
  OrderLine,
  | 'product_id'
  | 'description'
  | 'quantity'
  | 'unit'
  | 'factor'
  | 'base_quantity'
  | 'unit_price'
  | 'tax_bp'
  | 'line_total'
  | 'free_quantity'
>

export async function open(caller: Caller, input: OrderInput): Promise<OrderRow> {
  const supplier = await supplierInUse(caller, input.supplier_id)
  const store = await storeToFill(caller, input.deliver_to_store_id)
  const lines = await linesRead(caller, input.lines, store)
  const said = {
    payment_terms_days: supplier.payment_terms_days,
    currency: supplier.currency,
    ...(await headRead(caller, input)),
  }
  const row = await orderRecord.created(caller, {
    ...said,
    ...sums(lines, said.freight ?? 0, said.discount_bp ?? 0),
    facility_id: store.facility_id,
    deliver_to_store_id: store.id,
    supplier_id: supplier.id,
    invoice_status: 'NOT_INVOICED',
    made_by_id: caller.user_id,
    made_by_name: caller.name,
  })
  await order_content.add(caller, row.id, lines)
  return row
}

async function storeToFill(caller: Caller, id: string): Promise<StoreRow> {
  const store = await storeAt(caller, id)
  if (!store.holds_stock) throw conflict(`${store.name} keeps no stock.`, 'store')
  return store
}

export async function change(caller: Caller, id: string, input: OrderChange): Promise<OrderRow> {
  const before = await orderRecord.locked(caller, id)
  fresh(caller, before)
  onlyWhatMayChange(before, input)
  const store = await storeToFill(caller, input.deliver_to_store_id ?? before.deliver_to_store_id)
  const said = await headRead(caller, input)
  const given = input.lines
  const lines =
    given === undefined ? await order_content.of(caller, id) : await linesRead(caller, given, store)
  if (given !== undefined) await order_content.replace(caller, id, lines)
  const { freight, discount_bp } = { ...before, ...said }
  return orderRecord.changed(caller, before, 'change', {
    ...said,
    facility_id: store.facility_id,
    deliver_to_store_id: store.id,
    ...sums(lines, freight, discount_bp),
  })
}

const waiting = ['DRAFT', 'SUBMITTED', 'APPROVED', 'SENT', 'PART_RECEIVED']

/** A draft wholly; of what goes on, when it is expected. */
function onlyWhatMayChange(before: OrderRow, input: OrderChange): void {
  if (before.status === 'DRAFT') return
  const only_day = Object.keys(input).every((field) => field === 'expected_on')
  if (only_day && waiting.includes(before.status)) return
  throw conflict(
    `Order ${before.number} is ${before.status}: only expected_on may change before it is received.`,
    'state',
  )
}

async function headRead(caller: Caller, input: OrderChange): Promise<Partial<OrderRow>> {
  const { minor } = await purseOf(caller)
  const { expected_on, payment_terms_days, currency, terms, freight, discount_pct } = input
  const said: Partial<OrderRow> = {}
  if (expected_on !== undefined) said.expected_on = await dayAhead(caller, expected_on)
  if (payment_terms_days !== undefined) said.payment_terms_days = payment_terms_days
  if (currency !== undefined) said.currency = await ownCurrency(caller, currency)
  if (terms !== undefined) said.terms = terms || null
  if (freight !== undefined) said.freight = notNegative('freight', minor('freight', freight))
  if (discount_pct !== undefined) said.discount_bp = toBasisPoints(discount_pct, 'discount_pct')
  if (input.msd_stockout_ref !== undefined) said.msd_stockout_ref = input.msd_stockout_ref || null
  return said
}

async function dayAhead(caller: Caller, day: string | null): Promise<string | null> {
  if (day !== null && day < (await today(caller))) throw invalid('expected_on', 'is in the past.')
  return day
}

function notNegative(field: string, amount: number): number {
  if (amount < 0) throw invalid(field, 'must not be negative.')
  return amount
}

async function linesRead(
  caller: Caller,
  given: readonly OrderLineInput[],
  store: StoreRow,
): Promise<Line[]> {
  const products = await productsOf(
    caller,
    given.map(({ product_id }) => product_id),
  )
  const of_each = await packs.ofMany(caller, [...products.keys()])
  await unitsUsed(caller, given)
  const purse = await purseOf(caller)
  return given.map((line, at) => {
    const product = products.get(line.product_id) as ProductRow
    mayLie(store, product)
    return lineRead(line, product, of_each.get(product.id) ?? [], purse, `Line ${at + 1}`)
  })
}

function lineRead(
  line: OrderLineInput,
  product: ProductRow,
  packs_of: readonly PackRow[],
  { minor }: Purse,
  at: string,
): Line {
  const base_quantity = inBase(product, packs_of, line, at)
  if (base_quantity < 0) throw invalidAs(at, 'quantity must be more than 0.')
  const quantity = Math.round(line.quantity * 1000)
  const free = line.free_quantity ?? 0
  const base_free =
    free === 0 ? 0 : inBase(product, packs_of, { quantity: free, unit: line.unit }, at)
  const unit_price = minor(`${at}: unit_price`, line.unit_price)
  if (unit_price < 0) throw invalidAs(at, 'unit_price must not be negative.')
  if (base_free < 0) throw invalidAs(at, 'free_quantity must not be negative.')
  return {
    product_id: product.id,
    description: line.description || productName(product),
    quantity,
    unit: line.unit || product.base_unit,
    factor: factorOf(product, packs_of, line.unit, at),
    base_quantity,
    unit_price,
    tax_bp: toBasisPoints(line.tax_pct ?? 0, `${at}: tax_pct`),
    line_total: portion(unit_price, quantity, 1000),
    free_quantity: Math.round(free * 1000),
  }
}

/** The discount is taken off every line alike, and the tax is that of what is left. */
export function sums(
  lines: readonly Pick<OrderLine, 'line_total' | 'tax_bp'>[],
  freight: number,
  discount_bp: number,
): Pick<OrderRow, 'subtotal' | 'discount_amount' | 'tax_amount' | 'total'> {
  const subtotal = lines.reduce((sum, { line_total }) => sum + line_total, 0)
  const discount_amount = portion(subtotal, discount_bp, 10_000)
  const tax_amount = lines.reduce(
    (sum, { line_total, tax_bp }) =>
      sum + portion(line_total - portion(line_total, discount_bp, 10_000), tax_bp, 10_000),
    0,
  )
  const total = subtotal - discount_amount + tax_amount + freight
  return { subtotal, discount_amount, tax_amount, total }
}
