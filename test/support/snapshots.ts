// The whole database of a test as it stood, as often as it is wanted: what one route did is undone
// before the next is asked.

import { copyFileSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { forgetCallersNow } from '../../db/hospital/office/access/callers.ts'
import { forgetAll } from '../../db/hospital/office/hospitals/hospitals.ts'
import { closeDatabase, openDatabase } from '../../db/store/connection.ts'
import { forgetAllKept } from '../../db/store/kept.ts'
import { uncounted } from './counts.ts'
import type { Copied } from './database.ts'
import { forgetMessaging } from './messaging/messaging.ts'

export interface Snapshot {
  /** Everything is as it was when the snapshot was taken. */
  back: () => Promise<void>
  /** It is taken anew. */
  again: () => Promise<void>
  /** How many rows the tables hold beyond those that were taken; a table that holds no more is left out. */
  counts: (...but: string[]) => Promise<Record<string, number>>
  remove: () => Promise<void>
}

export async function snapshotOf({ address }: Copied): Promise<Snapshot> {
  const { file, url } = address
  if (file === undefined) return ofServer(url ?? '')
  const ways = onSqlite(file)
  await closed(address, () => ways.take())
  return { ...ways, back: () => closed(address, ways.put) }
}

async function closed(address: Copied['address'], work: () => Promise<void>): Promise<void> {
  await closeDatabase()
  await work()
  await openDatabase(address)
  forgetWhatWasKept()
}

function forgetWhatWasKept(): void {
  forgetAll()
  forgetAllKept()
  forgetCallersNow()
  forgetMessaging()
}

/** A file is copied in no time; which tables a statement wrote, triggers say. */
function onSqlite(file: string) {
  const kept = `${file}.snapshot`
  return {
    async take() {
      const db = new DatabaseSync(file)
      const names = db
        .prepare(
          "select name from pragma_table_list where type = 'table' and schema = 'main' and name not like 'sqlite_%'",
        )
        .all()
      db.exec('create table kept_touched (name text)')
      for (const { name } of names)
        for (const act of ['insert', 'update', 'delete'])
          db.exec(`create trigger kept_${act}_${String(name)} after ${act} on ${String(name)}
            begin insert into kept_touched values ('${String(name)}'); end`)
      db.close()
      copyFileSync(file, kept)
    },
    again: () => Promise.reject(new Error('of SQLite a snapshot is taken once')),
    put: async () => {
      for (const beside of ['-wal', '-shm']) rmSync(`${file}${beside}`, { force: true })
      copyFileSync(kept, file)
    },
    counts: async (...but: string[]) => {
      const now = new DatabaseSync(file, { readOnly: true })
      const before = new DatabaseSync(kept, { readOnly: true })
      const more: Record<string, number> = {}
      for (const { name } of now.prepare('select distinct name from kept_touched').all()) {
        if ([...uncounted, ...but].includes(String(name))) continue
        const count = `select count(*) as n from ${String(name)}`
        const n = (db: DatabaseSync) => Number(db.prepare(count).get()?.['n'])
        const beyond = n(now) - n(before)
        if (beyond !== 0) more[String(name)] = beyond
      }
      now.close()
      before.close()
      return more
    },
    remove: async () => rmSync(kept, { force: true }),
  }
}

/**
 * Copying a database takes PostgreSQL a second, and nearly all of it is as it was: each statement that writes leaves
 * its table's name, and of those tables the rows that were written since are put back. The house keeps its connections,
 * and what they have planned.
 */
async function ofServer(url: string): Promise<Snapshot> {
  const client = new pg.Client({ connectionString: url })
  // It ends with its database, which is dropped under it.
  client.on('error', () => undefined)
  await client.connect()
  const keys = await take(client)
  let mark = await moment(client)
  return {
    async back() {
      await put(client, keys, mark)
      mark = await moment(client)
      forgetWhatWasKept()
    },
    async again() {
      await again(client)
      mark = await moment(client)
    },
    counts: (...but) => beyond(client, but),
    remove: () => client.end(),
  }
}

/** Whoever writes from now on leaves a later number in his rows. */
async function moment(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ mark: string }>('select txid_current()::text as mark')
  return rows[0]?.mark ?? ''
}

/** Answers the key of each table. */
async function take(client: pg.Client): Promise<Map<string, string[]>> {
  await client.query(`create schema kept;
    create unlogged table kept.touched (name text);
    create function kept.touch() returns trigger language plpgsql as
      $$ begin insert into kept.touched values (tg_table_name); return null; end $$`)
  const { rows } = await client.query<{ name: string; key: string[] }>(
    `select c.relname::text as name, coalesce(array_agg(a.attname::text) filter (where a.attname is not null), '{}') as key
      from pg_class c left join pg_index i on i.indrelid = c.oid and i.indisprimary
      left join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.relname order by c.relname`,
  )
  const each = rows.map(
    ({ name }) => `create unlogged table kept."of_${name}" as table public.${name};
      create trigger kept_touched after insert or update or delete or truncate on public.${name}
        for each statement execute function kept.touch()`,
  )
  await client.query(each.join(';'))
  return new Map(rows.map(({ name, key }) => [name, key]))
}

async function touched(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select distinct name from kept.touched')
  return rows.map(({ name }) => name)
}

async function put(
  client: pg.Client,
  keys: ReadonlyMap<string, string[]>,
  mark: string,
): Promise<void> {
  const names = await touched(client)
  if (names.length === 0) return
  const each = names.map((name) => {
    const same = (keys.get(name) ?? []).map((column) => `now."${column}" = was."${column}"`)
    if (same.length === 0) throw new Error(`${name} has no key to put its rows back by`)
    return `delete from public.${name} where xmin::text::bigint > ${mark};
      insert into public.${name} select * from kept."of_${name}" as was
        where not exists (select from public.${name} as now where ${same.join(' and ')})`
  })
  // Rows refer to one another: whoever puts them all back need not mind the order, and nothing is noted of it.
  await client.query(`begin; set local session_replication_role = 'replica';
    ${each.join(';')}; truncate kept.touched; commit`)
}

/** What was written since is kept as it is now. */
async function again(client: pg.Client): Promise<void> {
  const names = await touched(client)
  if (names.length === 0) return
  const each = names.map(
    (name) =>
      `truncate kept."of_${name}"; insert into kept."of_${name}" select * from public.${name}`,
  )
  await client.query(`begin; ${each.join(';')}; truncate kept.touched; commit`)
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
