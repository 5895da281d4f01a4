// Whole batches set apart by the house, wherever they lie: recalled, or past their day.

import type { Caller } from '../../../../core/caller.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { holdGoods, type LevelRow } from '../pool/goods.ts'
import { stock_levels } from '../pool/tables.ts'
import { productsOf, type ProductRow } from '../products/record.ts'
import { type StoreRow, storesOf } from '../stores/keeping.ts'
import { setApart } from './apart.ts'
import type { quarantine_items } from './tables.ts'
import type { RowOf } from '../../../../store/table.ts'

interface About {
  reason: RowOf<(typeof quarantine_items)['columns']>['reason']
  note: string
  source: string
  source_id: string
}

export interface Shelves {
  levels: readonly LevelRow[]
  stores: ReadonlyMap<string, StoreRow>
}

/** The caller holds the head of the ledger: nothing moves meanwhile. */
export async function shelvesApart(
  caller: Caller,
  batch_ids: readonly string[],
  about: (level: LevelRow) => About,
): Promise<Shelves> {
  const { hospital_id } = caller
  const levels = await stock_levels.read(
    sql`select ${stock_levels.selection()} from stock_levels where hospital_id = ${hospital_id}
      and batch_id${oneOf([...batch_ids])} and quantity > 0 order by id`,
  )
  const stores = await storesOf(
    caller,
    levels.map(({ store_id }) => store_id),
  )
  const products = await productsOf(
    caller,
    levels.map(({ product_id }) => product_id),
  )
  await holdGoods(
    caller,
    levels.map(({ store_id, product_id }) => ({
      store: stores.get(store_id) as StoreRow,
      product: products.get(product_id) as ProductRow,
    })),
  )
  for (const level of levels) {
    await oneApart(caller, level, stores.get(level.store_id) as StoreRow, about(level))
  }
  return { levels, stores }
}

async function oneApart(
  caller: Caller,
  level: LevelRow,
  store: StoreRow,
  about: About,
): Promise<void> {
  const { hospital_id } = caller
  const quantity = level.quantity - level.quarantined
  if (quantity === 0) return
  await stock_levels.change({ hospital_id, id: level.id }, { quarantined: level.quantity })
  await setApart(caller, {
    ...about,
    store,
    product: { id: level.product_id },
    batch: { id: level.batch_id },
    level_id: level.id,
    quantity,
  })
}
