// The pointer to the live generation on PostgreSQL: one row of kituo.generation.

import { clock } from '../clock.ts'
import { onDatabase, row, run, within } from '../connection.ts'
import { openPostgres } from '../engines/postgres.ts'
import { sql } from '../sql.ts'
import { databaseSchema } from './generation.ts'

/** Null when this server holds no Kituo yet. */
export function liveOnServer(url: string): Promise<number | null> {
  return on(url, async () => {
    const made = await row(sql`select 1 as yes where to_regclass('kituo.generation') is not null`)
    if (made === undefined) return null
    const found = await row<{ number: number }>(sql`select number from kituo.generation`)
    return found?.number ?? null
  })
}

/** The schema of a generation, and beside it what all generations share. */
export function makeOnServer(url: string, number: number): Promise<void> {
  return on(url, async (script) => {
    // Trigram search is installed once for the database; a schema of its own would hide it.
    await script(`create extension if not exists pg_trgm schema public;
      create schema if not exists ${databaseSchema(number)};
      create schema if not exists kituo;
      create table if not exists kituo.generation (
        one boolean primary key default true check (one),
        number integer not null,
        turned_at varchar(24) not null
      )`)
  })
}

export function makeLiveOnServer(url: string, number: number): Promise<void> {
  return on(url, async () => {
    await within(() =>
      run(
        sql`insert into kituo.generation (number, turned_at) values (${number}, ${clock.instant()})
            on conflict (one) do update set number = excluded.number, turned_at = excluded.turned_at`,
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
