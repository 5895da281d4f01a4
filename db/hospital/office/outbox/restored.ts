// After a restore every message not yet sent waits for somebody's word, so that nobody is written to
// twice (PLT-143, OPS-127).

import { run } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import type { Restored } from '../../registry.ts'

export const restored: Restored = async ({ hospital_id }) => ({
  messages_held: await run(
    sql`update outbox_messages set status = 'HELD', reason = 'restored'
        where hospital_id = ${hospital_id} and status in ('QUEUED', 'HELD')`,
  ),
})
