// Goods set apart by the house in the course of other work, and those that are gone with it. The caller
// holds the pool of the product.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import type { RowOf } from '../../../../store/table.ts'
import type { BatchRow } from '../pool/batches.ts'
import type { ProductRow } from '../products/record.ts'
import type { StoreRow } from '../stores/keeping.ts'
import { quarantine_items } from './tables.ts'

type ItemRow = RowOf<(typeof quarantine_items)['columns']>

/** What left of what was set apart in this place: of the oldest first. */
export async function lessApart(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  level_id: string,
  quantity: number,
  decision: string,
): Promise<void> {
  let open = quantity
  const items = await quarantine_items.all({ hospital_id, level_id }, { order: ['since', 'id'] })
  for (const item of items) {
    const some = Math.min(open, item.quantity)
    if (some === 0) continue
    open -= some
    const left = item.quantity - some
    const decided = left === 0 ? { decision, decided_at: clock.instant() } : {}
    await quarantine_items.change({ hospital_id, id: item.id }, { quantity: left, ...decided })
  }
}

interface Apart {
  store: Pick<StoreRow, 'id' | 'facility_id'>
  product: Pick<ProductRow, 'id'>
  batch: Pick<BatchRow, 'id'>
  level_id: string
  /** That the level holds as quarantined already. */
  quantity: number
  reason: ItemRow['reason']
  note: string | null
  source: string
  source_id: string
}

export const setApart = (
  { hospital_id, name }: Caller,
  { store, product, batch, ...of }: Apart,
): Promise<ItemRow> =>
  quarantine_items.insert({
    ...of,
    hospital_id,
    facility_id: store.facility_id,
    store_id: store.id,
    product_id: product.id,
    batch_id: batch.id,
    since: clock.instant(),
    by_name: name,
  })
