// How much of a product is used (STK-110): what was consumed over the last whole months, by the days on
// which there was something to consume.

import type { Caller } from '../../../../core/caller.ts'
import { days } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, type Sql, sql } from '../../../../store/sql.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { settingsOf } from '../settings/settings.ts'
import { keptUse, type Use } from './kept.ts'

export const month_days = 30.5
const least_days = 15

/** Null: too few days to say. Quantities in thousandths of the base unit. */
export const monthlyUse = (consumed: number, days_in_stock: number): number | null =>
  days_in_stock < least_days ? null : Math.max(0, (consumed / days_in_stock) * month_days)

/** Of which stores it is reckoned. */
export interface UseScope {
  store_id?: string | undefined
  /** All of them, or these branches. */
  facilities: 'all' | readonly string[]
}

export interface Window {
  from: string
  /** The day after its last one. */
  before: string
}

/** The last `amc_months` whole months. */
export async function windowOf(caller: Caller): Promise<Window> {
  const { amc_months } = await settingsOf(caller)
  const before = `${(await today(caller)).slice(0, 7)}-01`
  const [year = 0, month = 0] = before.split('-').map(Number)
  const first = year * 12 + month - 1 - amc_months
  const from = `${Math.floor(first / 12)}-${String((first % 12) + 1).padStart(2, '0')}-01`
  return { from, before }
}

/** Average use in a month, by product; what never moved is not in it. */
export async function useOf(
  caller: Caller,
  product_ids: readonly string[],
  scope: UseScope,
): Promise<Map<string, number | null>> {
  if (product_ids.length === 0) return new Map()
  const window = await windowOf(caller)
  const { store_id } = scope
  const kept =
    store_id === undefined ? null : await keptUse(caller, [store_id], product_ids, window)
  const own = kept?.get(store_id ?? '')
  if (own !== undefined) return monthly(own)
  const consumed = await consumedOf(caller, product_ids, scope, window)
  const days = await daysInStock(caller, product_ids, scope, window)
  return new Map([...days].map(([id, count]) => [id, monthlyUse(consumed.get(id) ?? 0, count)]))
}

const monthly = (kept: ReadonlyMap<string, Use>): Map<string, number | null> =>
  new Map([...kept].map(([id, { consumed, days }]) => [id, monthlyUse(consumed, days)]))

/** The same of several stores, each by itself. */
export async function useInEach(
  caller: Caller,
  store_ids: readonly string[],
  product_ids: readonly string[],
): Promise<Map<string, Map<string, number | null>>> {
  const kept = await keptUse(caller, store_ids, product_ids, await windowOf(caller))
  if (kept !== null) return new Map([...kept].map(([id, of]) => [id, monthly(of)]))
  const uses = new Map<string, Map<string, number | null>>()
  for (const store_id of store_ids) {
    uses.set(store_id, await useOf(caller, product_ids, { store_id, facilities: 'all' }))
  }
  return uses
}

const inScope = ({ store_id, facilities }: UseScope): Sql => {
  if (store_id !== undefined) return sql` and m.store_id = ${store_id}`
  return facilities === 'all' ? sql`` : sql` and m.facility_id${oneOf([...facilities])}`
}

const used_kinds = ['DISPENSE', 'SALE', 'DELIVERY', 'WARD_USE', 'ISSUE']

export const use_joins = sql`from stock_moves m left join stock_moves o on o.id = m.back_of_id`
/** What came back of it is taken off; adjustments count where their reason says so. */
export const is_use = sql`(m.kind${oneOf(used_kinds)} or o.kind${oneOf(used_kinds)}
  or (m.kind = 'ADJUST_OUT' and exists (select 1 from adjustments a
    join stock_reasons r on r.hospital_id = a.hospital_id and r.code = a.reason_code
    where m.source = 'adjustment' and a.id = m.source_id and r.counts_as_consumption)))`

async function consumedOf(
  { hospital_id }: Caller,
  product_ids: readonly string[],
  scope: UseScope,
  { from, before }: Window,
): Promise<Map<string, number>> {
  const found = await rows<{ product_id: string; consumed: number }>(
    sql`select m.product_id, cast(-sum(m.quantity) as bigint) as consumed
      ${use_joins} where m.hospital_id = ${hospital_id} and m.product_id${oneOf([...product_ids])}
        and m.posted_on >= ${from} and m.posted_on < ${before}${inScope(scope)} and ${is_use}
      group by m.product_id`,
  )
  return new Map(found.map(({ product_id, consumed }) => [product_id, Number(consumed)]))
}

export interface DayMoved {
  product_id: string
  day: string
  net: number
  came: number
}

/** A day counts when something lay there as it began, or came in the course of it. */
async function daysInStock(
  { hospital_id }: Caller,
  product_ids: readonly string[],
  scope: UseScope,
  { from, before }: Window,
): Promise<Map<string, number>> {
  const moved = await rows<DayMoved>(
    sql`select product_id, day, cast(sum(quantity) as bigint) as net,
        cast(sum(case when quantity > 0 then quantity else 0 end) as bigint) as came
      from (select m.product_id, m.quantity,
          case when m.posted_on < ${from} then '' else m.posted_on end as day
        from stock_moves m where m.hospital_id = ${hospital_id}
          and m.product_id${oneOf([...product_ids])} and m.posted_on < ${before}${inScope(scope)}
      ) d group by product_id, day order by product_id, day`,
  )
  const by_product = Map.groupBy(moved, ({ product_id }) => product_id)
  return new Map([...by_product].map(([id, days]) => [id, countDays(days, from, before)]))
}

/** Of one product, each day once; `''` is what came before the first. Walks what moved, not every day. */
export function countDays(
  moved: readonly Pick<DayMoved, 'day' | 'net' | 'came'>[],
  from: string,
  before: string,
): number {
  let [lying, count, counted] = [0, 0, dayNumber(from)]
  for (const { day, net, came } of moved.toSorted((a, b) => (a.day < b.day ? -1 : 1))) {
    if (day !== '') {
      const on = dayNumber(day)
      if (lying > 0) count += on - counted
      if (lying > 0 || Number(came) > 0) count += 1
      counted = on + 1
    }
    lying += Number(net)
  }
  return lying > 0 ? count + dayNumber(before) - counted : count
}

const dayNumber = (day: string): number => Date.parse(day) / days(1)
