// Changing rows behind the house's back.

import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { House } from '../boot.ts'
import { on_postgres } from '../database.ts'

/** As somebody with the database in hand would: past the house and past its guards. */
export async function tamper(
  house: Pick<House, 'database'>,
  statements: readonly string[],
  guarded: readonly string[] = ['audit_rows', 'audit_anchors'],
): Promise<void> {
  const { address } = house.database
  if (on_postgres) {
    const client = new pg.Client({ connectionString: address.url ?? '' })
    await client.connect()
    try {
      for (const name of guarded) await client.query(`alter table ${name} disable trigger user`)
      for (const statement of statements) await client.query(statement)
    } finally {
      for (const name of guarded) await client.query(`alter table ${name} enable trigger user`)
      await client.end()
    }
    return
  }
  const raw = new DatabaseSync(address.file ?? '', { enableForeignKeyConstraints: false })
  try {
    for (const name of guarded) {
      raw.exec(`drop trigger if exists ${name}_no_update; drop trigger if exists ${name}_no_delete`)
    }
    for (const statement of statements) raw.exec(statement)
  } finally {
    raw.close()
  }
}
