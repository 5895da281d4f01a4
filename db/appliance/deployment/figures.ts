// What there is to say about the open database: engine, size, rows, what waits.

import { statSync } from 'node:fs'
import { database, row, rows } from '../../store/connection.ts'
import { waitP99 } from '../house/write-waits.ts'
import { migrationState } from '../../store/migrate.ts'
import { byDialect, raw, sql } from '../../store/sql.ts'
import type { Deployment } from './deployment.ts'
import { databaseFile } from './generation.ts'
import { schemaIn } from './schema.ts'

export interface Figures {
  engine: string
  version: string
  schema: number
  generation: number
  bytes: number
  /** SQLite's write-ahead log. */
  log_bytes: number | null
  readers: number | null
  writer: { waiting: number; p99_ms: number | null }
  tables: { name: string; rows: number; bytes: number | null }[]
}

/** Without counting rows: quick however large it is. */
export async function sizeOf({
  root,
  generation,
}: Pick<Deployment, 'root' | 'generation'>): Promise<
  Pick<Figures, 'engine' | 'schema' | 'generation' | 'bytes'>
> {
  const { dialect } = database()
  const bytes =
    dialect === 'sqlite'
      ? fileSize(databaseFile(root, generation))
      : await value<number>(sql`select pg_database_size(current_database()) as value`)
  return {
    engine: dialect,
    schema: schemaIn(await migrationState()),
    generation,
    bytes: bytes ?? 0,
  }
}

export async function databaseFigures({
  root,
  generation,
  configuration,
}: Deployment): Promise<Figures> {
  const engine = database()
  const schema = schemaIn(await migrationState())
  const writer = { waiting: engine.waiting(), p99_ms: waitP99() }
  if (engine.dialect === 'postgres') {
    return {
      engine: 'postgres',
      version: (await value<string>(sql`select current_setting('server_version') as value`)) ?? '',
      schema,
      generation,
      bytes: (await value<number>(sql`select pg_database_size(current_database()) as value`)) ?? 0,
      log_bytes: null,
      readers: null,
      writer,
      tables: await counted(
        sql`select table_name as name from information_schema.tables
            where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`,
        await sizesOf(0),
      ),
    }
  }
  const file = databaseFile(root, generation)
  return {
    engine: 'sqlite',
    version: (await value<string>(sql`select sqlite_version() as value`)) ?? '',
    schema,
    generation,
    bytes: fileSize(file),
    log_bytes: fileSize(`${file}-wal`),
    readers: configuration.get('database.readers'),
    writer,
    tables: await counted(
      sql`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'
          and name not like '%\\_search%' escape '\\' order by 1`,
      await sizesOf(fileSize(file)),
    ),
  }
}

const value = async <T>(statement: ReturnType<typeof sql>): Promise<T | undefined> =>
  (await row<{ value: T }>(statement))?.value

async function counted(
  names: ReturnType<typeof sql>,
  sizes: ReadonlyMap<string, number>,
): Promise<Figures['tables']> {
  const found: Figures['tables'] = []
  for (const { name } of await rows<{ name: string }>(names)) {
    // The name comes from the database's own catalogue.
    const count = await value<number>(sql`select count(*) as value from ${raw(`"${name}"`)}`)
    found.push({ name, rows: Number(count ?? 0), bytes: sizes.get(name) ?? null })
  }
  return found
}

/** Each with its indexes. SQLite walks its whole file for it, which of a large one takes too long. */
async function sizesOf(bytes: number): Promise<Map<string, number>> {
  if (database().dialect === 'sqlite' && bytes > walked_most) return new Map()
  const found = await rows<{ name: string; bytes: number | string }>(
    byDialect({
      sqlite: sql`select m.tbl_name as name, sum(s.pgsize) as bytes
        from dbstat s join sqlite_master m on m.name = s.name
        where s.aggregate = true group by m.tbl_name`,
      postgres: sql`select relname as name, pg_total_relation_size(oid) as bytes from pg_class
        where relkind = 'r' and relnamespace = to_regnamespace(current_schema())`,
    }),
  ).catch(() => [])
  return new Map(found.map((one) => [one.name, Number(one.bytes)]))
}

const walked_most = 2 * 1024 ** 3

/** Asking for the size opens nothing (OPS-46). */
const fileSize = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0
