// What waits in a channel that is held (OPS-133): how much, since when, what was sent already by the
// word of those who carry it, and what is too old to go.

import { clock } from '../../../core/clock.ts'
import { row } from '../../../store/connection.ts'
import { type Sql, sql } from '../../../store/sql.ts'
import type { Channel } from '../../../appliance/outbound/words.ts'

export interface Waits {
  waiting: number
  oldest: string | null
  uncertain: number
  /** Of the texts that wait, those for whose number the operator has told of one since. */
  already_answered: number
  /** What a release would not send any more: its time is over. */
  would_expire: number
}

export interface Since {
  /** When the hold began; null counts no answers. */
  since?: string | null
  /** Only what was accepted before. */
  before?: string | null
}

/** Two halves, each by its own index: a list of states would read the whole history. */
const open_texts = sql`(
    select id, created_at, phone, uncertain, submitted, valid_until from msg_messages
    where mode = 'live' and status = 'queued'
    union all
    select id, created_at, phone, uncertain, submitted, valid_until from msg_messages
    where mode = 'live' and status = 'scheduled')`

const counts = sql`count(*) as waiting, min(created_at) as oldest,
  coalesce(sum(uncertain), 0) as uncertain, coalesce(sum(answered), 0) as already_answered,
  coalesce(sum(late), 0) as would_expire`

const one = (condition: Sql): Sql => sql`case when ${condition} then 1 else 0 end`

export async function waitsIn(channel: Channel, { since, before }: Since = {}): Promise<Waits> {
  const now = clock.instant()
  const until = before ?? '~'
  const letters = (name: 'sms' | 'email' | 'whatsapp'): Sql => sql`
    select created_at, 0 as uncertain, 0 as answered, ${one(sql`not_after < ${now}`)} as late
    from outbox_messages where channel = ${name} and status in ('QUEUED', 'HELD')
      and created_at < ${until}`
  // A receipt that names a message, or one of another life of this data whose number it says.
  const answered = sql`exists (select 1 from msg_receipts r
      where r.received_at >= ${since ?? '~'} and (r.message_id = m.id
        or (r.message_id is null and r.destination = m.phone)))`
  const of: Record<Channel, Sql> = {
    email: letters('email'),
    webhooks: sql`select created_at, 0 as uncertain, 0 as answered, 0 as late
      from msg_deliveries where status = 'pending' and created_at < ${until}`,
    whatsapp: sql`select created_at, 0 as uncertain, 0 as answered, 0 as late
      from msg_whatsapp_messages
      where mode = 'live' and posting = 'waiting' and created_at < ${until}
      union all ${letters('whatsapp')}`,
    sms: sql`select created_at, ${one(sql`uncertain`)} as uncertain, ${one(answered)} as answered,
        ${one(sql`valid_until < ${now} and not submitted`)} as late
      from ${open_texts} as m where created_at < ${until}
      union all ${letters('sms')}`,
  }
  const found = await row<Record<keyof Waits, number | string | null>>(
    sql`select ${counts} from (${of[channel]}) as waits`,
  )
  const number = (name: keyof Waits): number => Number(found?.[name] ?? 0)
  return {
    waiting: number('waiting'),
    oldest: (found?.oldest as string | null | undefined) ?? null,
    uncertain: number('uncertain'),
    already_answered: number('already_answered'),
    would_expire: number('would_expire'),
  }
}
