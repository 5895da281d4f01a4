// What a restore would lose (OPS-124): for every kind of record, how many are newer than the backup and
// how many were changed since.

import { carriedAt } from '../carry/tables.ts'
import { row, rows } from '../../store/connection.ts'
import { migrationState } from '../../store/migrate.ts'
import { readableAt } from '../query/readable.ts'
import { raw, sql } from '../../store/sql.ts'
import type { Manifest } from './words.ts'

export interface Lost {
  table: string
  new: number
  changed: number
}

/** Kinds of the house's own running, which nobody enters and nobody misses. */
const own_running =
  /^(migrations|sessions|used_refresh_tokens|sign_in|schedule|daemons|leases|idempotency|limit_|audit_heads)/

export async function lossSince({ at, tables }: Pick<Manifest, 'at' | 'tables'>): Promise<Lost[]> {
  const { applied } = await migrationState()
  const lost: Lost[] = []
  for (const { name, columns } of await carriedAt(applied.map((one) => one.name))) {
    if (own_running.test(name)) continue
    const now = await countOf(name)
    const more = Math.max(0, now - (tables[name]?.rows ?? 0))
    const fresh = columns.includes('created_at') ? await countOf(name, 'created_at', at) : more
    const touched = columns.includes('updated_at') ? await countOf(name, 'updated_at', at) : 0
    const changed = Math.max(0, touched - fresh)
    if (fresh + changed > 0) lost.push({ table: name, new: fresh, changed })
  }
  return lost
}

/** The rows themselves, kind by kind, to be entered again (OPS-124); never what opens something. */
export async function* lostRows({ at, tables }: Pick<Manifest, 'at' | 'tables'>): AsyncGenerator<{
  table: string
  columns: readonly string[]
  rows: Record<string, unknown>[]
}> {
  const { applied } = await migrationState()
  const readable = await readableAt(applied.map((one) => one.name))
  for (const { table } of await lossSince({ at, tables })) {
    const columns = readable.get(table) ?? []
    const since = ['updated_at', 'created_at'].find((name) => columns.includes(name))
    if (since === undefined) continue
    const found = await rows(
      sql`select ${raw(columns.join(', '))} from ${raw(table)} where ${raw(since)} > ${at} order by ${raw(since)} limit 10000`,
    )
    yield { table, columns, rows: found as Record<string, unknown>[] }
  }
}

async function countOf(table: string, column?: string, since?: string): Promise<number> {
  const newer = column === undefined ? raw('') : sql` where ${raw(column)} > ${since}`
  const found = await row<{ n: number }>(sql`select count(*) as n from ${raw(table)}${newer}`)
  return found?.n ?? 0
}
