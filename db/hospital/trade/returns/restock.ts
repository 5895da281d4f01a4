// Putting returned goods somewhere (COM-56 to COM-59): on the shelf, apart, or to be destroyed. They come in
// at the cost at which they left.

import type { Caller } from '../../../core/caller.ts'
import { conflict, invalid, Refusal } from '../../../core/refusal.ts'
import { type ComingBack, receiveBack } from '../../goods/stock/pool/back.ts'
import { type StillOut, stillOut } from '../../goods/stock/pool/still-out.ts'
import { productName, type ProductRow, productsOf } from '../../goods/stock/products/record.ts'
import { storeFor } from '../../goods/stock/stores/keeping.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { deliveries } from '../orders/deliveries/tables.ts'
import { tell } from './decide.ts'
import {
  endOf,
  placedOf,
  return_content,
  returnRecord,
  type ReturnItem,
  type ReturnRow,
} from './record.ts'
import type { RestockReturn } from './shapes.ts'
import { sales_return_items } from './tables.ts'
import type { Condition } from './words.ts'

type Line = RestockReturn['lines'][number]

interface Placing {
  item: ReturnItem
  product: ProductRow
  quantity: number
  condition: Condition
  line: Line
  said: string
}

export async function restock(
  caller: Caller,
  id: string,
  asked: RestockReturn,
): Promise<ReturnRow> {
  const before = await returnRecord.begin(caller, id, 'restock')
  if (before.restock_status !== 'PENDING') {
    throw conflict(`Nothing of return ${before.number} waits to be put back.`, 'restock')
  }
  const items = await return_content.of(caller, id)
  const placing = await placingOf(caller, before, items, asked.lines)
  const store = await storeFor(caller, asked.store_id || before.store_id)
  const coming = comingBack(before, placing, await issuedFor(caller, before))
  const turn = (await returnRecord.history(caller, id)).length
  await receiveBack(caller, {
    source: 'return',
    source_id: `${id}:${turn}`,
    reference: before.number,
    store_id: store.id,
    lines: coming,
    witness_token: asked.witness_token ?? null,
  })
  await placed(caller, placing)
  const now = await return_content.of(caller, id)
  const goods = now.filter(({ product_id }) => product_id !== null)
  const done = goods.every((item) => placedOf(item) >= item.quantity)
  const restock_status = done ? ('DONE' as const) : ('PENDING' as const)
  const changes = { restock_status, status: endOf({ ...before, restock_status }) }
  const row = await returnRecord.moved(caller, before, 'restock', changes)
  if (row.status === 'COMPLETED') await tell(caller, row, 'is completed')
  return row
}

async function placingOf(
  caller: Caller,
  row: ReturnRow,
  items: readonly ReturnItem[],
  lines: readonly Line[],
): Promise<Placing[]> {
  if (lines.length === 0) throw new Refusal(400, 'invalid', 'lines needs at least one line.')
  const ids = items.flatMap(({ product_id }) => (product_id === null ? [] : [product_id]))
  const known = await productsOf(caller, ids)
  const day = await today(caller)
  const placing = lines.map((line, at): Placing => {
    const said = `Line ${at + 1}`
    const item = items.find(({ id }) => id === line.item_id)
    const product = known.get(item?.product_id ?? '')
    if (item === undefined || product === undefined) {
      throw new Refusal(404, 'not_found', `${said}: no such item of goods.`)
    }
    const quantity = Math.round(line.quantity * 1000)
    if (!(line.quantity > 0) || quantity / 1000 !== line.quantity) {
      throw invalid(`${said}: quantity`, 'must be more than 0, with at most three decimals.')
    }
    return { item, product, quantity, condition: line.condition, line, said }
  })
  for (const one of placing) {
    refuseGood(row, one, day)
    const same = placing.filter(({ item }) => item.id === one.item.id)
    const sum = same.reduce((all, { quantity }) => all + quantity, placedOf(one.item))
    if (sum > one.item.quantity) {
      const left = (one.item.quantity - placedOf(one.item)) / 1000
      throw conflict(`${one.said}: only ${left} of ${one.item.description} are to be put back.`)
    }
  }
  return placing
}

const never_good: readonly string[] = ['ADVERSE_REACTION', 'EXPIRED', 'DAMAGED']

/** COM-57, COM-59. */
function refuseGood(
  { reason_code }: ReturnRow,
  { product, condition, said, line }: Placing,
  day: string,
): void {
  const name = productName(product)
  if (product.controlled && condition !== 'QUARANTINE') {
    throw conflict(`${said}: ${name} is a controlled drug: quarantine only.`, 'condition')
  }
  if (condition !== 'GOOD') return
  if (never_good.includes(reason_code)) {
    const words = reason_code.toLowerCase().replaceAll('_', ' ')
    throw conflict(`Goods returned as ${words} go to quarantine or disposal.`, 'condition')
  }
  if (product.storage === 'COLD' || product.storage === 'FROZEN') {
    throw conflict(`${said}: ${name} left the cold chain: quarantine only.`, 'condition')
  }
  if (!product.reissuable) {
    throw conflict(`${said}: ${name} is not issued again once it left.`, 'condition')
  }
  if (line.expiry && line.expiry <= day) {
    throw conflict(`${said}: ${name} expired on ${line.expiry}.`, 'condition')
  }
}

/** What left for the order, or over the counter on this bill, and is still out. */
async function issuedFor(
  caller: Caller,
  { order_id, delivery_id, bill_id }: ReturnRow,
): Promise<StillOut[]> {
  const { hospital_id } = caller
  if (order_id === null) return bill_id === null ? [] : stillOut(caller, 'sale', [bill_id])
  const made = await deliveries.all({ hospital_id, order_id }, { order: ['id'] })
  const ids = made.map(({ id }) => id).filter((id) => delivery_id === null || id === delivery_id)
  return stillOut(caller, 'delivery', ids)
}

function comingBack(
  { reason }: ReturnRow,
  placing: readonly Placing[],
  issued: readonly StillOut[],
): ComingBack[] {
  const left = issued.map((one) => ({ ...one }))
  return placing.flatMap(({ product, quantity, condition, line, said }) => {
    const fits = batchOf(product, line, left, said)
    let open = quantity
    const parts: ComingBack[] = []
    for (const one of fits) {
      const some = Math.min(open, one.quantity)
      if (some <= 0) continue
      open -= some
      one.quantity -= some
      parts.push({
        product_id: product.id,
        batch_id: one.batch_id,
        quantity: some / 1000,
        condition,
        reason: line.note || reason,
        issue_source: { source: one.source, source_id: one.source_id },
      })
    }
    if (open === 0) return parts
    const words = `only ${(quantity - open) / 1000} of ${productName(product)} are still out.`
    throw conflict(`${said}: ${words}`, 'returned')
  })
}

/** COM-58: the batch that left; of several the one that is named. */
function batchOf(
  product: ProductRow,
  { batch_id, lot }: Line,
  issued: readonly StillOut[],
  said: string,
): StillOut[] {
  const own = issued.filter(({ product_id }) => product_id === product.id)
  if (batch_id) return own.filter((one) => one.batch_id === batch_id)
  if (lot) return own.filter((one) => one.lot?.toLowerCase() === lot.toLowerCase())
  if (new Set(own.map((one) => one.batch_id)).size <= 1) return own
  throw invalid(`${said}: batch_id`, 'is required: several lots of it left.')
}

const columnOf = {
  GOOD: 'restocked_good',
  QUARANTINE: 'restocked_quarantine',
  DESTROY: 'destroyed',
} as const

async function placed({ hospital_id }: Caller, placing: readonly Placing[]): Promise<void> {
  for (const [item_id, own] of Map.groupBy(placing, ({ item }) => item.id)) {
    const [first] = own
    if (first === undefined) continue
    const changes = { ...first.item }
    for (const { condition, quantity } of own) changes[columnOf[condition]] += quantity
    const { restocked_good, restocked_quarantine, destroyed } = changes
    await sales_return_items.change(
      { hospital_id, id: item_id },
      { restocked_good, restocked_quarantine, destroyed },
    )
  }
}
