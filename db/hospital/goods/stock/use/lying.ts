// What a store has of products that it can still use (STK-111): not what is set apart, barred, held by the
// past or will expire on the shelf; and what is on its way to it.

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, type Sql, sql } from '../../../../store/sql.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { type Expiring, leftAtExpiry } from '../expiry/board.ts'
import { useInEach, useOf } from './consumption.ts'

/** In thousandths of the base unit. */
export interface Lying {
  on_hand: number
  usable: number
  in_transit: number
  /** In a month, in this store; null: too short a time to say. */
  use: number | null
}

export const nothing_there: Lying = { on_hand: 0, usable: 0, in_transit: 0, use: null }

interface Level extends Omit<Expiring, 'expiry'> {
  store_id: string
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
  return (await lyingInEach(caller, [store_id], product_ids)).get(store_id) ?? new Map()
}

/** By store, then by product. */
export async function lyingInEach(
  caller: Caller,
  store_ids: readonly string[],
  product_ids: readonly string[],
): Promise<Map<string, Map<string, Lying>>> {
  const day = await today(caller)
  const levels = Map.groupBy(await levelsOf(caller, store_ids, product_ids), storeOf)
  const uses = await useInEach(caller, store_ids, product_ids)
  const coming = Map.groupBy(await comingTo(caller, store_ids), storeOf)
  return new Map(
    store_ids.map((id) => [
      id,
      lyingOf(product_ids, {
        levels: levels.get(id) ?? [],
        use: uses.get(id) ?? new Map(),
        coming: coming.get(id) ?? [],
        day,
      }),
    ]),
  )
}

const storeOf = ({ store_id }: { store_id: string }): string => store_id

interface Store {
  levels: readonly Level[]
  use: ReadonlyMap<string, number | null>
  coming: readonly Coming[]
  day: string
}

function lyingOf(
  product_ids: readonly string[],
  { levels, use, coming: on_way, day }: Store,
): Map<string, Lying> {
  const risk = riskOf(levels, use, day)
  const coming = new Map(on_way.map(({ product_id, quantity }) => [product_id, Number(quantity)]))
  const [on_hand, free] = [new Map<string, number>(), new Map<string, number>()]
  for (const one of levels) {
    add(on_hand, one.product_id, one.quantity)
    if (isGood(one, day)) add(free, one.product_id, freeOf(one))
  }
  return new Map(
    product_ids.map((id) => [
      id,
      {
        on_hand: on_hand.get(id) ?? 0,
        usable: Math.max(0, (free.get(id) ?? 0) - (risk.get(id) ?? 0)),
        in_transit: coming.get(id) ?? 0,
        use: use.get(id) ?? null,
      },
    ]),
  )
}

const add = (to: Map<string, number>, id: string, quantity: number): void =>
  void to.set(id, (to.get(id) ?? 0) + quantity)
const freeOf = ({ quantity, quarantined }: Level): number => quantity - quarantined
const isGood = ({ status, expiry }: Level, day: string): boolean =>
  status === 'AVAILABLE' && (expiry === null || expiry >= day)

/** Over all stores of some branches: as if what lies in them lay in one (STK-110, STK-111). */
export async function lyingOver(
  caller: Caller,
  facilities: 'all' | readonly string[],
  product_ids: readonly string[],
): Promise<Map<string, Lying>> {
  const there =
    facilities === 'all'
      ? sql``
      : sql` and l.store_id in (select id from stores where facility_id${oneOf([...facilities])})`
  return lyingOf(product_ids, {
    levels: await levelsIn(caller, there, product_ids),
    use: await useOf(caller, product_ids, { facilities }),
    coming: [],
    day: await today(caller),
  })
}

/** Of more than these all that lies there is read, which costs less than looking each of them up. */
const looked_up_each = 500

const levelsOf = (
  caller: Caller,
  store_ids: readonly string[],
  product_ids: readonly string[],
): Promise<Level[]> => levelsIn(caller, sql` and l.store_id${oneOf([...store_ids])}`, product_ids)

async function levelsIn(
  { hospital_id }: Caller,
  there: Sql,
  product_ids: readonly string[],
): Promise<Level[]> {
  const only =
    product_ids.length > looked_up_each ? sql`` : sql` and l.product_id${oneOf([...product_ids])}`
  const found = await rows<Level>(
    sql`select l.id, l.store_id, l.product_id, l.quantity, l.quarantined, b.expiry, b.status
      from stock_levels l join batches b on b.id = l.batch_id
      where l.hospital_id = ${hospital_id} and l.quantity > 0${there}${only}
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
  for (const { id, product_id } of soon) add(risk, product_id, left.get(id) ?? 0)
  return risk
}

interface Coming {
  store_id: string
  product_id: string
  quantity: number
}

function comingTo({ hospital_id }: Caller, store_ids: readonly string[]): Promise<Coming[]> {
  const there = oneOf([...store_ids])
  return rows<Coming>(
    sql`select store_id, product_id, cast(sum(sent) as bigint) as quantity from (
        select f.to_store_id as store_id, t.product_id, t.sent from stock_transfer_batches t
          join stock_transfers f on f.id = t.transfer_id
          where f.hospital_id = ${hospital_id} and f.to_store_id${there} and f.status = 'SENT'
        union all
        select f.to_store_id as store_id, t.product_id, t.sent from requisition_batches t
          join requisitions f on f.id = t.requisition_id
          where f.hospital_id = ${hospital_id} and f.to_store_id${there}
            and f.status${oneOf(['PART_ISSUED', 'ISSUED'])} and t.received is null
      ) w group by store_id, product_id`,
  )
}
