// The rate of a key: calls in the running wall-clock minute (MSG-161 to MSG-166).
//
// One daemon counts in memory; a restart opens a fresh budget. Several daemons raise one shared
// counter in one statement, by the database's clock, so that any number of them give one answer.

import { clock } from '../../core/clock.ts'
import { dialect, returning, within } from '../../store/connection.ts'
import { sql } from '../../store/sql.ts'

export interface Rate {
  limit: number
  /** After this call. */
  remaining: number
  /** Unix seconds at which the window ends. */
  reset: number
  /** This call is over the number. */
  over: boolean
  retry_after_s: number
}

/** Windows only go forward, whatever the clock does (MSG-165). */
let minute = 0
let counts = new Map<string, number>()

export async function count(name: string, limit: number): Promise<Rate> {
  if (dialect() === 'postgres') return countTogether(name, limit)
  const now = Math.floor(clock.ms() / 60_000)
  if (now > minute) {
    minute = now
    counts = new Map()
  }
  const calls = (counts.get(name) ?? 0) + 1
  counts.set(name, calls)
  return rateOf(calls, limit, minute, clock.ms())
}

async function countTogether(name: string, limit: number): Promise<Rate> {
  const db_minute = sql`cast(floor(extract(epoch from clock_timestamp()) / 60) as bigint)`
  const [found] = await within(() =>
    returning<{ calls: number; minute: number; ms: number }>(
      sql`insert into msg_rate_counts (counted, minute, calls) values (${name}, ${db_minute}, 1)
          on conflict (counted) do update set
            calls = case when excluded.minute > msg_rate_counts.minute then 1
                         else msg_rate_counts.calls + 1 end,
            minute = greatest(msg_rate_counts.minute, excluded.minute)
          returning calls, minute, cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as ms`,
    ),
  )
  if (found === undefined) throw new Error('the shared counter answered nothing')
  return rateOf(found.calls, limit, found.minute, found.ms)
}

function rateOf(calls: number, limit: number, window: number, now_ms: number): Rate {
  const reset = (window + 1) * 60
  const left_s = Math.ceil(reset - now_ms / 1000)
  return {
    limit,
    remaining: Math.max(0, limit - calls),
    reset,
    over: calls > limit,
    retry_after_s: Math.min(60, Math.max(1, left_s)),
  }
}

/** For tests, and for a daemon that begins anew. */
export function forgetRates(): void {
  minute = 0
  counts = new Map()
}
