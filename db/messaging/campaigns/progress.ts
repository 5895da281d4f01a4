// How far a campaign is, and who was left out of it (MSG-472, MSG-481).

import { minutes } from '../../core/clock.ts'
import { row, rows } from '../../store/connection.ts'
import { sql, when, where } from '../../store/sql.ts'
import { now } from '../accounts/clock.ts'
import type { MessagingCaller } from '../caller.ts'
import { type Asked, cursorOf, limitOf, type Listed, listed, readCursor } from '../cursors.ts'
import { countsOf, statesOf } from './counts.ts'
import { rowOf } from './rows.ts'
import type { Progress } from './shapes.ts'
import { msg_campaign_people } from './tables.ts'
import type { skip_reasons } from './words.ts'

export async function progress(caller: MessagingCaller, id: string): Promise<Progress> {
  const one = await rowOf(caller, id)
  const states = (await statesOf([id])).get(id)
  const counts = countsOf(one, states)
  const since = new Date((await now(caller, caller.mode)) - minutes(1)).toISOString()
  const recent = await row<{ n: number }>(
    sql`select count(*) as n from msg_messages
        where campaign_id = ${id} and (sent_at >= ${since} or final_at >= ${since})`,
  )
  const failures = await rows<{ reason: string; n: number }>(
    sql`select failure_reason as reason, count(*) as n from msg_messages
        where campaign_id = ${id} and failure_reason is not null
        group by failure_reason order by n desc, reason limit 10`,
  )
  const rate = Number(recent?.n ?? 0)
  const left = one.planned - counts.created + counts.queued
  return {
    status: one.status,
    counts,
    perMinute: rate,
    etaSeconds: left === 0 ? 0 : rate === 0 ? null : Math.ceil((left / rate) * 60),
    failures: failures.map(({ reason, n }) => ({ reason, count: Number(n) })),
  }
}

export async function skipped(
  caller: MessagingCaller,
  id: string,
  asked: Asked & { reason?: string },
): Promise<
  Listed<{ phone: string; contactId: string | null; reason: (typeof skip_reasons)[number] }>
> {
  await rowOf(caller, id)
  const after = asked.cursor === undefined ? undefined : Number(readCursor(asked.cursor, 1)[0])
  const found = await msg_campaign_people.read(
    sql`select ${msg_campaign_people.selection()} from msg_campaign_people ${where([
      sql`campaign_id = ${id}`,
      sql`skipped is not null`,
      when(asked.reason, sql`skipped = ${asked.reason}`),
      when(after, sql`place > ${after}`),
    ])} order by place limit ${limitOf(asked) + 1}`,
  )
  return listed(
    asked,
    found,
    (one) => ({
      phone: one.phone,
      contactId: one.contact_id,
      reason: one.skipped ?? 'invalid',
    }),
    ({ place }) => cursorOf(place),
  )
}
