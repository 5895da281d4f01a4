// Writing receipts: what came, held against what was ordered (STK-135 to STK-137, STK-141).

import { asks, type Caller } from '../../../../core/caller.ts'
import { isDay } from '../../../../core/clock.ts'
import { toBasisPoints } from '../../../../core/kinds/percent.ts'
import { conflict, invalid, invalidAs, Refusal } from '../../../../core/refusal.ts'
import { type Purse, purseOf } from '../../../money/accounting/purse.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { daysBetween } from '../../../office/plans/days.ts'
import { mustBeFirst } from '../../stock/opening/opening.ts'
import { lotOf, mayLie } from '../../stock/pool/receive.ts'
import { type PackRow, packs, type ProductRow, productsOf } from '../../stock/products/record.ts'
import { inBase, unitsUsed } from '../../stock/products/quantities.ts'
import { settingsOf } from '../../stock/settings/settings.ts'
import { ownStore, type StoreRow } from '../../stock/stores/keeping.ts'
import { order_content, type OrderLine, orderRecord, type OrderRow } from '../orders/record.ts'
import { supplierInUse } from '../suppliers/record.ts'
import { receipt_content, type ReceiptLine, receiptRecord, type ReceiptRow } from './record.ts'
import type { ReceiptChange, ReceiptInput, ReceiptLineInput } from './shapes.ts'
import type { ReceiptKind } from './words.ts'

export interface Ordered {
  order: OrderRow
  lines: OrderLine[]
}

export async function open(caller: Caller, input: ReceiptInput): Promise<ReceiptRow> {
  const kind = input.kind ?? 'PURCHASE'
  const ordered = await orderOf(caller, kind, input.order_id || null)
  const store = await storeOf(caller, ordered, input.store_id || null)
  const supplier_id = await sellerOf(caller, kind, ordered, input.supplier_id || null)
  const donor = input.donor || null
  if (kind === 'DONATION' && donor === null) throw invalid('donor', 'is required.')
  if (kind === 'OPENING') asks(caller, 'stock:settings')
  const about: About = { kind, ordered, store }
  const lines = await linesRead(caller, input.lines, about)
  const row = await receiptRecord.created(caller, {
    received_on: await today(caller),
    ...(await headRead(caller, input)),
    kind,
    facility_id: store.facility_id,
    store_id: store.id,
    order_id: ordered?.order.id ?? null,
    supplier_id,
    donor,
    made_by_id: caller.user_id,
    made_by_name: caller.name,
  })
  await receipt_content.add(caller, row.id, lines)
  return row
}

async function orderOf(
  caller: Caller,
  kind: ReceiptKind,
  order_id: string | null,
): Promise<Ordered | null> {
  if (kind !== 'PURCHASE') {
    if (order_id !== null) throw invalid('order_id', `is not for a receipt of kind ${kind}.`)
    return null
  }
  if (order_id === null) throw invalid('order_id', 'is required.')
  const order = await orderRecord.get(caller, order_id)
  orderRecord.check(order, 'receive')
  return { order, lines: await order_content.of(caller, order_id) }
}

async function storeOf(
  caller: Caller,
  ordered: Ordered | null,
  named: string | null,
): Promise<StoreRow> {
  const id = named ?? ordered?.order.deliver_to_store_id
  if (id === undefined) throw invalid('store_id', 'is required.')
  const store = await ownStore(caller, id)
  if (ordered !== null && store.facility_id !== ordered.order.facility_id) {
    const { number } = ordered.order
    throw conflict(`${store.name} is of another branch than order ${number}.`, 'facility')
  }
  if (!store.holds_stock) throw conflict(`${store.name} keeps no stock.`, 'store')
  return store
}

async function sellerOf(
  caller: Caller,
  kind: ReceiptKind,
  ordered: Ordered | null,
  named: string | null,
): Promise<string | null> {
  if (ordered !== null) {
    const { supplier_id, number } = ordered.order
    if (named !== null && named !== supplier_id) {
      throw invalid('supplier_id', `is not the supplier of order ${number}.`)
    }
    return supplier_id
  }
  if (named !== null) return (await supplierInUse(caller, named)).id
  if (kind === 'DIRECT') throw invalid('supplier_id', 'is required.')
  return null
}

async function headRead(caller: Caller, input: ReceiptChange): Promise<Partial<ReceiptRow>> {
  const { received_on, freight, delivery_note_no, temperature } = input
  const said: Partial<ReceiptRow> = {}
  if (received_on !== undefined) {
    if (received_on > (await today(caller))) throw invalid('received_on', 'is in the future.')
    said.received_on = received_on
  }
  if (freight !== undefined) {
    said.freight = (await purseOf(caller)).minor('freight', freight)
    if (said.freight < 0) throw invalid('freight', 'must not be negative.')
  }
  if (delivery_note_no !== undefined) said.delivery_note_no = delivery_note_no || null
  if (temperature !== undefined) said.temperature = temperature
  return said
}

export async function change(
  caller: Caller,
  id: string,
  input: ReceiptChange,
): Promise<ReceiptRow> {
  const before = await receiptRecord.begin(caller, id, 'change')
  const store = await ownStore(caller, before.store_id)
  const said = await headRead(caller, input)
  if (input.lines !== undefined) {
    const ordered = await orderOf(caller, before.kind, before.order_id)
    const lines = await linesRead(caller, input.lines, { kind: before.kind, ordered, store })
    await receipt_content.replace(caller, id, lines)
  }
  return receiptRecord.moved(caller, before, 'change', {
    ...said,
    inspectors: [],
    inspector_names: [],
  })
}

interface About {
  kind: ReceiptKind
  ordered: Ordered | null
  store: StoreRow
}
type Line = Omit<
  ReceiptLine,
  | 'id'
  | 'hospital_id'
  | 'receipt_id'
  | 'position'
  | 'value'
  | 'batch_id'
  | 'invoiced'
  | 'invoiced_value'
  | 'returned'
  | 'returned_value'
>

async function linesRead(
  caller: Caller,
  given: readonly ReceiptLineInput[],
  about: About,
): Promise<Line[]> {
  const of_order = given.map((line, at) => orderLineOf(line, about, `Line ${at + 1}`))
  const ids = given.map((line, at) => {
    const product_id = of_order[at]?.product_id ?? line.product_id
    if (!product_id) throw missing(`Line ${at + 1}`, 'product_id')
    return product_id
  })
  const products = await productsOf(caller, ids)
  const of_each = await packs.ofMany(caller, [...products.keys()])
  const purse = await purseOf(caller)
  const day = await today(caller)
  const { receipt_min_shelf_days } = await settingsOf(caller)
  const lines: Line[] = []
  for (const [at, line] of given.entries()) {
    const product = products.get(ids[at] as string) as ProductRow
    const order_line = of_order[at] ?? null
    const of = { product, order_line, packs_of: of_each.get(product.id) ?? [], purse, day }
    lines.push(lineRead(line, { ...about, ...of, shelf: receipt_min_shelf_days }, `Line ${at + 1}`))
    mayLie(about.store, product)
    if (about.kind === 'OPENING') await mustBeFirst(caller, about.store, product)
  }
  await unitsUsed(
    caller,
    lines.map(({ product_id, unit }) => ({ product_id, unit })),
  )
  if (about.ordered !== null) await refuseOver(caller, about.ordered.lines, lines)
  return lines
}

/** By its id, or by the product; goods that nobody ordered are taken when they are free (STK-135). */
function orderLineOf(line: ReceiptLineInput, { ordered }: About, at: string): OrderLine | null {
  if (ordered === null) return null
  const found = line.order_line_id
    ? ordered.lines.find(({ id }) => id === line.order_line_id)
    : ordered.lines.find(({ product_id }) => product_id === line.product_id)
  if (found !== undefined) return found
  if (line.order_line_id) throw new Refusal(404, 'not_found', `${at}: no such line of the order.`)
  if ((line.quantity ?? 0) === 0 && (line.unit_price ?? 0) === 0) return null
  throw conflict(`${at}: this was not ordered: only free goods are taken beside the order.`)
}

interface OfLine extends About {
  product: ProductRow
  order_line: OrderLine | null
  packs_of: readonly PackRow[]
  purse: Purse
  day: string
  shelf: number
}

function lineRead(line: ReceiptLineInput, about: OfLine, at: string): Line {
  const { product, order_line, purse } = about
  const unit = line.unit || order_line?.unit || product.base_unit
  const counted = (field: 'quantity' | 'free_quantity' | 'rejected_quantity') => {
    const quantity = line[field] ?? 0
    if (quantity < 0) throw wrong(at, `${field} must not be negative.`)
    const base = quantity === 0 ? 0 : inBase(product, about.packs_of, { quantity, unit }, at)
    return { typed: Math.round(quantity * 1000), base }
  }
  const paid = counted('quantity')
  const free = counted('free_quantity')
  const rejected = counted('rejected_quantity')
  if (paid.base + free.base + rejected.base === 0) throw wrong(at, 'quantity must not be 0.')
  const unit_price =
    typeof line.unit_price === 'number'
      ? purse.minor(`${at}: unit_price`, line.unit_price)
      : (order_line?.unit_price ?? 0)
  if (unit_price < 0) throw wrong(at, 'unit_price must not be negative.')
  const tax_bp =
    typeof line.tax_pct === 'number'
      ? toBasisPoints(line.tax_pct, `${at}: tax_pct`)
      : (order_line?.tax_bp ?? 0)
  const funding = line.funding ?? (about.kind === 'DONATION' ? 'DONATED' : 'OWN')
  if (about.kind === 'DONATION' && funding !== 'PROGRAMME' && unit_price === 0) {
    throw missing(at, 'unit_price')
  }
  const comes = paid.base + free.base > 0
  const life = comes ? lifeOf(line, about, at) : { lot: line.lot || null, expiry: null }
  return {
    order_line_id: order_line?.id ?? null,
    product_id: product.id,
    quantity: paid.typed,
    free_quantity: free.typed,
    rejected_quantity: rejected.typed,
    reject_reason: line.reject_reason || null,
    unit,
    ...life,
    manufactured_on: dayOf(line.manufactured_on, 'manufactured_on', at),
    unit_price,
    tax_bp,
    funding,
    serials: line.serials ?? null,
    bin: line.bin || null,
    short_expiry_reason: line.short_expiry_reason || null,
    base_quantity: paid.base,
    base_free: free.base,
    base_rejected: rejected.base,
  }
}

/** STK-137. */
function lifeOf(line: ReceiptLineInput, { product, day, shelf }: OfLine, at: string) {
  const life = lotOf(product, { lot: line.lot, expiry: dayOf(line.expiry, 'expiry', at) }, day, at)
  if (life.expiry === null || line.short_expiry_reason) return life
  const asked = product.min_shelf_life_days ?? shelf
  const left = daysBetween(day, life.expiry)
  if (left >= asked) return life
  throw new Refusal(
    409,
    'short_expiry',
    `${at}: only ${left} days of life: give short_expiry_reason (${asked} days are asked).`,
    { field: at },
  )
}

function dayOf(typed: string | null | undefined, field: string, at: string): string | null {
  if (!typed) return null
  if (!isDay(typed)) throw wrong(at, `${field} is not a date.`)
  return typed
}

const wrong = (at: string, words: string): Refusal => invalidAs(at, words)
const missing = (at: string, field: string): Refusal => wrong(at, `${field} is required.`)

/** STK-136: of each line what was ordered, and what the settings allow above it. */
export async function refuseOver(
  caller: Caller,
  ordered: readonly OrderLine[],
  lines: readonly Pick<ReceiptLine, 'order_line_id' | 'base_quantity'>[],
): Promise<void> {
  const { receipt_over_pct } = await settingsOf(caller)
  const now = new Map<string, number>()
  for (const [at, { order_line_id, base_quantity }] of lines.entries()) {
    const line = ordered.find(({ id }) => id === order_line_id)
    if (line === undefined) continue
    const all = (now.get(line.id) ?? 0) + base_quantity
    now.set(line.id, all)
    const room = Math.floor((line.base_quantity * (100 + receipt_over_pct)) / 100)
    if (line.received + all <= room + line.to_replace) continue
    const said = [line.base_quantity, line.received, all].map((n) => n / 1000)
    throw conflict(
      `Line ${at + 1}: ${said[0]} ordered, ${said[1]} received before, ${said[2]} now.`,
      'over_receipt',
    )
  }
}
