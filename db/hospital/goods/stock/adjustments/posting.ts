// An adjustment in the stock and in the books (STK-29, STK-36, STK-47).

import type { Caller } from '../../../../core/caller.ts'
import { portion } from '../../../../core/kinds/money.ts'
import { conflict, Refusal } from '../../../../core/refusal.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { batchFor, batchRecord, type BatchRow } from '../pool/batches.ts'
import { type Goods, holdGoods } from '../pool/goods.ts'
import { moveGoods, type Movement } from '../pool/moving.ts'
import { lotOf, mayLie } from '../pool/receive.ts'
import { productName, type ProductRow, productsOf } from '../products/record.ts'
import { saidQuantity } from '../products/quantities.ts'
import type { Parties } from '../register/parties.ts'
import { type StoreRow, storeInUse } from '../stores/keeping.ts'
import { postingOf, type ReasonRow, sideOf } from './reasons.ts'
import type { AdjustmentLine, AdjustmentRow } from './record.ts'

export interface InHand {
  row: AdjustmentRow
  reason: ReasonRow
  store: StoreRow
  lines: readonly AdjustmentLine[]
  products: Map<string, ProductRow>
  goods: Goods
  /** What the register says, where it says more than the reason. */
  register?: Movement['register']
}

/** The pools are held from here on: what is reckoned holds until it is posted. */
export async function takeInHand(
  caller: Caller,
  row: AdjustmentRow,
  reason: ReasonRow,
  lines: readonly AdjustmentLine[],
): Promise<InHand> {
  const store = await storeInUse(caller, row.store_id)
  const products = await productsOf(
    caller,
    lines.map(({ product_id }) => product_id),
  )
  const goods = await holdGoods(
    caller,
    [...products.values()].map((product) => ({ store, product })),
  )
  return { row, reason, store, lines, products, goods }
}

/** What each line is worth now, signed; and whether it can be done at all. */
export function valuesOf({ lines, products, goods, store }: InHand): number[] {
  const left = new Map<string, number>()
  return lines.map((line, at) => {
    const product = products.get(line.product_id) as ProductRow
    const key = { product_id: product.id, facility_id: store.facility_id }
    const pool = goods.pools.of(key)
    if (line.quantity > 0) return worthIn(line, pool, at + 1)
    mustLieThere(goods, line, product, store, left)
    return pool.quantity === 0 ? 0 : -portion(pool.value, -line.quantity, pool.quantity)
  })
}

function worthIn(
  { quantity, unit_cost }: AdjustmentLine,
  pool: { quantity: number; value: number },
  at: number,
): number {
  if (unit_cost !== null) return Math.round((unit_cost * quantity) / 1000)
  if (pool.quantity > 0) return portion(pool.value, quantity, pool.quantity)
  throw new Refusal(
    400,
    'invalid',
    `Line ${at}: unit_cost is required: there is no stock to take the cost from.`,
    { field: `Line ${at}` },
  )
}

/** STK-36, batch by batch: what is broken is gone, whoever had it reserved. */
function mustLieThere(
  goods: Goods,
  { batch_id, lot, quantity }: AdjustmentLine,
  product: ProductRow,
  store: StoreRow,
  left: Map<string, number>,
): void {
  const lying = goods.lying(store.id, product.id).find(({ batch }) => batch.id === batch_id)
  const free = lying === undefined ? 0 : lying.level.quantity - lying.level.quarantined
  const there = left.get(batch_id ?? '') ?? free
  if (-quantity > there) {
    const of = `lot ${lot ?? '(none)'} of ${productName(product)}`
    throw conflict(
      `Only ${saidQuantity(product, there)} of ${of} are free in ${store.name}.`,
      'short',
    )
  }
  left.set(batch_id ?? '', there + quantity)
}

export async function postAdjustment(
  caller: Caller,
  hand: InHand,
  parties: Parties | undefined,
): Promise<{ value: number; entry_reference: string | null; values: number[] }> {
  const { row, reason, lines } = hand
  const wanted = valuesOf(hand)
  const movements: Movement[] = []
  for (const [at, line] of lines.entries()) {
    movements.push(await movementOf(caller, hand, line, wanted[at] ?? 0))
  }
  const moves = await moveGoods(
    caller,
    hand.goods,
    {
      posting: postingOf(reason),
      source: 'adjustment',
      source_id: row.id,
      reference: row.number,
      memo: `Adjustment ${row.number}: ${reason.name}`,
      path: `/stock/adjustments/${row.id}`,
      parties,
    },
    movements,
  )
  const values = moves.map(({ value }) => value)
  return {
    value: values.reduce((sum, value) => sum + value, 0),
    entry_reference: moves[0]?.entry_reference ?? null,
    values,
  }
}

async function movementOf(
  caller: Caller,
  { reason, store, products, row, register }: InHand,
  line: AdjustmentLine,
  value: number,
): Promise<Movement> {
  const product = products.get(line.product_id) as ProductRow
  if (line.quantity > 0) mayLie(store, product)
  return {
    store,
    product,
    batch: await batchOfLine(caller, line, product, value),
    kind: line.quantity > 0 ? 'ADJUST_IN' : 'ADJUST_OUT',
    quantity: line.quantity,
    ...(line.quantity > 0 ? { value } : {}),
    other: sideOf(reason),
    line: line.position,
    department: store.department,
    note: row.note,
    register: register ?? { kind: 'CORRECTION', reason: `${reason.code} ${row.number}` },
  }
}

async function batchOfLine(
  caller: Caller,
  line: AdjustmentLine,
  product: ProductRow,
  value: number,
): Promise<BatchRow> {
  if (line.batch_id !== null) return batchRecord.get(caller, line.batch_id)
  const day = await today(caller)
  const at = `Line ${line.position}`
  return batchFor(
    caller,
    {
      ...lotOf(product, line, day, at),
      product_id: product.id,
      funding: 'OWN',
      unit_cost: Math.round((value * 1000) / line.quantity),
      first_received_on: day,
    },
    at,
  )
}
