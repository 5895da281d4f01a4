// The pointer to the live generation on PostgreSQL: one row of kituo.generation.

import { clock } from '../../core/clock.ts'
import { onDatabase, row, rows, run, within } from '../../store/connection.ts'
import { openPostgres } from '../../store/engines/postgres.ts'
import { Refusal } from '../../core/refusal.ts'
import { sql } from '../../store/sql.ts'
import { databaseSchema } from './generation.ts'

/** Statements of one connection that two processes answer: a pooler in transaction mode is between. */
async function isPooled(): Promise<boolean> {
  const pid = () => row<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  return (await pid())?.pid !== (await pid())?.pid
}

/** OPS-101: it would hand locks to strangers, and knows no statement that was prepared. */
export const throughPooler = (): Refusal =>
  new Refusal(
    409,
    'version.pooler',
    "The database address goes through a pooler in transaction mode. Give the server's own address for database.url.",
  )

export interface Pointer {
  number: number
  /** The hospital has moved away (OPS-152): what lies here is old from then on. */
  left: { at: string; to: string } | null
}

/** Null when this server holds no Kituo yet; whoever opens data begins here. */
export const pointerOnServer = (url: string): Promise<Pointer | null> =>
  on(url, async () => {
    if (await isPooled()) throw throughPooler()
    const made = await row(sql`select 1 as yes where to_regclass('kituo.generation') is not null`)
    return made === undefined ? null : readPointer()
  })

/** On the database that is open. */
export async function readPointer(): Promise<Pointer | null> {
  const found = await row<{ number: number; left_at?: string | null; left_to?: string | null }>(
    sql`select * from kituo.generation`,
  )
  if (found === undefined) return null
  const { number, left_at: at = null, left_to: to } = found
  return { number, left: at === null ? null : { at, to: to ?? '' } }
}

const pointer_table = `create table if not exists kituo.generation (
    one boolean primary key default true check (one),
    number integer not null,
    turned_at varchar(24) not null,
    left_at varchar(24),
    left_to varchar(400)
  );
  alter table kituo.generation add column if not exists left_at varchar(24);
  alter table kituo.generation add column if not exists left_to varchar(400)`

/** The schema of a generation, and beside it what all generations share. */
export function makeOnServer(url: string, number: number, owner?: string): Promise<void> {
  return on(url, async (script) => {
    // Trigram search is installed once for the database; a schema of its own would hide it.
    await script(`create extension if not exists pg_trgm schema public;
      create schema if not exists ${databaseSchema(number)};
      create schema if not exists kituo;
      ${pointer_table}`)
    // Which deployment it belongs to, so that a move never goes into somebody else's.
    if (owner !== undefined && /^[0-9a-f-]{36}$/.test(owner)) {
      await script(`comment on schema ${databaseSchema(number)} is 'deployment ${owner}'`)
    }
  })
}

export interface ServerFacts {
  version: number
  encoding: string
  may_create: boolean
  /** Two statements of one connection were answered by two processes: a pooler between. */
  pooled: boolean
  /** Generations that lie there, each with the deployment it says it belongs to. */
  generations: { number: number; owner: string | null }[]
}

export function serverFacts(url: string): Promise<ServerFacts> {
  return on(url, async () => {
    const pooled = await isPooled()
    const about = await row<{ version: string; encoding: string; may: boolean }>(
      sql`select current_setting('server_version_num') as version,
                 current_setting('server_encoding') as encoding,
                 has_database_privilege(current_database(), 'create') as may`,
    )
    const found = await rows<{ name: string; says: string | null }>(
      sql`select nspname as name, obj_description(oid, 'pg_namespace') as says
          from pg_namespace where nspname like 'kituo~_%' escape '~' order by nspname`,
    )
    return {
      version: Math.floor(Number(about?.version) / 10_000),
      encoding: about?.encoding ?? '',
      may_create: about?.may === true,
      pooled,
      generations: found.map(({ name, says }) => ({
        number: Number(name.slice('kituo_'.length)),
        owner: /^deployment (?<id>.+)$/.exec(says ?? '')?.groups?.['id'] ?? null,
      })),
    }
  })
}

/** Whoever left it has come back by this. */
export function makeLiveOnServer(url: string, number: number): Promise<void> {
  return on(url, async (script) => {
    await script(pointer_table)
    await within(() =>
      run(
        sql`insert into kituo.generation (number, turned_at) values (${number}, ${clock.instant()})
            on conflict (one) do update set number = excluded.number, turned_at = excluded.turned_at,
            left_at = null, left_to = null`,
      ),
    )
  })
}

/** Nobody starts on it any more, on whichever machine; `to` says where the data are now. */
export function leaveOnServer(url: string, to: string): Promise<void> {
  return on(url, async (script) => {
    await script(pointer_table)
    await within(() =>
      run(
        sql`update kituo.generation set left_at = ${clock.instant()}, left_to = ${to.slice(0, 400)}`,
      ),
    )
  })
}

/** A generation that never became live, or was left long ago. */
export const removeOnServer = (url: string, number: number): Promise<void> =>
  on(url, (script) => script(`drop schema if exists ${databaseSchema(number)} cascade`))

/** On a connection of its own: the database of the process may be open, or not. */
async function on<T>(
  url: string,
  work: (script: (text: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  const engine = await openPostgres({ url, pool_max: 1 })
  try {
    return await onDatabase(engine, () => work((text) => engine.script(text)))
  } finally {
    await engine.close()
  }
}
