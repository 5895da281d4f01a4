// A receipt taken back (3.7): all that came in by it leaves again in the value that it came with, as long
// as nothing of its batches was taken since.

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { row } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import { productName, type ProductRow, productsOf } from '../products/record.ts'
import { saidQuantity } from '../products/quantities.ts'
import { controlledParties } from '../register/parties.ts'
import { type StoreRow, storesOf } from '../stores/keeping.ts'
import type { BatchRow } from './batches.ts'
import { type Goods, holdGoods } from './goods.ts'
import { moveGoods, type Movement, type MoveRow } from './moving.ts'
import { batches, stock_moves } from './tables.ts'

export interface Undoing {
  source: string
  source_id: string
  reference: string
  reason: string
  path: string
  witness_token?: string | null | undefined
}

export async function undoReceive(caller: Caller, asked: Undoing): Promise<MoveRow[]> {
  const { hospital_id } = caller
  const { source, source_id, reference } = asked
  const came = await stock_moves.all({ hospital_id, source, source_id }, { order: ['id'] })
  const [first] = came
  if (first === undefined) return []
  const products = await productsOf(
    caller,
    came.map(({ product_id }) => product_id),
  )
  const stores = await storesOf(
    caller,
    came.map(({ store_id }) => store_id),
  )
  const store = stores.get(first.store_id) as StoreRow
  const goods = await holdGoods(
    caller,
    [...products.values()].map((product) => ({ store, product })),
  )
  const of = await batches.all({ hospital_id, id: came.map(({ batch_id }) => batch_id) })
  const movements: Movement[] = []
  for (const move of came) {
    const product = products.get(move.product_id) as ProductRow
    const batch = of.find(({ id }) => id === move.batch_id) as BatchRow
    await refuseTaken(caller, move, product, batch)
    refuseUsedUp(goods, move, product, batch)
    movements.push(backOf(move, { store, product, batch }, asked.reason))
  }
  const controlled = [...products.values()].some((product) => product.controlled)
  return moveGoods(
    caller,
    goods,
    {
      posting: first.posted_as,
      source,
      source_id: `${source_id}:reversal`,
      reference,
      memo: `${reference} reversed: ${asked.reason}`,
      path: asked.path,
      parties: controlled ? await controlledParties(caller, asked.witness_token) : undefined,
    },
    movements,
  )
}

async function refuseTaken(
  { hospital_id }: Caller,
  move: MoveRow,
  product: ProductRow,
  { lot }: BatchRow,
): Promise<void> {
  const found = await row<{ taken: number | null }>(
    sql`select cast(-sum(quantity) as bigint) as taken from stock_moves
      where hospital_id = ${hospital_id} and batch_id = ${move.batch_id}
        and id > ${move.id} and quantity < 0`,
  )
  const taken = Number(found?.taken ?? 0)
  if (taken === 0) return
  throw conflict(
    `${saidQuantity(product, taken)} of lot ${lot ?? '(none)'} have been issued: return or adjust instead.`,
    'issued',
  )
}

/** What is worth an average may be worth less than what came: then no unit of it can leave as it came. */
function refuseUsedUp(goods: Goods, move: MoveRow, product: ProductRow, batch: BatchRow): void {
  const { level } = goods.levelOf(move.store_id, batch)
  if (level.quantity - level.quarantined < move.quantity) {
    throw conflict(
      `Lot ${batch.lot ?? '(none)'} of ${productName(product)} is set apart: release it first.`,
      'quarantine',
    )
  }
  if (batch.funding === 'PROGRAMME') return
  const pool = goods.pools.of({ product_id: product.id, facility_id: move.facility_id })
  const left = pool.value - move.value
  if (left >= 0 && (pool.quantity > move.quantity || left === 0)) return
  throw conflict(
    `${productName(product)} is worth less now than it came for: return it instead.`,
    'value',
  )
}

const backOf = (
  move: MoveRow,
  of: { store: StoreRow; product: ProductRow; batch: BatchRow },
  reason: string,
): Movement => ({
  ...of,
  kind: 'REVERSAL',
  quantity: -move.quantity,
  value: move.value,
  other: move.other_account_id === null ? null : { account_id: move.other_account_id },
  line: move.line,
  note: reason,
  back_of_id: move.id,
  register: { kind: 'CORRECTION', reason },
})
