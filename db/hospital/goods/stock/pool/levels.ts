// What lies where, batch by batch (5.2): now, or as a day that is over left it.

import { type Caller, can } from '../../../../core/caller.ts'
import { type Currency, toMajor } from '../../../../core/kinds/money.ts'
import { invalid } from '../../../../core/refusal.ts'
import { type Page, paged, type PageAsked } from '../../../../store/pages.ts'
import { matching } from '../../../../store/search.ts'
import { oneOf, type Sql, sql, when, where } from '../../../../store/sql.ts'
import { currency, today } from '../../../office/hospitals/hospitals.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { productName } from '../products/record.ts'
import { barred, type BatchRow } from './batches.ts'
import type { Level, LevelFilter } from './shapes.ts'

interface Found {
  id: string
  store_id: string
  store_name: string
  product_id: string
  name: string
  strength: string | null
  batch_id: string
  lot: string | null
  expiry: string | null
  funding: BatchRow['funding']
  status: BatchRow['status']
  hold_reason: string | null
  bin: string | null
  quantity: number
  quarantined: number
  pool_quantity: number | null
  pool_value: number | null
}

export async function listLevels(
  caller: Caller,
  asked: LevelFilter & PageAsked,
): Promise<Page<Level>> {
  const scope = await scopeOf(caller, asked.facility_id)
  const now = await today(caller)
  const day = dayAsked(asked, now)
  const there = day < now ? thenOf(caller, day) : as_it_is
  const found = await paged<Found>(asked, {
    select: sql`l.id, l.store_id, s.name as store_name, l.product_id, p.name, p.strength,
      l.batch_id, b.lot, b.expiry, b.funding, b.status, b.hold_reason, l.bin,
      ${there.quantity} as quantity, l.quarantined, ${there.in_pool} as pool_quantity,
      ${there.worth} as pool_value`,
    from: sql` from stock_levels l join stores s on s.id = l.store_id
      join products p on p.id = l.product_id join batches b on b.id = l.batch_id
      left join stock_pools o on o.product_id = l.product_id and o.facility_id = s.facility_id
      ${there.since}${where([
        sql`l.hospital_id = ${caller.hospital_id}`,
        sql`${there.quantity} > 0`,
        scope === 'all' ? undefined : sql`s.facility_id${oneOf(scope)}`,
        when(asked.store_id, sql`l.store_id = ${asked.store_id}`),
        when(asked.product_id, sql`l.product_id = ${asked.product_id}`),
        when(asked.class, sql`p.class = ${asked.class}`),
        when(asked.category_id, sql`p.category_id = ${asked.category_id}`),
        stateIs(asked.state, day),
        matching('products', asked.search, 'p'),
      ])}`,
    order: sql` order by p.name, b.expiry, l.id`,
  })
  const money = can(caller, 'product:cost') ? await currency(caller) : null
  const seen = { day, past: day < now, money }
  return { rows: found.rows.map((row) => levelShown(row, seen)), meta: found.meta }
}

/** What was set apart or barred then is not kept: of such a day it is not asked. */
function dayAsked({ as_of, state }: LevelFilter, now: string): string {
  if (as_of === undefined) return now
  if (as_of > now) throw invalid('as_of', 'is in the future.')
  if (as_of < now && (state === 'available' || state === 'quarantined')) {
    throw invalid('state', `${state} is known of today alone: leave it out, or as_of.`)
  }
  return as_of
}

interface There {
  quantity: Sql
  in_pool: Sql
  worth: Sql
  since: Sql
}

const as_it_is: There = {
  quantity: sql`l.quantity`,
  in_pool: sql`o.quantity`,
  worth: sql`o.value`,
  since: sql``,
}

/** What lies there now, without all that moved since: between stores of a branch no pool moved. */
const thenOf = ({ hospital_id }: Caller, day: string): There => ({
  quantity: sql`(l.quantity - coalesce(a.moved, 0))`,
  in_pool: sql`(o.quantity - coalesce(c.moved, 0))`,
  worth: sql`(o.value - coalesce(c.value, 0))`,
  since: sql` left join (select store_id, batch_id, cast(sum(quantity) as bigint) as moved
      from stock_moves where hospital_id = ${hospital_id} and posted_on > ${day}
      group by store_id, batch_id) a on a.store_id = l.store_id and a.batch_id = l.batch_id
    left join (select m.product_id, m.facility_id,
        cast(sum(case when m.other_account_id is null then 0 else m.quantity end) as bigint)
          as moved, cast(sum(m.value) as bigint) as value
      from stock_moves m join batches f on f.id = m.batch_id
      where m.hospital_id = ${hospital_id} and m.posted_on > ${day} and f.funding <> 'PROGRAMME'
      group by m.product_id, m.facility_id) c
      on c.product_id = l.product_id and c.facility_id = s.facility_id`,
})

function stateIs(state: LevelFilter['state'], day: string) {
  if (state === 'quarantined') return sql`l.quarantined > 0`
  if (state === 'expired') return sql`b.expiry < ${day}`
  if (state === undefined) return undefined
  return sql`l.quantity > l.quarantined and b.status = 'AVAILABLE'
    and (b.expiry is null or b.expiry >= ${day})`
}

function levelShown(
  row: Found,
  { day, past, money }: { day: string; past: boolean; money: Currency | null },
): Level {
  const { name, strength, expiry, pool_quantity, pool_value, ...rest } = row
  const quantity = Number(row.quantity)
  const quarantined = Number(row.quarantined)
  const usable = barred({ ...row } as unknown as BatchRow, day) === null
  const in_pool = Number(pool_quantity ?? 0)
  const worth = row.funding === 'PROGRAMME' || in_pool === 0 ? 0 : Number(pool_value) / in_pool
  return {
    ...rest,
    product_name: productName({ name, strength }),
    expiry,
    days_to_expiry:
      expiry === null ? null : Math.round((Date.parse(expiry) - Date.parse(day)) / 86_400_000),
    quantity: quantity / 1000,
    quarantined: past ? null : quarantined / 1000,
    available: past ? null : usable ? (quantity - quarantined) / 1000 : 0,
    unit_cost: money === null ? null : toMajor(Math.round(worth * 1000), money),
    value: money === null ? null : toMajor(Math.round(worth * quantity), money),
  }
}
