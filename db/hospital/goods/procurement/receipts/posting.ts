// Receipts inspected, posted and taken back (3.7, STK-21 to STK-23, STK-135 to STK-142): goods, their
// value, the ledger and what the order says of itself change together.

import { asks, type Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, invalid, invalidAs } from '../../../../core/refusal.ts'
import { anotherPerson } from '../../../office/access/users/another-person.ts'
import { userRecord } from '../../../office/access/users/users.ts'
import { isOutside, temperatureAsked } from '../../stock/pool/cold.ts'
import type { MoveRow } from '../../stock/pool/moving.ts'
import { receive } from '../../stock/pool/receive.ts'
import { undoReceive } from '../../stock/pool/undo.ts'
import { type ProductRow, productsOf } from '../../stock/products/record.ts'
import { put } from '../../stock/quarantine/quarantine.ts'
import { settingsOf } from '../../stock/settings/settings.ts'
import { ownStore, type StoreRow } from '../../stock/stores/keeping.ts'
import { order_content, orderRecord } from '../orders/record.ts'
import { settle } from '../orders/standing.ts'
import { purchase_order_lines } from '../orders/tables.ts'
import { suppliersOf } from '../suppliers/record.ts'
import { type Ordered, refuseOver } from './drafts.ts'
import { type Landed, landedOf, type ToLand } from './landed.ts'
import { receipt_content, type ReceiptLine, receiptRecord, type ReceiptRow } from './record.ts'
import type { Inspecting } from './shapes.ts'
import { goods_receipt_lines } from './tables.ts'
import type { ReceiptKind } from './words.ts'

export async function inspect(caller: Caller, id: string, input: Inspecting): Promise<ReceiptRow> {
  const before = await receiptRecord.begin(caller, id, 'inspect')
  await ownStore(caller, before.store_id)
  const named = [...new Set(input.inspectors ?? [])]
  const inspectors = named.length === 0 && caller.user_id !== null ? [caller.user_id] : named
  const { inspectors_min } = await settingsOf(caller)
  if (inspectors.length < inspectors_min) {
    throw invalid('inspectors', `must be at least ${inspectors_min}.`)
  }
  const names = await namesOf(caller, inspectors)
  refuseUnsaid(await receipt_content.of(caller, id))
  return receiptRecord.moved(caller, before, 'inspect', {
    inspectors,
    inspector_names: names,
    inspection_note: input.note || null,
  })
}

async function namesOf(caller: Caller, ids: readonly string[]): Promise<string[]> {
  const names: string[] = []
  for (const id of ids) names.push((await userRecord.get(caller, id)).full_name)
  return names
}

/** STK-142. */
function refuseUnsaid(lines: readonly ReceiptLine[]): void {
  for (const [at, { base_rejected, reject_reason }] of lines.entries()) {
    if (base_rejected === 0 || reject_reason !== null) continue
    throw invalidAs(`Line ${at + 1}`, `Line ${at + 1}: reject_reason is required.`)
  }
}

const postings: Record<ReceiptKind, { posting: string; role: string }> = {
  PURCHASE: { posting: 'GOODS_RECEIPT', role: 'grni' },
  DIRECT: { posting: 'GOODS_RECEIPT', role: 'grni' },
  DONATION: { posting: 'STOCK_DONATION', role: 'donated_stock' },
  OPENING: { posting: 'STOCK_OPENING', role: 'opening' },
}

export async function post(
  caller: Caller,
  id: string,
  token: string | null | undefined,
): Promise<ReceiptRow> {
  const before = await receiptRecord.begin(caller, id, 'post')
  const store = await ownStore(caller, before.store_id)
  const inspected = await inspectedBy(caller, before)
  const lines = await receipt_content.of(caller, id)
  refuseUnsaid(lines)
  if (before.kind === 'OPENING') asks(caller, 'stock:settings')
  const ordered = await orderHeld(caller, before, lines)
  const products = await productsOf(
    caller,
    lines.map(({ product_id }) => product_id),
  )
  temperatureAsked([...products.values()], before.temperature, 'temperature')
  const landed = await landedLines(caller, before, { ordered, lines, products })
  if (before.kind === 'DIRECT') await mayBuyDirectly(caller, landed)
  const moves = await brought(caller, before, { store, lines, landed, token })
  await writeLines(caller, lines, landed, moves)
  await apartWhatIsWarm(caller, before, { lines, products, moves })
  if (ordered !== null) await countIn(caller, ordered, lines, landed)
  return receiptRecord.moved(caller, before, 'post', {
    ...inspected,
    value: landed.reduce((sum, { value }) => sum + value, 0),
    posted_by_id: caller.user_id,
    posted_by_name: caller.name,
    posted_at: clock.instant(),
    entry_reference: moves.find((move) => move?.entry_reference)?.entry_reference ?? null,
  })
}

/** A draft is posted by its one inspector, where one is enough. */
async function inspectedBy(caller: Caller, row: ReceiptRow): Promise<Partial<ReceiptRow>> {
  if (row.status === 'INSPECTED') return {}
  const { inspectors_min } = await settingsOf(caller)
  if (inspectors_min > 1) {
    throw conflict(
      `Receipt ${row.number} is DRAFT: ${inspectors_min} people must inspect it first.`,
      'inspectors',
    )
  }
  if (inspectors_min === 0 || caller.user_id === null) return {}
  return { inspectors: [caller.user_id], inspector_names: [caller.name] }
}

/** The order is held until the goods are counted into it. */
async function orderHeld(
  caller: Caller,
  { order_id }: ReceiptRow,
  lines: readonly ReceiptLine[],
): Promise<Ordered | null> {
  if (order_id === null) return null
  const order = await orderRecord.locked(caller, order_id)
  orderRecord.check(order, 'receive')
  const { poster_may_be_buyer } = await settingsOf(caller)
  await anotherPerson(caller, order.made_by_id, 'stock:receive', {
    two: !poster_may_be_buyer,
    words: 'You made this order: somebody else must receive its goods.',
  })
  const ordered = { order, lines: await order_content.of(caller, order_id) }
  await refuseOver(caller, ordered.lines, lines)
  return ordered
}

async function landedLines(
  caller: Caller,
  { freight }: ReceiptRow,
  of: { ordered: Ordered | null; lines: ReceiptLine[]; products: Map<string, ProductRow> },
): Promise<Landed[]> {
  const { vat_recoverable } = await settingsOf(caller)
  const coming = of.lines.map(
    (line): ToLand => ({
      line,
      product: of.products.get(line.product_id) as ProductRow,
      order_line: of.ordered?.lines.find(({ id }) => id === line.order_line_id) ?? null,
    }),
  )
  return landedOf(coming, { order: of.ordered?.order ?? null, freight, vat_recoverable })
}

/** STK-141. */
async function mayBuyDirectly(caller: Caller, landed: readonly Landed[]): Promise<void> {
  const { direct_receipt_limit } = await settingsOf(caller)
  const value = landed.reduce((sum, one) => sum + one.value, 0)
  if (value > direct_receipt_limit) asks(caller, 'purchase:approve')
}

/** A move for each line that brings something; the others have none. */
async function brought(
  caller: Caller,
  row: ReceiptRow,
  of: {
    store: StoreRow
    lines: readonly ReceiptLine[]
    landed: readonly Landed[]
    token: string | null | undefined
  },
): Promise<(MoveRow | undefined)[]> {
  const { posting, role } = postings[row.kind]
  const seller = (await suppliersOf(caller, [row.supplier_id])).get(row.supplier_id ?? '')
  const from_to = seller?.name ?? row.donor
  const coming = of.lines
    .map((line, at) => ({ line, value: of.landed[at]?.value ?? 0 }))
    .filter(({ line }) => line.quantity + line.free_quantity > 0)
  const moves = await receive(caller, {
    store: of.store,
    lines: coming.map(({ line, value }) => ({
      ...line,
      quantity: (line.quantity + line.free_quantity) / 1000,
      value,
    })),
    kind: row.kind === 'OPENING' ? 'OPENING' : 'RECEIPT',
    posting,
    other: { role },
    source: 'receipt',
    source_id: row.id,
    reference: row.number,
    memo: `Receipt ${row.number}${from_to === null ? '' : `: ${from_to}`}`,
    supplier_id: row.supplier_id,
    receipt_id: row.id,
    witness_token: of.token,
    register: { kind: row.kind === 'OPENING' ? 'OPENING' : 'RECEIPT', from_to },
  })
  return of.lines.map((line) => moves[coming.findIndex((one) => one.line === line)])
}

async function writeLines(
  { hospital_id }: Caller,
  lines: readonly ReceiptLine[],
  landed: readonly Landed[],
  moves: readonly (MoveRow | undefined)[],
): Promise<void> {
  for (const [at, { id }] of lines.entries()) {
    const { value, ahead, ahead_value } = landed[at] as Landed
    await goods_receipt_lines.change(
      { hospital_id, id },
      {
        value,
        batch_id: moves[at]?.batch_id ?? null,
        invoiced: ahead,
        invoiced_value: ahead_value,
      },
    )
  }
}

/** STK-105: what came too warm lies apart until somebody has judged it. */
async function apartWhatIsWarm(
  caller: Caller,
  row: ReceiptRow,
  of: {
    lines: readonly ReceiptLine[]
    products: Map<string, ProductRow>
    moves: readonly (MoveRow | undefined)[]
  },
): Promise<void> {
  for (const [at, line] of of.lines.entries()) {
    const move = of.moves[at]
    const product = of.products.get(line.product_id) as ProductRow
    if (move === undefined || !isOutside(product, row.temperature)) continue
    await put(caller, {
      store_id: row.store_id,
      batch_id: move.batch_id,
      quantity: move.quantity / 1000,
      reason: 'COLD_CHAIN',
      note: `${row.number}: came at ${row.temperature} °C`,
    })
  }
}

/** What the order says of its lines, and where it stands by them. */
async function countIn(
  caller: Caller,
  { order, lines: ordered }: Ordered,
  lines: readonly ReceiptLine[],
  landed: readonly Landed[],
): Promise<void> {
  const { hospital_id } = caller
  for (const line of ordered) {
    const here = lines.flatMap((one, at) =>
      one.order_line_id === line.id ? [{ one, landed: landed[at] as Landed }] : [],
    )
    if (here.length === 0) continue
    for (const { one, landed: of } of here) {
      line.received += one.base_quantity
      line.rejected += one.base_rejected
      line.ahead -= of.ahead
      line.ahead_value -= of.ahead_value
    }
    const { id, received, rejected, ahead, ahead_value } = line
    await purchase_order_lines.change(
      { hospital_id, id },
      { received, rejected, ahead, ahead_value },
    )
  }
  await settle(caller, order, ordered, 'receive')
}

export async function reverse(
  caller: Caller,
  id: string,
  { reason, witness_token }: { reason: string; witness_token?: string | null | undefined },
): Promise<ReceiptRow> {
  const before = await receiptRecord.begin(caller, id, 'reverse')
  await anotherPerson(caller, before.posted_by_id, 'stock:approve', {
    words: 'You posted this receipt: somebody else must reverse it.',
  })
  const order = before.order_id === null ? null : await orderRecord.locked(caller, before.order_id)
  const lines = await receipt_content.of(caller, id)
  if (lines.some(({ invoiced, returned }) => invoiced > 0 || returned > 0)) {
    throw conflict(`Goods of receipt ${before.number} are invoiced or sent back.`, 'invoiced')
  }
  await undoReceive(caller, {
    source: 'receipt',
    source_id: id,
    reference: before.number,
    reason,
    path: `/procurement/receipts/${id}`,
    witness_token,
  })
  if (order !== null) {
    const { hospital_id } = caller
    const ordered = await order_content.of(caller, order.id)
    for (const line of ordered) {
      for (const one of lines) {
        if (one.order_line_id !== line.id) continue
        line.received -= one.base_quantity
        line.rejected -= one.base_rejected
      }
      const { received, rejected } = line
      await purchase_order_lines.change({ hospital_id, id: line.id }, { received, rejected })
    }
    await settle(caller, order, ordered, 'reopen')
  }
  return receiptRecord.moved(caller, before, 'reverse', {}, reason)
}

export async function cancel(
  caller: Caller,
  id: string,
  reason: string | null,
): Promise<ReceiptRow> {
  const before = await receiptRecord.begin(caller, id, 'cancel')
  await ownStore(caller, before.store_id)
  return receiptRecord.moved(caller, before, 'cancel', {}, reason)
}
