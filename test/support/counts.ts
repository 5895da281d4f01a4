// What a database holds, in numbers: to see that a refusal left nothing.

import { createHash } from 'node:crypto'
import pg from 'pg'
import { system } from '../../db/core/caller.ts'
import { databaseAddress, dialect, rows } from '../../db/store/connection.ts'
import { verify } from '../../db/hospital/office/audit/verify.ts'
import { raw, sql } from '../../db/store/sql.ts'
import { tables } from '../../db/tables.ts'

/** What counts attempts and refusals. */
export const uncounted = ['audit_rows', 'sign_ins', 'lockouts', 'open_counts']

/** Rows of every table but those named and the ones that count attempts and refusals. */
export async function rowCounts(...but: string[]): Promise<Record<string, number>> {
  const left_out = [...uncounted, ...but]
  const counted = tables.filter(({ name }) => !left_out.includes(name))
  // One row: SQLite joins no more than 500 selects by `union all`, and there are more tables.
  const of_each = counted.map(({ name }) => `(select count(*) from ${name}) as "${name}"`)
  const text = `select ${of_each.join(', ')}`
  const [found] =
    dialect() === 'postgres' ? await planned(text) : await rows<Counts>(sql`${raw(text)}`)
  return Object.fromEntries(Object.entries(found ?? {}).map(([name, n]) => [name, Number(n)]))
}

type Counts = Record<string, number>

let counting: { url: string; client: pg.Client } | undefined

/** A thousand little questions are planned ten times as long as they are answered: once for each house. */
async function planned(text: string): Promise<Counts[]> {
  const { url = '' } = databaseAddress()
  if (counting?.url !== url) {
    await counting?.client.end().catch(() => undefined)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    // It ends with its server, or with its database, which is dropped under it.
    client.on('error', () => {
      if (counting?.client === client) counting = undefined
    })
    counting = { url, client }
  }
  const name = createHash('sha1').update(text).digest('hex')
  return (await counting.client.query<Counts>({ name, text })).rows
}

/** Every row of the audit log follows from the one before it. */
export async function chainIsSound(hospital_id: string): Promise<boolean> {
  const { ok } = await verify(system(hospital_id))
  return ok
}

/** Everything every table holds, in short: a refusal changes no row either. */
export async function contents(...but: string[]): Promise<Record<string, string>> {
  const left_out = ['audit_rows', 'audit_heads', 'sign_ins', 'lockouts', 'open_counts', ...but]
  const held: Record<string, string> = {}
  for (const { name } of tables) {
    if (left_out.includes(name)) continue
    const all = (await rows(sql`select * from ${raw(name)}`)).map((one) => JSON.stringify(one))
    held[name] = createHash('sha1').update(all.sort().join('\n')).digest('hex')
  }
  return held
}
