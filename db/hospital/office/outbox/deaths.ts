// Nobody writes to somebody who has died (PAT-24): what waits to be sent is not sent.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { rows, run } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'

export async function onDeath(
  { hospital_id }: Caller,
  patient_id: string,
): Promise<{ messages: string[] }> {
  const waiting = await rows<{ id: string }>(
    sql`select id from outbox_messages where hospital_id = ${hospital_id}
      and patient_id = ${patient_id} and status in ('QUEUED', 'HELD') and not handed_over`,
  )
  const ids = waiting.map(({ id }) => id)
  if (ids.length > 0) {
    await run(
      sql`update outbox_messages set status = 'CANCELLED', reason = 'deceased',
        updated_at = ${clock.instant()} where hospital_id = ${hospital_id} and id${oneOf(ids)}`,
    )
  }
  return { messages: ids }
}
