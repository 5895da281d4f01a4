// Goods in hand: the pools of some products held, and what lies of them in some stores.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import type { ProductRow } from '../products/record.ts'
import type { StoreRow } from '../stores/keeping.ts'
import type { BatchRow } from './batches.ts'
import { type HeldPools, holdPools } from './pools.ts'
import { batches, stock_levels } from './tables.ts'

export type LevelRow = RowOf<(typeof stock_levels)['columns']>

export interface Lying {
  level: LevelRow
  batch: BatchRow
}

export interface Goods {
  pools: HeldPools
  /** What lies of a product in a store, batch by batch; what is added here is written with the moves. */
  lying(store_id: string, product_id: string): Lying[]
  add(store_id: string, batch: BatchRow): LevelRow
  /** What lies of a batch, after it was moved. */
  levelOf(store_id: string, batch: BatchRow): Lying
  /** Everything of it in the store, quarantined goods included. */
  balance(store_id: string, product_id: string): number
}

export interface Place {
  store: StoreRow
  product: ProductRow
}

export async function holdGoods(caller: Caller, places: readonly Place[]): Promise<Goods> {
  const pools = await holdPools(
    caller,
    places.map(({ store, product }) => ({
      product_id: product.id,
      facility_id: store.facility_id,
    })),
  )
  const all = await lyingIn(caller, places)
  const lying = (store_id: string, product_id: string): Lying[] =>
    all.filter(({ level }) => level.store_id === store_id && level.product_id === product_id)
  const known = (store_id: string, batch: BatchRow): Lying | undefined =>
    all.find(({ level }) => level.store_id === store_id && level.batch_id === batch.id)
  const add = (store_id: string, batch: BatchRow): LevelRow => {
    const there = known(store_id, batch)
    if (there !== undefined) return there.level
    const level = stock_levels.withDefaults({
      hospital_id: caller.hospital_id,
      store_id,
      product_id: batch.product_id,
      batch_id: batch.id,
    })
    all.push({ level, batch })
    return level
  }
  return {
    pools,
    lying,
    add,
    levelOf: (store_id, batch) => ({ level: add(store_id, batch), batch }),
    balance: (store_id, product_id) =>
      lying(store_id, product_id).reduce((sum, { level }) => sum + level.quantity, 0),
  }
}

async function lyingIn({ hospital_id }: Caller, places: readonly Place[]): Promise<Lying[]> {
  const store_ids = [...new Set(places.map(({ store }) => store.id))]
  const product_ids = [...new Set(places.map(({ product }) => product.id))]
  if (product_ids.length === 0) return []
  const levels = await stock_levels.read(
    sql`select ${stock_levels.selection()} from stock_levels where hospital_id = ${hospital_id}
      and product_id${oneOf(product_ids)} and store_id${oneOf(store_ids)} order by batch_id`,
  )
  const of = await batches.all({ hospital_id, id: [...new Set(levels.map((l) => l.batch_id))] })
  const by_id = new Map(of.map((batch) => [batch.id, batch]))
  return levels.flatMap((level) => {
    const batch = by_id.get(level.batch_id)
    return batch === undefined ? [] : [{ level, batch }]
  })
}

/** Reserved of each product in a store, but for what one source holds itself (STK-41). */
export async function reservedByOthers(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  store_id: string,
  product_ids: readonly string[],
  own: { source: string; source_id: string },
  now: string,
): Promise<Map<string, number>> {
  const found = await rows<{ product_id: string; quantity: number }>(
    sql`select product_id, cast(sum(quantity) as bigint) as quantity from stock_reservations
      where hospital_id = ${hospital_id} and store_id = ${store_id}
        and product_id${oneOf([...product_ids])} and until > ${now}
        and not (source = ${own.source} and source_id = ${own.source_id})
      group by product_id`,
  )
  return new Map(found.map(({ product_id, quantity }) => [product_id, Number(quantity)]))
}
