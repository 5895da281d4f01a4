// The expiry board (STK-58): what expires soon, and what of it will still lie there then when it is used first
// expiry first at the pace of the last months.

import { type Caller, can } from '../../../../core/caller.ts'
import { type Currency, toMajor } from '../../../../core/kinds/money.ts'
import { rows } from '../../../../store/connection.ts'
import { type Page, pageOf, type PageAsked } from '../../../../store/pages.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import { currency, today } from '../../../office/hospitals/hospitals.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { productName } from '../products/record.ts'
import { month_days, useOf } from '../use/consumption.ts'
import { nextDay } from '../../../../core/clock.ts'
import type { ExpiryAsked, ExpiryRow } from './shapes.ts'
import { expiry_buckets, type ExpiryBucket, type ExpiryProposal } from './words.ts'

const within_shipped = 180

interface Found {
  id: string
  store_id: string
  store_name: string
  facility_id: string
  product_id: string
  name: string
  strength: string | null
  batch_id: string
  lot: string | null
  expiry: string
  funding: string
  supplier_id: string | null
  quantity: number
  pool_quantity: number | null
  pool_value: number | null
}

export async function board(
  caller: Caller,
  asked: ExpiryAsked & PageAsked,
): Promise<Page<ExpiryRow>> {
  const scope = await scopeOf(caller, asked.facility_id)
  const day = await today(caller)
  const found = await lying(caller, asked, scope, nextDay(day, asked.within_days ?? within_shipped))
  const use = await useOf(caller, [...new Set(found.map(({ product_id }) => product_id))], {
    facilities: scope,
    store_id: asked.store_id,
  })
  const elsewhere = await usedIn(caller, [...use.keys()])
  const money = can(caller, 'product:cost') ? await currency(caller) : null
  const left = leftAtExpiry(found, use, day)
  const all = found
    .map((one) => rowOf(one, { day, money, left: left.get(one.id) ?? 0, use, elsewhere }))
    .filter(({ bucket, at_risk }) => isAsked(asked.state, bucket, at_risk))
  const page = pageOf(asked, all)
  return { rows: page.rows, meta: Object.assign(page.meta, { totals: totalsOf(all) }) }
}

const lying = (
  { hospital_id }: Caller,
  asked: ExpiryAsked,
  scope: 'all' | string[],
  until: string,
): Promise<Found[]> =>
  rows<Found>(
    sql`select l.id, l.store_id, s.name as store_name, s.facility_id, l.product_id, p.name,
        p.strength, l.batch_id, b.lot, b.expiry, b.funding, b.supplier_id, l.quantity,
        o.quantity as pool_quantity, o.value as pool_value
      from stock_levels l join stores s on s.id = l.store_id
      join products p on p.id = l.product_id join batches b on b.id = l.batch_id
      left join stock_pools o on o.product_id = l.product_id and o.facility_id = s.facility_id
      ${where([
        sql`l.hospital_id = ${hospital_id}`,
        sql`l.quantity > 0`,
        sql`b.expiry is not null`,
        sql`b.expiry <= ${until}`,
        scope === 'all' ? undefined : sql`s.facility_id${oneOf(scope)}`,
        when(asked.store_id, sql`l.store_id = ${asked.store_id}`),
        when(asked.class, sql`p.class = ${asked.class}`),
      ])} order by b.expiry, p.name, l.id`,
  )

/** Products that were used in several stores of late: one of them may take what another has too much of. */
async function usedIn(
  { hospital_id }: Caller,
  product_ids: readonly string[],
): Promise<Set<string>> {
  if (product_ids.length === 0) return new Set()
  const found = await rows<{ product_id: string }>(
    sql`select product_id from stock_moves where hospital_id = ${hospital_id}
      and product_id${oneOf([...product_ids])}
      and kind${oneOf(['DISPENSE', 'SALE', 'DELIVERY', 'WARD_USE', 'ISSUE'])}
      group by product_id having count(distinct store_id) > 1`,
  )
  return new Set(found.map(({ product_id }) => product_id))
}

export interface Expiring {
  id: string
  product_id: string
  expiry: string
  quantity: number
}

/** They are used one after the other; what is not used by its day stays. Ordered by expiry. */
export function leftAtExpiry(
  found: readonly Expiring[],
  use: ReadonlyMap<string, number | null>,
  day: string,
): Map<string, number> {
  const now = Date.parse(day)
  const used_days = new Map<string, number>()
  const left = new Map<string, number>()
  for (const { id, product_id, expiry, quantity } of found) {
    const a_day = (use.get(product_id) ?? 0) / month_days
    const since = used_days.get(product_id) ?? 0
    // The day of expiry is the last on which it may be used (STK-38).
    const days = Math.max(0, daysBetween(now, Date.parse(expiry)) + 1 - since)
    const used = Math.min(Number(quantity), Math.round(a_day * days))
    if (a_day > 0) used_days.set(product_id, since + used / a_day)
    left.set(id, Number(quantity) - used)
  }
  return left
}

const daysFrom = (day: string, later: string): number =>
  daysBetween(Date.parse(day), Date.parse(later))
const daysBetween = (from: number, to: number): number => Math.round((to - from) / 86_400_000)

const edges: readonly [number, ExpiryBucket][] = [
  [30, 'D30'],
  [60, 'D60'],
  [90, 'D90'],
  [180, 'D180'],
]

function bucketOf(days: number): ExpiryBucket {
  if (days < 0) return 'EXPIRED'
  return edges.find(([most]) => days <= most)?.[1] ?? 'LATER'
}

interface Reckoned {
  day: string
  money: Currency | null
  left: number
  use: ReadonlyMap<string, number | null>
  elsewhere: ReadonlySet<string>
}

function rowOf(found: Found, { day, money, left, use, elsewhere }: Reckoned): ExpiryRow {
  const { name, strength, expiry, product_id } = found
  const days = daysFrom(day, expiry)
  const bucket = bucketOf(days)
  const amc = use.get(product_id) ?? null
  const in_pool = Number(found.pool_quantity ?? 0)
  const worth =
    found.funding === 'PROGRAMME' || in_pool === 0 ? 0 : Number(found.pool_value) / in_pool
  const said = (quantity: number): number | null =>
    money === null ? null : toMajor(Math.round(worth * quantity), money)
  const quantity = Number(found.quantity)
  return {
    ...found,
    product_name: productName({ name, strength }),
    days_to_expiry: days,
    bucket,
    quantity: quantity / 1000,
    amc: amc === null ? null : Math.round(amc) / 1000,
    at_risk: left / 1000,
    value: said(quantity),
    value_at_risk: said(left),
    proposals: proposalsOf(bucket, left, found.supplier_id !== null, elsewhere.has(product_id)),
  }
}

function proposalsOf(
  bucket: ExpiryBucket,
  left: number,
  bought: boolean,
  elsewhere: boolean,
): ExpiryProposal[] {
  if (bucket === 'EXPIRED') return ['DISPOSE']
  if (left === 0) return ['USE_FIRST']
  return [
    ...(elsewhere ? (['MOVE'] as const) : []),
    ...(bought ? (['RETURN'] as const) : []),
    'USE_FIRST',
  ]
}

function isAsked(state: ExpiryAsked['state'], bucket: ExpiryBucket, at_risk: number): boolean {
  if (state === undefined) return true
  if (state === 'expired') return bucket === 'EXPIRED'
  if (state === 'near') return bucket !== 'EXPIRED'
  return at_risk > 0
}

/** By bucket: how many rows, and what they are worth to who may see it. */
function totalsOf(all: readonly ExpiryRow[]) {
  return Object.fromEntries(
    expiry_buckets.map((bucket) => {
      const own = all.filter((one) => one.bucket === bucket)
      const sum = (of: 'value' | 'value_at_risk') =>
        own.some((one) => one[of] === null)
          ? null
          : own.reduce((total, one) => total + (one[of] ?? 0), 0)
      return [
        bucket,
        { rows: own.length, value: sum('value'), value_at_risk: sum('value_at_risk') },
      ]
    }),
  )
}
