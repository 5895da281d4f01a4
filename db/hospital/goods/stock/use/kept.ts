// What was used in months that are over (STK-110): no move is dated back (STK-15), so a month is reckoned once, in the
// night after it, and read from then on.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { rows, run, within } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { countDays, type DayMoved, is_use, use_joins, type Window } from './consumption.ts'
import { stock_month_uses, stock_months_kept } from './tables.ts'

/** The most that `amc_months` may be. */
const months_kept = 12

const monthBefore = (month: string, count: number): string => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const at = year * 12 + number - 1 - count
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
}

const monthsOf = ({ from, before }: Window): string[] => {
  const months: string[] = []
  for (let month = from.slice(0, 7); month < before.slice(0, 7); month = monthBefore(month, -1)) {
    months.push(month)
  }
  return months
}

/** Every month of the last year that is over and not kept yet; each by itself. Answers how many. */
export async function keepUse(caller: Caller): Promise<number> {
  const now = (await today(caller)).slice(0, 7)
  const wanted = Array.from({ length: months_kept }, (_, n) => monthBefore(now, months_kept - n))
  const there = await keptOf(caller, wanted)
  const missing = wanted.filter((month) => !there.has(month))
  for (const month of missing) await keepMonth(caller, month)
  return missing.length
}

async function keptOf({ hospital_id }: Caller, months: string[]): Promise<Set<string>> {
  const found = await stock_months_kept.all({ hospital_id, month: months })
  return new Set(found.map(({ month }) => month))
}

const rows_at_once = 5000

interface Key {
  store_id: string
  product_id: string
}
const keyOf = ({ store_id, product_id }: Key): string => `${store_id} ${product_id}`

/** Nobody waits for it: what is over is read without a lock and written piece by piece; the month stands at last. */
async function keepMonth(caller: Caller, month: string): Promise<void> {
  const { hospital_id } = caller
  const window = { from: `${month}-01`, before: `${monthBefore(month, -1)}-01` }
  const moved = Map.groupBy(
    [...(await lyingAt(caller, window)), ...(await days(caller, window))],
    keyOf,
  )
  const used = new Map((await usedIn(caller, window)).map((one) => [keyOf(one), one.consumed]))
  const keptOne = ([key, of]: [string, Moved[]]) => {
    const { store_id, product_id } = of[0] as Key
    const count = countDays(of, window.from, window.before)
    const consumed = Number(used.get(key) ?? 0)
    if (count === 0 && consumed === 0) return []
    return [{ hospital_id, store_id, month, product_id, consumed, days: count }]
  }
  // Of one that was broken off before it stood.
  await within(() => stock_month_uses.remove({ hospital_id, month }), 'jobs')
  const pairs = [...moved]
  for (let start = 0; start < pairs.length; start += rows_at_once) {
    const kept = pairs.slice(start, start + rows_at_once).flatMap(keptOne)
    await within(() => stock_month_uses.insertMany(kept), 'jobs')
  }
  await within(
    () => stock_months_kept.insert({ hospital_id, month, kept_at: clock.instant() }),
    'jobs',
  )
}

type Moved = DayMoved & { store_id: string }

/** What lay there as the month began, as a day before the first one. */
const lyingAt = ({ hospital_id }: Caller, { from }: Window): Promise<Moved[]> =>
  rows<Moved>(
    sql`select store_id, product_id, '' as day, cast(sum(quantity) as bigint) as net, 0 as came
      from stock_moves where hospital_id = ${hospital_id} and posted_on < ${from}
      group by store_id, product_id having sum(quantity) <> 0`,
  )

const days = ({ hospital_id }: Caller, { from, before }: Window): Promise<Moved[]> =>
  rows<Moved>(
    sql`select store_id, product_id, posted_on as day, cast(sum(quantity) as bigint) as net,
        cast(sum(case when quantity > 0 then quantity else 0 end) as bigint) as came
      from stock_moves where hospital_id = ${hospital_id}
        and posted_on >= ${from} and posted_on < ${before}
      group by store_id, product_id, posted_on`,
  )

const usedIn = (
  { hospital_id }: Caller,
  { from, before }: Window,
): Promise<(Key & { consumed: number })[]> =>
  rows(
    sql`select m.store_id, m.product_id, cast(-sum(m.quantity) as bigint) as consumed
      ${use_joins} where m.hospital_id = ${hospital_id}
        and m.posted_on >= ${from} and m.posted_on < ${before} and ${is_use}
      group by m.store_id, m.product_id`,
  )

export interface Use {
  consumed: number
  days: number
}

/** Of more than these the whole store is read, which costs half of looking each of them up. */
const looked_up_each = 500

/**
 * By store, then by product. Null: not every month of the window is kept. What was neither there nor used is not
 * in it.
 */
export async function keptUse(
  caller: Caller,
  store_ids: readonly string[],
  product_ids: readonly string[],
  window: Window,
): Promise<Map<string, Map<string, Use>> | null> {
  const months = monthsOf(window)
  const there = await keptOf(caller, months)
  if (there.size < months.length) return null
  const only =
    product_ids.length > looked_up_each ? sql`` : sql` and product_id${oneOf([...product_ids])}`
  const found = await rows<Key & Use>(
    sql`select store_id, product_id, cast(sum(consumed) as bigint) as consumed,
        cast(sum(days) as integer) as days
      from stock_month_uses where hospital_id = ${caller.hospital_id}
        and store_id${oneOf([...store_ids])} and month${oneOf(months)}${only}
      group by store_id, product_id`,
  )
  const by_store = new Map(store_ids.map((id) => [id, new Map<string, Use>()]))
  for (const { store_id, product_id, consumed, days } of found) {
    by_store.get(store_id)?.set(product_id, { consumed: Number(consumed), days: Number(days) })
  }
  return by_store
}

/** Of a story that is told to have happened: from its day on the months are reckoned anew. */
export async function forgetUse({ hospital_id }: Caller, day: string): Promise<void> {
  const month = day.slice(0, 7)
  const gone = await run(
    sql`delete from stock_months_kept where hospital_id = ${hospital_id} and month >= ${month}`,
  )
  if (gone === 0) return
  await run(
    sql`delete from stock_month_uses where hospital_id = ${hospital_id} and month >= ${month}`,
  )
}
