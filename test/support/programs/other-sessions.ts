// A process that was killed may have sent its commit: PostgreSQL still carries it out. What it left is
// looked at when no other session of the database is in a transaction any more.

import { setTimeout as pause } from 'node:timers/promises'
import { rows } from '../../../db/store/connection.ts'
import { sql } from '../../../db/store/sql.ts'
import type { House } from '../boot.ts'

const patience_ms = 60_000

export async function otherSessionsDone({ database }: Pick<House, 'database'>): Promise<void> {
  if (database.address.engine !== 'postgres') return
  const until = performance.now() + patience_ms
  for (;;) {
    const [busy] = await rows<{ n: number }>(
      sql`select count(*) as n from pg_stat_activity where datname = current_database()
        and pid <> pg_backend_pid() and state <> 'idle'`,
    )
    if (Number(busy?.n) === 0) return
    if (performance.now() > until) throw new Error('another session does not end')
    await pause(5)
  }
}
