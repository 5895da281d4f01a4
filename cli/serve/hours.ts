// What came in, hour by hour: whether a house is busier than it was is seen by who looks for a second.

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
