// Proofs that the database is whole (OPS-146). Each gives what is wrong, in words; nothing when it
// holds.

import { dialect, rows } from '../connection.ts'
import { schemaOf } from '../drift.ts'
import { migrationState } from '../migrate.ts'
import { migrations } from '../migrations/list.ts'
import { sql } from '../sql.ts'

export interface Proof {
  readonly name: string
  readonly says: string
  /** Only asked for by name: it reads every page. */
  readonly full?: boolean
  readonly run: () => Promise<string[]>
}

const shown_max = 20

export const proofs: readonly Proof[] = [
  {
    name: 'pages',
    says: 'the pages of the file fit together',
    run: () => (dialect() === 'sqlite' ? integrity('quick_check') : Promise.resolve([])),
  },
  {
    name: 'references',
    says: 'every reference leads to a row',
    run: foreignKeys,
  },
  {
    name: 'schema',
    says: 'tables and columns are those of this program',
    run: schema,
  },
  {
    name: 'indexes',
    says: 'every index leads to its rows, and every row is in its indexes',
    full: true,
    run: () => (dialect() === 'sqlite' ? integrity('integrity_check') : Promise.resolve([])),
  },
]

async function integrity(pragma: 'quick_check' | 'integrity_check'): Promise<string[]> {
  const statement =
    pragma === 'quick_check' ? sql`pragma quick_check(20)` : sql`pragma integrity_check(20)`
  const found = (await rows<Record<string, string>>(statement)).map((line) => line[pragma] ?? '')
  return found.length === 1 && found[0] === 'ok' ? [] : found
}

/** PostgreSQL keeps its references itself; SQLite did not while they were switched off. */
async function foreignKeys(): Promise<string[]> {
  if (dialect() === 'postgres') return []
  const broken = await rows<{ table: string; rowid: number | null; parent: string }>(
    sql`select "table", rowid, parent from pragma_foreign_key_check limit ${shown_max}`,
  )
  return broken.map(
    ({ table, rowid, parent }) =>
      `${table} row ${rowid ?? '?'} refers to a row of ${parent} that is not there`,
  )
}

async function schema(): Promise<string[]> {
  const { applied, pending, unknown } = await migrationState()
  const done = new Set(applied.map(({ name }) => name))
  const wanted = schemaOf(migrations.filter(({ name }) => done.has(name)))
  const is = await columnsHere()
  const wrong = pending.map((name) => `the migration ${name} is not applied`)
  for (const [table, { columns }] of Object.entries(wanted)) {
    const there = is.get(table)
    if (there === undefined) wrong.push(`the table ${table} is not there`)
    else {
      for (const column of Object.keys(columns)) {
        if (!there.has(column)) wrong.push(`${table} has no column ${column}`)
      }
    }
  }
  // A newer program may have added tables of its own; nobody else has.
  if (unknown.length === 0) {
    for (const table of is.keys()) {
      if (wanted[table] === undefined && !isOwn(table)) wrong.push(`nobody made the table ${table}`)
    }
  }
  return wrong
}

const isOwn = (table: string): boolean =>
  table === 'migrations' || table.startsWith('sqlite_') || /_search(?:_|$)/.test(table)

async function columnsHere(): Promise<Map<string, Set<string>>> {
  const found = await rows<{ name: string; column: string }>(
    dialect() === 'sqlite'
      ? sql`select m.name, c.name as "column" from sqlite_master m, pragma_table_info(m.name) c
            where m.type = 'table'`
      : sql`select table_name as name, column_name as "column" from information_schema.columns
            where table_schema = current_schema()`,
  )
  const tables = new Map<string, Set<string>>()
  for (const { name, column } of found) {
    const columns = tables.get(name) ?? new Set()
    tables.set(name, columns.add(column))
  }
  return tables
}
