// Rows written into an empty database of either kind. References are left aside while the rows come,
// because a row may refer to one that follows; they are all proved at the end.

import type { Connection, DatabaseRow, Engine } from '../engines/engine.ts'
import { conflict } from '../refusal.ts'
import { join, raw, sql } from '../sql.ts'
import { keptAs, type Line } from './rows.ts'
import type { Carried } from './tables.ts'

export interface Sink {
  write(table: Carried, lines: readonly Line[]): Promise<void>
  /** Throws with the first reference that leads nowhere. */
  settle(): Promise<void>
}

/** Values bound in one statement: SQLite takes 32,766. */
const bound_max = 30_000

export async function openSink(engine: Engine): Promise<Sink> {
  const aside = await references(engine)
  return {
    write: (table, lines) =>
      engine.write(async (connection) => {
        const most = Math.max(1, Math.floor(bound_max / table.columns.length))
        for (let at = 0; at < lines.length; at += most) {
          await insert(connection, engine, table, lines.slice(at, at + most))
        }
      }, 'jobs'),
    settle: () => aside.settle(),
  }
}

async function insert(
  connection: Connection,
  { dialect }: Engine,
  table: Carried,
  lines: readonly Line[],
): Promise<void> {
  const rows = lines.map(
    (line) =>
      sql`(${join(
        table.columns.map((name, n) => sql`${keptAs(table, name, line[n], dialect)}`),
        ', ',
      )})`,
  )
  const { text, values } =
    sql`insert into ${raw(table.name)} (${raw(table.columns.join(', '))}) values ${join(
      rows,
      ', ',
    )}`.for(dialect)
  await connection.run(text, values)
}

const references = (engine: Engine): Promise<{ settle(): Promise<void> }> =>
  engine.dialect === 'sqlite' ? withoutChecks(engine) : withoutConstraints(engine)

async function withoutChecks(engine: Engine): Promise<{ settle(): Promise<void> }> {
  await engine.script('pragma foreign_keys=off')
  return {
    async settle() {
      const [broken] = await engine.read('select "table", parent from pragma_foreign_key_check', [])
      if (broken !== undefined) throw leadsNowhere(broken['table'], broken['parent'])
      await engine.script('pragma foreign_keys=on')
    },
  }
}

/** PostgreSQL proves each constraint when it is made anew. */
async function withoutConstraints(engine: Engine): Promise<{ settle(): Promise<void> }> {
  const found = await engine.read(
    `select conname as name, conrelid::regclass::text as "table", pg_get_constraintdef(oid) as says
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
    [],
  )
  for (const { name, table } of found) {
    await engine.script(`alter table ${String(table)} drop constraint ${String(name)}`)
  }
  return {
    async settle() {
      for (const one of found) await restore(engine, one)
    },
  }
}

async function restore(engine: Engine, { name, table, says }: DatabaseRow): Promise<void> {
  await engine
    .script(`alter table ${String(table)} add constraint ${String(name)} ${String(says)}`)
    .catch((error: unknown) => {
      if ((error as { code?: string }).code === '23503') throw leadsNowhere(table, says)
      throw error
    })
}

const leadsNowhere = (table: unknown, to: unknown) =>
  conflict(
    `${String(table)} refers to a row that is not there (${String(to)}).`,
    'integrity.references',
  )
