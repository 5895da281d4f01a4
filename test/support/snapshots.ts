// The whole database of a test as it stood, as often as it is wanted: what one route did is undone
// before the next is asked.

import { copyFileSync, rmSync } from 'node:fs'
import pg from 'pg'
import { forgetCallersNow } from '../../db/hospital/office/access/callers.ts'
import { forgetAll } from '../../db/hospital/office/hospitals/hospitals.ts'
import { closeDatabase, openDatabase } from '../../db/store/connection.ts'
import { forgetAllKept } from '../../db/store/kept.ts'
import type { Copied } from './database.ts'
import { forgetMessaging } from './messaging/messaging.ts'

export interface Snapshot {
  /** Everything is as it was when the snapshot was taken. */
  back(): Promise<void>
  remove(): Promise<void>
}

export async function snapshotOf({ address }: Copied): Promise<Snapshot> {
  const { file, url } = address
  const ways = file === undefined ? onPostgres(url ?? '') : onSqlite(file)
  await closed(address, ways.take)
  return { back: () => closed(address, ways.put), remove: ways.remove }
}

async function closed(address: Copied['address'], work: () => Promise<void>): Promise<void> {
  await closeDatabase()
  await work()
  await openDatabase(address)
  forgetAll()
  forgetAllKept()
  forgetCallersNow()
  forgetMessaging()
}

function onSqlite(file: string) {
  const kept = `${file}.snapshot`
  return {
    take: async () => copyFileSync(file, kept),
    put: async () => {
      for (const beside of ['-wal', '-shm']) rmSync(`${file}${beside}`, { force: true })
      copyFileSync(kept, file)
    },
    remove: async () => rmSync(kept, { force: true }),
  }
}

/**
 * Copying a database takes PostgreSQL a second, and nearly all of it is as it was: rows that were touched have
 * another `xmin`, so only tables with such rows, or with another number of rows, are filled anew.
 */
function onPostgres(url: string) {
  let marks = new Map<string, string>()
  const here = async (work: (client: pg.Client) => Promise<unknown>): Promise<void> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      await work(client)
    } finally {
      await client.end()
    }
  }
  return {
    take: () =>
      here(async (client) => {
        await client.query('create schema kept')
        const names = await namesOf(client)
        for (const name of names)
          await client.query(`create unlogged table kept.${name} as table public.${name}`)
        marks = await marksOf(client, names)
      }),
    put: () =>
      here(async (client) => {
        const names = await namesOf(client)
        const now = await marksOf(client, names)
        const touched = names.filter((name) => marks.get(name) !== now.get(name))
        if (touched.length === 0) return
        // Rows refer to one another: whoever puts them all back need not mind the order.
        await client.query("begin; set local session_replication_role = 'replica'")
        for (const name of touched) {
          await client.query(`delete from public.${name}`)
          await client.query(`insert into public.${name} select * from kept.${name}`)
        }
        await client.query('commit')
        for (const [name, mark] of await marksOf(client, touched)) marks.set(name, mark)
      }),
    remove: async () => undefined,
  }
}

async function namesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ tablename: string }>(
    "select tablename from pg_tables where schemaname = 'public' order by tablename",
  )
  return rows.map(({ tablename }) => tablename)
}

async function marksOf(client: pg.Client, names: readonly string[]): Promise<Map<string, string>> {
  const each = names.map(
    (name) =>
      `select '${name}' as name, count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) as mark from public.${name}`,
  )
  const { rows } = await client.query<{ name: string; mark: string }>(each.join(' union all '))
  return new Map(rows.map(({ name, mark }) => [name, mark]))
}
