// The whole database of a test as it stood, as often as it is wanted: what one route did is undone
// before the next is asked.

import { copyFileSync, rmSync } from 'node:fs'
import pg from 'pg'
import { forgetCallersNow } from '../../db/hospital/office/access/callers.ts'
import { forgetAll } from '../../db/hospital/office/hospitals/hospitals.ts'
import { closeDatabase, openDatabase } from '../../db/store/connection.ts'
import { forgetAllKept } from '../../db/store/kept.ts'
import { rowCounts, uncounted } from './counts.ts'
import type { Copied } from './database.ts'
import { forgetMessaging } from './messaging/messaging.ts'

export interface Snapshot {
  /** Everything is as it was when the snapshot was taken. */
  back: () => Promise<void>
  /** How many rows the tables hold beyond those that were taken; a table that holds no more is left out. */
  counts: (...but: string[]) => Promise<Record<string, number>>
  remove: () => Promise<void>
}

export async function snapshotOf({ address }: Copied): Promise<Snapshot> {
  const { file, url } = address
  const ways = file === undefined ? onPostgres(url ?? '') : await onSqlite(file)
  await closed(address, ways.take)
  const { counts, remove } = ways
  return { back: () => closed(address, ways.put), counts, remove }
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

async function onSqlite(file: string) {
  const kept = `${file}.snapshot`
  const at_first = await rowCounts()
  return {
    take: async () => copyFileSync(file, kept),
    put: async () => {
      for (const beside of ['-wal', '-shm']) rmSync(`${file}${beside}`, { force: true })
      copyFileSync(kept, file)
    },
    counts: async (...but: string[]) => {
      const now = await rowCounts(...but)
      const more = Object.entries(now).map(
        ([name, n]) => [name, n - (at_first[name] ?? 0)] as const,
      )
      return Object.fromEntries(more.filter(([, n]) => n !== 0))
    },
    remove: async () => rmSync(kept, { force: true }),
  }
}

/**
 * Copying a database takes PostgreSQL a second, and nearly all of it is as it was: each statement that writes leaves
 * its table's name, and only those tables are counted and filled anew.
 */
function onPostgres(url: string) {
  const here = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }
  return {
    take: () => here(take),
    put: () => here(put),
    counts: (...but: string[]) => here((client) => beyond(client, but)),
    remove: async () => undefined,
  }
}

async function take(client: pg.Client): Promise<void> {
  await client.query(`create schema kept;
    create unlogged table kept.touched (name text);
    create function kept.touch() returns trigger language plpgsql as
      $$ begin insert into kept.touched values (tg_table_name); return null; end $$`)
  const { rows } = await client.query<{ tablename: string }>(
    "select tablename from pg_tables where schemaname = 'public' order by tablename",
  )
  const each = rows.map(
    ({ tablename }) => `create unlogged table kept."of_${tablename}" as table public.${tablename};
      create trigger kept_touched after insert or update or delete or truncate on public.${tablename}
        for each statement execute function kept.touch()`,
  )
  await client.query(each.join(';'))
}

async function touched(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select distinct name from kept.touched')
  return rows.map(({ name }) => name)
}

async function put(client: pg.Client): Promise<void> {
  const names = await touched(client)
  if (names.length === 0) return
  // Rows refer to one another: whoever puts them all back need not mind the order, and nothing is noted of it.
  const each = names.map(
    (name) =>
      `delete from public.${name}; insert into public.${name} select * from kept."of_${name}"`,
  )
  await client.query(`begin; set local session_replication_role = 'replica';
    ${each.join(';')}; truncate kept.touched; commit`)
}

async function beyond(client: pg.Client, but: readonly string[]): Promise<Record<string, number>> {
  const names = (await touched(client)).filter((name) => ![...uncounted, ...but].includes(name))
  if (names.length === 0) return {}
  const each = names.map(
    (name) => `select '${name}' as name, (select count(*) from public.${name})
      - (select count(*) from kept."of_${name}") as n`,
  )
  const { rows } = await client.query<{ name: string; n: string }>(each.join(' union all '))
  return Object.fromEntries(
    rows.filter(({ n }) => n !== '0').map(({ name, n }) => [name, Number(n)]),
  )
}
