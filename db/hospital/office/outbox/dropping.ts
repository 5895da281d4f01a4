// Rows of the outbox that messaging has not been given yet, given up by a person (OPS-134).

import { clock } from '../../../core/clock.ts'
import { run } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'

/** The oldest first; answers how many are cancelled. */
export const dropLetters = (
  channel: 'sms' | 'email' | 'whatsapp',
  before: string,
  at_once: number,
): Promise<number> =>
  run(sql`update outbox_messages set status = 'CANCELLED', reason = 'dropped', sealed = null,
      updated_at = ${clock.instant()}
    where id in (select id from outbox_messages
      where channel = ${channel} and status in ('QUEUED', 'HELD') and not handed_over
        and created_at < ${before} order by id limit ${at_once})`)
