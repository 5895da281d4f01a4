// Reservations (STK-41): what others may no longer take. They end by themselves.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { invalid } from '../../../../core/refusal.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { packs, productRecord } from '../products/record.ts'
import { inBase } from '../products/quantities.ts'
import { storeFor } from '../stores/keeping.ts'
import { barred } from './batches.ts'
import { holdGoods, reservedByOthers } from './goods.ts'
import { stock_reservations } from './tables.ts'

export interface ReserveAsked {
  product_id: string
  store_id?: string | null
  quantity: number
  unit?: string | null
  source: string
  source_id: string
  reference?: string | null
  patient_id?: string | null
  until: string
}
export interface Reserved {
  reserved: number
  short: number
}

/** Of more than is free what there is, and how much is short. A second call sets it anew. */
export async function reserve(caller: Caller, asked: ReserveAsked): Promise<Reserved> {
  const product = await productRecord.get(caller, asked.product_id)
  const store = await storeFor(caller, asked.store_id)
  const wanted = inBase(product, await packs.of(caller, product.id), asked, 'Line 1')
  if (wanted < 0) throw invalid('quantity', 'must be more than 0.')
  const goods = await holdGoods(caller, [{ store, product }])
  const { source, source_id, until } = asked
  const now = clock.instant()
  const by_others = await reservedByOthers(caller, store.id, [product.id], asked, now)
  const day = await today(caller)
  const usable = goods
    .lying(store.id, product.id)
    .filter(({ batch }) => barred(batch, day) === null)
    .reduce((sum, { level }) => sum + level.quantity - level.quarantined, 0)
  const free = Math.max(0, usable - (by_others.get(product.id) ?? 0))
  const quantity = Math.min(wanted, free)
  const own = { hospital_id: caller.hospital_id, source, source_id }
  await stock_reservations.remove({ ...own, product_id: product.id, store_id: store.id })
  if (quantity > 0) {
    await stock_reservations.insert({
      ...own,
      product_id: product.id,
      store_id: store.id,
      quantity,
      reference: asked.reference ?? `${source} ${source_id}`.slice(0, 60),
      until,
      patient_id: asked.patient_id ?? null,
      by_name: caller.name,
    })
  }
  return { reserved: quantity / 1000, short: (wanted - quantity) / 1000 }
}

/** Everything that this source holds. */
export async function release(caller: Caller, source: string, source_id: string): Promise<void> {
  await stock_reservations.remove({ hospital_id: caller.hospital_id, source, source_id })
}

/** The same of many. */
export async function releaseAll(
  { hospital_id }: Caller,
  source: string,
  source_ids: readonly string[],
): Promise<void> {
  if (source_ids.length === 0) return
  await stock_reservations.remove({ hospital_id, source, source_id: [...source_ids] })
}

/** What was held for it has been taken. */
export const releaseTaken = async (
  { hospital_id }: Caller,
  store_id: string,
  { source, source_id }: { source: string; source_id: string },
): Promise<void> => {
  await stock_reservations.remove({ hospital_id, source, source_id, store_id })
}

/** STK-165: nobody holds goods for the dead. */
export async function onDeath(
  { hospital_id }: Caller,
  patient_id: string,
): Promise<Record<string, string[]>> {
  const held = await stock_reservations.all({ hospital_id, patient_id })
  if (held.length === 0) return {}
  await stock_reservations.remove({ hospital_id, patient_id })
  return { reservations: held.map(({ reference }) => reference) }
}
