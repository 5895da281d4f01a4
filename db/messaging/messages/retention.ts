// What is let go with time (MSG-620): texts first, rows later; the ledger, usage and audit stay.
// In pieces, so that people never wait long for the writer.

import { clock, days } from '../../core/clock.ts'
import { rows, run, within } from '../../store/connection.ts'
import { oneOf, sql } from '../../store/sql.ts'
import { settings } from '../settings/settings.ts'

const piece = 1000

const before = (age_days: number): string => new Date(clock.ms() - days(age_days)).toISOString()

/** One piece of texts whose time is over; what still waits to be sent keeps its words. */
export async function eraseTexts(): Promise<number> {
  const { retention_text_days } = await settings()
  return within(async () => {
    const old = await rows<{ id: string }>(
      sql`select b.id from msg_batches b where b.text is not null
          and b.created_at < ${before(retention_text_days)}
          and not exists (select 1 from msg_messages m where m.batch_id = b.id
            and m.status in ('scheduled', 'queued', 'sent')) limit ${piece}`,
    )
    if (old.length === 0) return 0
    const ids = old.map(({ id }) => id)
    await run(
      sql`update msg_messages set text = null where batch_id${oneOf(ids)} and text is not null`,
    )
    return run(sql`update msg_batches set text = null, sent_text = null where id${oneOf(ids)}`)
  }, 'jobs')
}

/** One piece of rows whose time is over, with what hangs on them. */
export async function eraseMessages(): Promise<number> {
  const { retention_messages_days, retention_test_days } = await settings()
  return within(async () => {
    const old = await rows<{ id: string }>(
      sql`select id from msg_messages where status in ('delivered', 'failed', 'expired')
          and (created_at < ${before(retention_messages_days)}
            or (mode = 'test' and created_at < ${before(retention_test_days)}))
          and not exists (select 1 from msg_bridge x where x.message_id = msg_messages.id)
          limit ${piece}`,
    )
    if (old.length === 0) return 0
    const ids = old.map(({ id }) => id)
    await run(sql`delete from msg_parts where message_id${oneOf(ids)}`)
    return run(sql`delete from msg_messages where id${oneOf(ids)}`)
  }, 'jobs')
}
