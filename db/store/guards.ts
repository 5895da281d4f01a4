// The guards of tables whose rows are only ever added, taken away for one piece of work and put back
// before its transaction ends. Both databases keep them by transaction: a process that is killed in
// between leaves them standing.

import { dialect, rows, run } from './connection.ts'
import { raw, sql } from './sql.ts'

/** Within a transaction. Nobody but who removes a hospital whole has any use for it. */
export async function withoutGuard<T>(table: string, work: () => Promise<T>): Promise<T> {
  const put_back = dialect() === 'sqlite' ? await dropped(table) : await disabled(table)
  const made = await work()
  for (const text of put_back) await run(sql`${raw(text)}`)
  return made
}

async function dropped(table: string): Promise<string[]> {
  const guard = `${table}_no_delete`
  const found = await rows<{ sql: string }>(
    sql`select sql from sqlite_master where type = 'trigger' and name = ${guard}`,
  )
  if (found.length === 0) throw new Error(`${table} has no guard`)
  await run(sql`drop trigger ${raw(guard)}`)
  return found.map((one) => one.sql)
}

async function disabled(table: string): Promise<string[]> {
  const guard = `${table}_no_change`
  await run(sql`alter table ${raw(table)} disable trigger ${raw(guard)}`)
  return [`alter table ${table} enable trigger ${guard}`]
}
