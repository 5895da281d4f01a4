// Where a rule looks whether something is there and no index says it. SQLite has one writer; on PostgreSQL
// whoever does the same thing waits here until this transaction ends, and then sees what it wrote.

import { dialect, row } from './connection.ts'
import { sql } from './sql.ts'

/** `what` is said in words that nothing else says: `members <scheme>`. */
export async function takeTurn(what: string): Promise<void> {
  if (dialect() === 'sqlite') return
  await row(
    sql`select 1 as turn from (select pg_advisory_xact_lock(hashtextextended(${what}, 0))) as held`,
  )
}
