// What there is to say about the open database: engine, size, rows, what waits.

import { statSync } from 'node:fs'
import { database, row, rows } from '../connection.ts'
import { migrationState } from '../migrate.ts'
import { raw, sql } from '../sql.ts'
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
  writer: { waiting: number }
  tables: { name: string; rows: number }[]
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
  const writer = { waiting: engine.waiting() }
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
    ),
  }
}

const value = async <T>(statement: ReturnType<typeof sql>): Promise<T | undefined> =>
  (await row<{ value: T }>(statement))?.value

async function counted(names: ReturnType<typeof sql>): Promise<Figures['tables']> {
  const found: Figures['tables'] = []
  for (const { name } of await rows<{ name: string }>(names)) {
    // The name comes from the database's own catalogue.
    const count = await value<number>(sql`select count(*) as value from ${raw(`"${name}"`)}`)
    found.push({ name, rows: Number(count ?? 0) })
  }
  return found
}

/** Asking for the size opens nothing (OPS-46). */
const fileSize = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0
