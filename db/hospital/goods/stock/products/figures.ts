// What lies of products and what they are worth, for a page of them in three statements.

import { type Caller, can } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { toMajor } from '../../../../core/kinds/money.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, type Sql, sql } from '../../../../store/sql.ts'
import { currency, today } from '../../../office/hospitals/hospitals.ts'
import { scopeOf } from '../../../office/places/facilities.ts'

export interface Figures {
  on_hand: number
  available: number
  reserved: number
  quarantined: number
  average_cost: number | null
  value: number | null
}

const nothing: Figures = {
  on_hand: 0,
  available: 0,
  reserved: 0,
  quarantined: 0,
  average_cost: null,
  value: null,
}

/** Over the stores of the branches that the caller sees, or of one store. */
export async function figuresOf(
  caller: Caller,
  ids: readonly string[],
  store_id?: string,
): Promise<(product_id: string) => Figures> {
  if (ids.length === 0) return () => nothing
  const scope = await scopeOf(caller, undefined)
  const [lying, reserved, worth] = await Promise.all([
    levels(caller, ids, scope, store_id),
    reservations(caller, ids, scope, store_id),
    can(caller, 'product:cost') ? pools(caller, ids, scope) : new Map<string, Partial<Figures>>(),
  ])
  return (id) => {
    const held = reserved.get(id) ?? 0
    const there = lying.get(id) ?? nothing
    return {
      ...nothing,
      ...there,
      ...worth.get(id),
      reserved: held,
      available: Math.max(0, Math.round((there.available - held) * 1000) / 1000),
    }
  }
}

type Scope = 'all' | string[]
const ofBranches = (column: Sql, scope: Scope): Sql =>
  scope === 'all' ? sql`` : sql` and ${column}${oneOf(scope)}`
const ofStore = (store_id: string | undefined): Sql =>
  store_id === undefined ? sql`` : sql` and s.id = ${store_id}`

async function levels(
  caller: Caller,
  ids: readonly string[],
  scope: Scope,
  store_id: string | undefined,
): Promise<Map<string, Figures>> {
  const day = await today(caller)
  const found = await rows<{ product_id: string; q: number; held: number; usable: number }>(
    sql`select l.product_id, cast(sum(l.quantity) as bigint) as q,
        cast(sum(l.quarantined) as bigint) as held,
        cast(sum(case when b.status = 'AVAILABLE' and (b.expiry is null or b.expiry >= ${day})
          then l.quantity - l.quarantined else 0 end) as bigint) as usable
      from stock_levels l join stores s on s.id = l.store_id join batches b on b.id = l.batch_id
      where l.hospital_id = ${caller.hospital_id} and l.product_id${oneOf([...ids])}
        and l.quantity > 0${ofBranches(sql`s.facility_id`, scope)}${ofStore(store_id)}
      group by l.product_id`,
  )
  return new Map(
    found.map(({ product_id, q, held, usable }) => [
      product_id,
      {
        ...nothing,
        on_hand: Number(q) / 1000,
        quarantined: Number(held) / 1000,
        available: Number(usable) / 1000,
      },
    ]),
  )
}

async function reservations(
  { hospital_id }: Caller,
  ids: readonly string[],
  scope: Scope,
  store_id: string | undefined,
): Promise<Map<string, number>> {
  const found = await rows<{ product_id: string; q: number }>(
    sql`select r.product_id, cast(sum(r.quantity) as bigint) as q from stock_reservations r
      join stores s on s.id = r.store_id
      where r.hospital_id = ${hospital_id} and r.product_id${oneOf([...ids])}
        and r.until > ${clock.instant()}${ofBranches(sql`s.facility_id`, scope)}${ofStore(store_id)}
      group by r.product_id`,
  )
  return new Map(found.map(({ product_id, q }) => [product_id, Number(q) / 1000]))
}

/** STK-12: value ÷ quantity, in the currency's decimals; only for who may see costs. */
async function pools(
  caller: Caller,
  ids: readonly string[],
  scope: Scope,
): Promise<Map<string, Partial<Figures>>> {
  const money = await currency(caller)
  const found = await rows<{ product_id: string; q: number; v: number }>(
    sql`select product_id, cast(sum(quantity) as bigint) as q, cast(sum(value) as bigint) as v
      from stock_pools where hospital_id = ${caller.hospital_id}
        and product_id${oneOf([...ids])}${ofBranches(sql`facility_id`, scope)}
      group by product_id`,
  )
  return new Map(
    found.map(({ product_id, q, v }) => [
      product_id,
      {
        value: toMajor(Number(v), money),
        average_cost:
          Number(q) === 0 ? 0 : toMajor(Math.round((Number(v) * 1000) / Number(q)), money),
      },
    ]),
  )
}
