// Rows written into an empty database of either kind. References are left aside while the rows come,
// because a row may refer to one that follows; they are all proved at the end.

import type { Connection, DatabaseRow, Engine } from '../engines/engine.ts'
import { conflict } from '../refusal.ts'
import { type Dialect, join, raw, type Sql, sql } from '../sql.ts'
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
      engine.write((connection) => insertLines(connection, engine, table, lines), 'jobs'),
    settle: () => aside.settle(),
  }
}

/** A VALUES list binds tens of thousands of values one by one: several times as slow. */
export async function insertLines(
  connection: Connection,
  { dialect }: Pick<Engine, 'dialect'>,
  table: Carried,
  lines: readonly Line[],
): Promise<void> {
  if (lines.length === 0) return
  if (dialect === 'postgres') return runOn(connection, dialect, fromArrays(table, lines))
  // SQLite reads a fraction from text less exactly than it takes a bound one.
  const exact = Object.values(table.words).some((word) => word.startsWith('real'))
  if (!exact) return runOn(connection, dialect, fromJson(table, lines))
  const most = Math.max(1, Math.floor(bound_max / table.columns.length))
  for (let at = 0; at < lines.length; at += most) {
    await runOn(connection, dialect, fromValues(table, lines.slice(at, at + most)))
  }
}

async function runOn(connection: Connection, dialect: Dialect, statement: Sql): Promise<void> {
  const { text, values } = statement.for(dialect)
  await connection.run(text, values)
}

const into = ({ name, columns }: Carried): Sql => raw(`insert into ${name} (${columns.join(', ')})`)

const fromJson = (table: Carried, lines: readonly Line[]): Sql =>
  sql`${into(table)} select ${raw(table.columns.map((_, n) => `value ->> ${n}`).join(', '))} from json_each(${JSON.stringify(lines)})`

function fromArrays(table: Carried, lines: readonly Line[]): Sql {
  const arrays = table.columns.map((name, n) => {
    const all = lines.map((line) => keptAs(table, name, line[n], 'postgres'))
    return sql`${all}::${raw(typeOf(table.words[name] ?? ''))}[]`
  })
  return sql`${into(table)} select * from unnest(${join(arrays, ', ')})`
}

function fromValues(table: Carried, lines: readonly Line[]): Sql {
  const rows = lines.map(
    (line) =>
      sql`(${join(
        line.map((value) => sql`${value}`),
        ', ',
      )})`,
  )
  return sql`${into(table)} values ${join(rows, ', ')}`
}

const types: Readonly<Record<string, string>> = {
  integer: 'integer',
  bigint: 'bigint',
  real: 'double precision',
  boolean: 'boolean',
}
const typeOf = (word: string): string => types[word.replace('?', '')] ?? 'text'

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

/**
 * PostgreSQL proves each constraint when it is made anew. What was taken away stands in a table of its
 * own until then, so that a process that is killed loses none.
 */
async function withoutConstraints(engine: Engine): Promise<{ settle(): Promise<void> }> {
  await engine.script(`begin;
    create table if not exists constraints_aside (name text primary key, of_table text, says text);
    insert into constraints_aside
      select conname, conrelid::regclass::text, pg_get_constraintdef(oid)
      from pg_constraint where ${ours} on conflict do nothing;
    do $$ declare one record; begin
      for one in select conname, conrelid::regclass::text as t from pg_constraint where ${ours} loop
        execute format('alter table %s drop constraint %I', one.t, one.conname);
      end loop;
    end $$;
    commit`)
  return {
    async settle() {
      const aside = await engine.read(
        `select name, of_table as "table", says from constraints_aside
         where name not in (select conname from pg_constraint where ${ours}) order by name`,
        [],
      )
      for (const one of aside) await restore(engine, one)
      await engine.script('drop table constraints_aside')
    },
  }
}

const ours = "contype = 'f' and connamespace = current_schema()::regnamespace"

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
