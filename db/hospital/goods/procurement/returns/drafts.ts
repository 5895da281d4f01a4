// Writing returns (STK-80, STK-153): of what lies there, to the supplier whom it came from.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid, invalidAs, Refusal } from '../../../../core/refusal.ts'
import { batchRecord, type BatchRow } from '../../stock/pool/batches.ts'
import { recallRecord } from '../../stock/recalls/record.ts'
import { isOfRecall } from '../../stock/recalls/recalled.ts'
import { packs, productRecord, type ProductRow } from '../../stock/products/record.ts'
import { inBase, saidQuantity, unitsUsed } from '../../stock/products/quantities.ts'
import { ownStore, type StoreRow } from '../../stock/stores/keeping.ts'
import { receiptRecord, type ReceiptRow } from '../receipts/record.ts'
import { supplierRecord, type SupplierRow } from '../suppliers/record.ts'
import { type Came, cameFrom, priceOf, roomOf } from './came.ts'
import { refuseAbsent } from './on-hand.ts'
import { return_content, type ReturnLine, returnRecord, type ReturnRow } from './record.ts'
import type { ReturnChange, ReturnInput, ReturnLineInput } from './shapes.ts'

interface About {
  supplier: SupplierRow
  store: StoreRow
  receipt: ReceiptRow | null
  recall_id: string | null
  settle: ReturnRow['settle']
}

export async function open(caller: Caller, input: ReturnInput): Promise<ReturnRow> {
  const receipt = input.receipt_id ? await receiptRecord.get(caller, input.receipt_id) : null
  const supplier_id = input.supplier_id || receipt?.supplier_id
  if (!supplier_id) throw invalid('supplier_id', 'is required.')
  const store_id = input.store_id || receipt?.store_id
  if (!store_id) throw invalid('store_id', 'is required.')
  const supplier = await supplierRecord.get(caller, supplier_id)
  const store = await ownStore(caller, store_id)
  if (receipt !== null) mustBring(receipt, supplier)
  const recall_id = await recallNamed(caller, input.recall_id)
  const settle = input.settle ?? 'CREDIT'
  const lines = await linesRead(caller, input.lines, {
    supplier,
    store,
    receipt,
    recall_id,
    settle,
  })
  await refuseAbsent(caller, store, lines)
  const row = await returnRecord.created(caller, {
    facility_id: store.facility_id,
    supplier_id,
    receipt_id: receipt?.id ?? null,
    recall_id,
    store_id,
    reason: input.reason,
    settle,
    note: input.note || null,
    value: valueOf(lines),
    made_by_id: caller.user_id,
    made_by_name: caller.name,
  })
  await return_content.add(caller, row.id, lines)
  return row
}

const valueOf = (lines: readonly { value: number }[]): number =>
  lines.reduce((sum, { value }) => sum + value, 0)

function mustBring({ number, supplier_id, status, kind }: ReceiptRow, supplier: SupplierRow) {
  if (supplier_id !== supplier.id) {
    throw conflict(`Receipt ${number} is not of ${supplier.name}.`, 'supplier')
  }
  if (status !== 'POSTED' || (kind !== 'PURCHASE' && kind !== 'DIRECT')) {
    throw conflict(`Receipt ${number} brought no bought goods into a store.`, 'receipt')
  }
}

async function recallNamed(caller: Caller, id: string | null | undefined): Promise<string | null> {
  return id ? (await recallRecord.get(caller, id)).id : null
}

/** Who changes it last has made it: another person approves what stands there then. */
export async function change(caller: Caller, id: string, input: ReturnChange): Promise<ReturnRow> {
  const before = await returnRecord.begin(caller, id, 'change')
  const store = await ownStore(caller, before.store_id)
  const supplier = await supplierRecord.get(caller, before.supplier_id)
  const { receipt_id } = before
  const receipt = receipt_id === null ? null : await receiptRecord.get(caller, receipt_id)
  const recall_id =
    input.recall_id === undefined ? before.recall_id : await recallNamed(caller, input.recall_id)
  const settle = input.settle ?? before.settle
  const asked = input.lines ?? (await linesAsked(caller, id))
  const lines = await linesRead(caller, asked, { supplier, store, receipt, recall_id, settle })
  await refuseAbsent(caller, store, lines)
  await return_content.replace(caller, id, lines)
  return returnRecord.moved(caller, before, 'change', {
    recall_id,
    settle,
    reason: input.reason ?? before.reason,
    note: input.note === undefined ? before.note : input.note || null,
    value: valueOf(lines),
    made_by_id: caller.user_id,
    made_by_name: caller.name,
  })
}

/** What stands there, as if it were sent anew. */
const linesAsked = async (caller: Caller, id: string): Promise<ReturnLineInput[]> =>
  (await return_content.of(caller, id)).map(({ batch_id, receipt_line_id, quantity, free }) => ({
    batch_id,
    receipt_line_id,
    quantity: quantity / 1000,
    free,
  }))

type Line = Pick<
  ReturnLine,
  'product_id' | 'batch_id' | 'receipt_line_id' | 'quantity' | 'free' | 'unit_price' | 'value'
>

async function linesRead(
  caller: Caller,
  given: readonly ReturnLineInput[],
  about: About,
): Promise<Line[]> {
  const came = await cameFrom(
    caller,
    about.supplier.id,
    given.map(({ batch_id }) => batch_id),
  )
  const used = new Map<string, number>()
  const lines: Line[] = []
  for (const [at, line] of given.entries()) {
    const said = `Line ${at + 1}`
    const batch = await batchRecord.get(caller, line.batch_id)
    if (line.product_id && line.product_id !== batch.product_id) {
      throw invalidAs(said, `${said}: product_id is not of this batch.`)
    }
    const product = await productRecord.get(caller, batch.product_id)
    const quantity = inBase(product, await packs.of(caller, product.id), line, said)
    if (quantity < 0) throw invalidAs(said, `${said}: quantity must be more than 0.`)
    await mustBeRecalled(caller, about, batch, said)
    const free = line.free === true
    const wanted = { product, batch, quantity, free, receipt_line_id: line.receipt_line_id || null }
    const from = lineOf(came, used, wanted, about, said)
    lines.push({
      product_id: product.id,
      batch_id: batch.id,
      receipt_line_id: from?.line.id ?? null,
      quantity,
      free,
      unit_price: free || from === null ? 0 : priceOf(from.line, 1000),
      value: free || from === null ? 0 : priceOf(from.line, quantity),
    })
  }
  const units = given.map(({ unit }, at) => ({ product_id: lines[at]?.product_id ?? '', unit }))
  await unitsUsed(caller, units)
  return lines
}

async function mustBeRecalled(
  caller: Caller,
  { recall_id }: About,
  { id: batch_id, lot }: BatchRow,
  at: string,
): Promise<void> {
  if (recall_id === null || (await isOfRecall(caller, recall_id, batch_id))) return
  throw conflict(`${at}: lot ${lot ?? '(none)'} is not part of this recall.`, 'recall')
}

interface Wanted {
  product: ProductRow
  batch: BatchRow
  quantity: number
  free: boolean
  receipt_line_id: string | null
}

/** Named, else the oldest that brought as much; lines of one are summed. */
function lineOf(
  came: readonly Came[],
  used: Map<string, number>,
  wanted: Wanted,
  { supplier, store, receipt, settle }: About,
  at: string,
): Came | null {
  const { product, batch, quantity, free, receipt_line_id } = wanted
  const lot = `lot ${batch.lot ?? '(none)'}`
  const all = came.filter(
    ({ line }) =>
      line.batch_id === batch.id && (receipt === null || line.receipt_id === receipt.id),
  )
  if (all.length === 0 && free && receipt_line_id === null && mayBeOf(batch, supplier)) return null
  if (all.length === 0)
    throw conflict(`${at}: ${lot} did not come from ${supplier.name}.`, 'source')
  const here = all.filter((one) => one.receipt.facility_id === store.facility_id)
  if (here.length === 0) {
    throw conflict(`${at}: ${lot} came to another branch than that of ${store.name}.`, 'facility')
  }
  const named =
    receipt_line_id === null ? here : here.filter(({ line }) => line.id === receipt_line_id)
  if (named.length === 0) throw new Refusal(404, 'not_found', `${at}: no such line of a receipt.`)
  const key = ({ line }: Came): string => `${line.id} ${free}`
  const left = (one: Came): number => roomOf(one, free) - (used.get(key(one)) ?? 0)
  const found = named.find((one) => left(one) >= quantity)
  if (found === undefined) {
    const most = saidQuantity(product, Math.max(0, ...named.map(left)))
    throw conflict(
      `${at}: at most ${most} of ${lot} can go back ${free ? 'as free goods ' : ''}by one receipt.`,
      'received',
    )
  }
  if (settle === 'REPLACE' && found.line.order_line_id === null) {
    throw conflict(`${at}: ${lot} was not ordered: what goes back of it is credited.`, 'settle')
  }
  used.set(key(found), (used.get(key(found)) ?? 0) + quantity)
  return found
}

/** Lots that were counted in at the beginning name nobody: any supplier may take them back, for nothing. */
const mayBeOf = ({ supplier_id }: BatchRow, supplier: SupplierRow): boolean =>
  supplier_id === null || supplier_id === supplier.id
