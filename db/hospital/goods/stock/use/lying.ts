// What a store has of products that it can still use (STK-111): not what is set apart, barred, held by the
// past or will expire on the shelf; and what is on its way to it.

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { type Expiring, leftAtExpiry } from '../expiry/board.ts'
import { useOf } from './consumption.ts'

/** In thousandths of the base unit. */
export interface Lying {
  on_hand: number
  usable: number
  in_transit: number
  /** In a month, in this store; null: too short a time to say. */
  use: number | null
}

interface Level extends Omit<Expiring, 'expiry'> {
  expiry: string | null
  quarantined: number
  status: string
}

/** What expires later than this is used up long before, or nobody can say. */
const looked_days = 180

export async function lyingIn(
  caller: Caller,
  store_id: string,
  product_ids: readonly string[],
): Promise<Map<string, Lying>> {
  const day = await today(caller)
  const levels = await levelsOf(caller, store_id)
  const use = await useOf(caller, product_ids, { store_id, facilities: 'all' })
  const coming = await comingTo(caller, store_id)
  const risk = riskOf(levels, use, day)
  const of_each = Map.groupBy(levels, ({ product_id }) => product_id)
  return new Map(
    product_ids.map((id) => {
      const own = of_each.get(id) ?? []
      const on_hand = sum(own.map(({ quantity }) => quantity))
      const free = sum(own.filter((one) => isGood(one, day)).map(freeOf))
      const usable = Math.max(0, free - (risk.get(id) ?? 0))
      return [id, { on_hand, usable, in_transit: coming.get(id) ?? 0, use: use.get(id) ?? null }]
    }),
  )
}

const sum = (of: readonly number[]): number => of.reduce((total, one) => total + one, 0)
const freeOf = ({ quantity, quarantined }: Level): number => quantity - quarantined
const isGood = ({ status, expiry }: Level, day: string): boolean =>
  status === 'AVAILABLE' && (expiry === null || expiry >= day)

async function levelsOf({ hospital_id }: Caller, store_id: string): Promise<Level[]> {
  const found = await rows<Level>(
    sql`select l.id, l.product_id, l.quantity, l.quarantined, b.expiry, b.status
      from stock_levels l join batches b on b.id = l.batch_id
      where l.hospital_id = ${hospital_id} and l.store_id = ${store_id} and l.quantity > 0
      order by b.expiry, l.id`,
  )
  return found.map((one) => ({
    ...one,
    quantity: Number(one.quantity),
    quarantined: Number(one.quarantined),
  }))
}

/** What of the good ones expires on the shelf, by product; only where the pace is known. */
function riskOf(
  levels: readonly Level[],
  use: ReadonlyMap<string, number | null>,
  day: string,
): Map<string, number> {
  const last = nextDay(day, looked_days)
  const soon = levels.flatMap((one) => {
    const { id, product_id, expiry } = one
    const known = (use.get(product_id) ?? 0) > 0
    if (!known || expiry === null || expiry > last || !isGood(one, day)) return []
    return [{ id, product_id, expiry, quantity: freeOf(one) }]
  })
  const left = leftAtExpiry(soon, use, day)
  const risk = new Map<string, number>()
  for (const { id, product_id } of soon) {
    risk.set(product_id, (risk.get(product_id) ?? 0) + (left.get(id) ?? 0))
  }
  return risk
}

async function comingTo({ hospital_id }: Caller, store_id: string): Promise<Map<string, number>> {
  const found = await rows<{ product_id: string; quantity: number }>(
    sql`select product_id, cast(sum(sent) as bigint) as quantity from (
        select t.product_id, t.sent from stock_transfer_batches t
          join stock_transfers f on f.id = t.transfer_id
          where f.hospital_id = ${hospital_id} and f.to_store_id = ${store_id} and f.status = 'SENT'
        union all
        select t.product_id, t.sent from requisition_batches t
          join requisitions f on f.id = t.requisition_id
          where f.hospital_id = ${hospital_id} and f.to_store_id = ${store_id}
            and f.status${oneOf(['PART_ISSUED', 'ISSUED'])} and t.received is null
      ) w group by product_id`,
  )
  return new Map(found.map(({ product_id, quantity }) => [product_id, Number(quantity)]))
}
