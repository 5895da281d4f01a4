// What the measures ask of the tables when they are read: counts by operator, lane and state, never
// whose (MSG 8).

import { clock } from '../../core/clock.ts'
import { row, rows } from '../../store/connection.ts'
import { sql } from '../../store/sql.ts'

export interface MessagingFigures {
  queue: { operator: string; lane: number; n: number }[]
  oldest_s: number
  unknown: number
  links: { code: string; state: string }[]
  unmatched: number
  webhooks_pending: number
}

const waiting = sql`mode = 'live' and status = 'queued' and not submitted`

export async function messagingFigures(): Promise<MessagingFigures> {
  const now = clock.instant()
  const [queue, oldest, unknown, links, unmatched, pending] = await Promise.all([
    rows<{ operator: string; lane: number; n: number }>(
      sql`select operator, lane, count(*) as n from msg_messages where ${waiting}
          group by operator, lane order by operator, lane`,
    ),
    row<{ at: string | null }>(
      sql`select min(due_at) as at from msg_messages where ${waiting} and due_at <= ${now}`,
    ),
    row<{ n: number }>(
      sql`select count(*) as n from msg_messages where uncertain and mode = 'live'`,
    ),
    rows<{ code: string; state: string }>(
      sql`select code, state from msg_links where removed_at is null order by code`,
    ),
    row<{ n: number }>(sql`select count(*) as n from msg_receipts where outcome = 'waiting'`),
    row<{ n: number }>(
      sql`select count(*) as n from msg_deliveries where status = 'pending' and mode = 'live'`,
    ),
  ])
  const since = oldest?.at ?? null
  return {
    queue: queue.map((one) => ({ ...one, n: Number(one.n) })),
    oldest_s: since === null ? 0 : Math.max(0, (clock.ms() - Date.parse(since)) / 1000),
    unknown: Number(unknown?.n ?? 0),
    links,
    unmatched: Number(unmatched?.n ?? 0),
    webhooks_pending: Number(pending?.n ?? 0),
  }
}
