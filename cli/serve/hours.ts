// What came in and what waited, hour by hour: whether a house is busier than it was is seen by who looks for a second.

import { clock, hours } from '../../db/core/clock.ts'
import { firstIdAt } from '../../db/core/ids.ts'
import { rows } from '../../db/store/connection.ts'
import { kept } from '../../db/store/kept.ts'
import { raw, sql } from '../../db/store/sql.ts'

/** The hour that runs is the last. */
export const hours_shown = 12

export interface Hours {
  /** When the first of them began. */
  from: string
  visits: number[]
  sales: number[]
  messages: number[]
  /** How many waited as each hour ended; in the one that runs, now. */
  queue: number[]
}

const tables = { visits: 'visits', sales: 'payments', messages: 'msg_messages' } as const

/** Counted once a minute at most, however many look: a sender of campaigns has a million rows here. */
const counted = kept<Hours>(async () => {
  const from = Math.floor(clock.ms() / hours(1)) * hours(1) - hours(hours_shown - 1)
  return {
    from: new Date(from).toISOString(),
    visits: await madeSince(tables.visits, from),
    sales: await madeSince(tables.sales, from),
    messages: await madeSince(tables.messages, from),
    queue: await waitedSince(from),
  }
}, 60_000)

export const hoursNow = (): Promise<Hours> => counted.get('')

async function madeSince(table: string, from: number): Promise<number[]> {
  const found = await rows<{ head: string; n: number }>(
    sql`select substr(created_at, 1, 13) as head, count(*) as n from ${raw(table)}
      where id >= ${firstIdAt(from)} group by substr(created_at, 1, 13)`,
  )
  const by_hour = new Map(found.map(({ head, n }) => [head, Number(n)]))
  return Array.from({ length: hours_shown }, (_, at) => {
    const head = new Date(from + at * hours(1)).toISOString().slice(0, 13)
    return by_hour.get(head) ?? 0
  })
}

/** Nobody waits longer than a day: the queue of a day ends with it (QUE-1). */
const waits_at_most = hours(24)

async function waitedSince(from: number): Promise<number[]> {
  const found = await rows<{ came: string; went: string | null; n: number }>(
    sql`select substr(entered_at, 1, 13) as came, substr(coalesce(started_at, finished_at), 1, 13) as went,
        count(*) as n from queue_entries where id >= ${firstIdAt(from - waits_at_most)}
        group by substr(entered_at, 1, 13), substr(coalesce(started_at, finished_at), 1, 13)`,
  )
  return Array.from({ length: hours_shown }, (_, at) => {
    const head = new Date(from + at * hours(1)).toISOString().slice(0, 13)
    const waited = found.filter(({ came, went }) => came <= head && (went === null || went > head))
    return waited.reduce((sum, { n }) => sum + Number(n), 0)
  })
}
