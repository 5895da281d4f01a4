// Many rows of one table in one statement: what all rows share is bound once, the rest travels as
// one JSON text (SQLite) or one array a column (PostgreSQL). A VALUES list of a thousand rows binds
// tens of thousands of values one by one, which costs several times as much.

import { type Column, encode } from './columns.ts'
import { dialect, run } from './connection.ts'
import { join, raw, type Sql, sql } from './sql.ts'
import type { Columns, NewRow, RowOf, Table } from './table.ts'

/** Rows that hold every column. */
export const insertRows = <C extends Columns>(
  table: Table<C>,
  list: readonly RowOf<C>[],
): Promise<void> => insertAlike(table, list as readonly Partial<NewRow<C>>[])

/** Rows that hold the same columns: what is the same in all of them is found here. */
export async function insertAlike<C extends Columns>(
  table: Table<C>,
  list: readonly Partial<NewRow<C>>[],
): Promise<void> {
  const first = list[0] as Given | undefined
  if (first === undefined) return
  const differs = (name: string): boolean =>
    (list as readonly Given[]).some((row) => row[name] !== first[name])
  const names = Object.keys(table.columns).filter((name) => name in first)
  const found = names.filter(differs)
  // Something must be one of each: a statement that only repeats would not know how often.
  const varying = found.length === 0 ? names.slice(0, 1) : found
  const shared = names.filter((name) => !varying.includes(name))
  await insertParts(table, first, shared, varying, list as readonly Given[])
}

/** `shared` and each row together hold every column that must be given. */
export async function insertBulk<C extends Columns>(
  table: Table<C>,
  shared: Partial<NewRow<C>>,
  list: readonly Partial<NewRow<C>>[],
): Promise<void> {
  const [first] = list
  if (first === undefined) return
  const own = Object.keys(first).filter((name) => table.columns[name] !== undefined)
  await insertParts(table, shared as Given, Object.keys(shared), own, list as readonly Given[])
}

type Given = Readonly<Record<string, unknown>>

/** What `given` says in the columns `shared` is of all rows; of each row are the columns `own`. */
async function insertParts<C extends Columns>(
  table: Table<C>,
  given: Given,
  shared: readonly string[],
  own: readonly string[],
  list: readonly Given[],
): Promise<void> {
  const to = dialect()
  const names = Object.keys(table.columns)
  const value = (name: string, said: unknown): unknown => {
    const column = table.columns[name] as Column
    return encode(column, `${table.name}.${name}`, said ?? column.fills?.() ?? null, to)
  }
  // An id of its own for every row that brings none.
  const makes_ids = names.includes('id') && !own.includes('id') && !shared.includes('id')
  const varying = makes_ids ? ['id', ...own] : own
  const columns = names.filter((name) => !varying.includes(name))
  const fixed = columns.map((name) =>
    typed(table, name, value(name, shared.includes(name) ? given[name] : undefined)),
  )
  const from =
    to === 'sqlite' ? fromJson(varying, list, value) : fromArrays(table, varying, list, value)
  await run(
    sql`insert into ${raw(table.name)} (${raw([...columns, ...varying].join(', '))})
        select ${join([...fixed, ...from.picks], ', ')} from ${from.source}`,
  )
}

interface From {
  picks: Sql[]
  source: Sql
}
type Value = (name: string, given: unknown) => unknown
type Rows = readonly object[]

function fromJson(varying: readonly string[], list: Rows, value: Value): From {
  const text = JSON.stringify(
    list.map((row) => varying.map((name) => value(name, (row as RowOf<Columns>)[name]))),
  )
  return {
    picks: varying.map((_, index) => raw(`value ->> ${index}`)),
    // As `jsonb_each` a row is read once; as text it would be written out and read again.
    source: sql`jsonb_each(${text})`,
  }
}

function fromArrays(
  table: { columns: Columns },
  varying: readonly string[],
  list: Rows,
  value: Value,
): From {
  const arrays = varying.map((name) => {
    const all = list.map((row) => value(name, (row as RowOf<Columns>)[name]))
    return sql`${all}::${raw(typeOf(table.columns[name] as Column))}[]`
  })
  return {
    picks: varying.map((name) => raw(`made.${name}`)),
    source: sql`unnest(${join(arrays, ', ')}) as made (${raw(varying.join(', '))})`,
  }
}

/** PostgreSQL cannot tell the type of a bound value in a select list. */
function typed(table: { columns: Columns }, name: string, bound: unknown): Sql {
  if (dialect() === 'sqlite') return sql`${bound}`
  return sql`${bound}::${raw(typeOf(table.columns[name] as Column))}`
}

const typeOf = ({ storage }: Column): string =>
  ({
    text: 'text',
    integer: 'integer',
    bigint: 'bigint',
    real: 'double precision',
    boolean: 'boolean',
  })[storage]
