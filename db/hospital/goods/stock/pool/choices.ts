// What lies of some products in one store, batch by batch in the order in which it is taken (STK-37), for who
// chooses what is handed out. Nothing is held.

import type { Caller } from '../../../../core/caller.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { barred, type BatchRow, firstExpiryFirst } from './batches.ts'
import { batches, stock_levels } from './tables.ts'

export interface LyingBatch {
  product_id: string
  batch_id: string
  lot: string | null
  expiry: string | null
  /** In thousandths of the base unit. */
  free: number
  /** Why nothing may be taken of it. */
  barred: string | null
}

export async function batchesLying(
  caller: Caller,
  store_id: string,
  product_ids: readonly string[],
): Promise<LyingBatch[]> {
  const { hospital_id } = caller
  const product_id = [...new Set(product_ids)]
  if (product_id.length === 0) return []
  const levels = await stock_levels.all({ hospital_id, store_id, product_id }, { order: ['id'] })
  const there = levels.filter(({ quantity, quarantined }) => quantity > quarantined)
  const ids = [...new Set(there.map(({ batch_id }) => batch_id))]
  const known = ids.length === 0 ? [] : await batches.all({ hospital_id, id: ids })
  const day = await today(caller)
  return known.toSorted(firstExpiryFirst).flatMap((batch) => lyingOf(batch, there, day))
}

const lyingOf = (
  batch: BatchRow,
  levels: readonly { batch_id: string; quantity: number; quarantined: number }[],
  day: string,
): LyingBatch[] =>
  levels
    .filter(({ batch_id }) => batch_id === batch.id)
    .map(({ quantity, quarantined }) => ({
      product_id: batch.product_id,
      batch_id: batch.id,
      lot: batch.lot,
      expiry: batch.expiry,
      free: quantity - quarantined,
      barred: barred(batch, day),
    }))

/** Why nothing may be taken of each of these batches any more; null: it may. */
export async function batchesNamed(
  caller: Caller,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const { hospital_id } = caller
  const found = ids.length === 0 ? [] : await batches.all({ hospital_id, id: [...new Set(ids)] })
  const day = await today(caller)
  return new Map(found.map((batch) => [batch.id, barred(batch, day)]))
}
