// Rows that SQLite took and PostgreSQL would refuse (OPS-147). The tables carry checks against most of
// it; what is left is what a check cannot see.

import type { Connection, DatabaseRow, Engine } from '../../store/engines/engine.ts'
import { join, raw, type Sql, sql } from '../../store/sql.ts'
import { keptAs, type Line, linesOf } from './rows.ts'
import type { Carried } from './tables.ts'

export interface LintFinding {
  table: string
  id: string
  column: string
  rule: string
  kind: string
}

/** With what it takes to find the value again. */
export interface LintRow {
  finding: LintFinding
  table: Carried
  key: readonly Line[number][]
  value: Line[number]
  /** What lies there, byte for byte: the driver shows some of it as other than it is. */
  bytes: string
}

export async function lint(
  engine: Engine,
  tables: readonly Carried[],
  limit = 1000,
  onTable: (name: string, index: number) => void = () => undefined,
): Promise<LintFinding[]> {
  return (await lintRows(engine, tables, limit, onTable)).map(({ finding }) => finding)
}

/** A look that costs no more than seconds, however long the tables are. */
export async function lintFirst(
  engine: Engine,
  tables: readonly Carried[],
  /** Of each table. */
  most: number,
): Promise<{ found: LintFinding[]; is_whole: boolean }> {
  let is_whole = true
  const rows = await lintRows(engine, tables, found_most, undefined, (read) => {
    const goes_on = read < most
    is_whole &&= goes_on
    return goes_on
  })
  return { found: rows.map(({ finding }) => finding), is_whole }
}

const found_most = 20

export async function lintRows(
  engine: Engine,
  tables: readonly Carried[],
  limit: number,
  onTable: (name: string, index: number) => void = () => undefined,
  /** Told how many rows of a table were read. */
  goesOn: (read: number) => boolean = () => true,
): Promise<LintRow[]> {
  const found: LintRow[] = []
  await engine.snapshot(async (connection) => {
    for (const [index, table] of tables.entries()) {
      onTable(table.name, index)
      let read = 0
      for await (const lines of linesOf(connection, engine.dialect, table)) {
        for (const line of lines) await lintLine(connection, engine, table, line, found)
        if (found.length >= limit) return
        read += lines.length
        if (!goesOn(read)) break
      }
    }
  })
  return found.slice(0, limit)
}

async function lintLine(
  connection: Connection,
  engine: Engine,
  table: Carried,
  line: Line,
  found: LintRow[],
): Promise<void> {
  for (const [n, column] of table.columns.entries()) {
    const kind = table.words[column] ?? ''
    const value = line[n] ?? null
    const rule =
      refusedFor(kind, value) ??
      (typeof value === 'string' && value.includes('\uFFFD')
        ? await notUtf8(connection, engine, table, line, column, value)
        : null)
    if (rule === null) continue
    const key = table.key.map((name) => line[table.columns.indexOf(name)] ?? null)
    const finding = { table: table.name, id: key.join(' '), column, rule, kind }
    const kept = await lookedAt(connection, engine, table, line, column)
    const bytes = typeof kept?.['hex'] === 'string' ? kept['hex'] : ''
    found.push({ finding, table, key, value, bytes })
  }
}

/** As SQLite calls what it keeps. */
export const isHeld = (value: Line[number]): string =>
  typeof value === 'string' ? 'text' : Number.isInteger(value) ? 'integer' : 'real'

const numbers = /^(?:integer|bigint|boolean)/

function refusedFor(word: string, value: Line[number]): string | null {
  if (value === null) return null
  if (typeof value === 'string') {
    if (numbers.test(word) || word.startsWith('real')) return 'text where a number belongs'
    if (value.includes('\0')) return 'holds NUL'
    const most = /^(?:text|code) (?<n>\d+)/.exec(word)?.groups?.['n']
    if (most !== undefined && value.length > Number(most) && [...value].length > Number(most)) {
      return `is longer than ${most}`
    }
    return word.startsWith('ref') && value.length > 36 ? 'is longer than 36' : null
  }
  if (word.startsWith('real')) return Number.isFinite(value) ? null : 'is no finite number'
  if (!numbers.test(word)) return 'a number where text belongs'
  if (!Number.isSafeInteger(value)) return 'is no whole number up to 2^53'
  if (word.startsWith('boolean') && value !== 0 && value !== 1) return 'is neither 0 nor 1'
  if (word.startsWith('integer') && Math.abs(value) > 2 ** 31 - 1) return 'is beyond 2^31'
  return null
}

/** The driver puts U+FFFD where bytes are no UTF-8; somebody may also have written one. */
async function notUtf8(
  connection: Connection,
  engine: Engine,
  table: Carried,
  line: Line,
  column: string,
  value: string,
): Promise<string | null> {
  const row = await lookedAt(connection, engine, table, line, column)
  return row === undefined || Number(row['n']) === Buffer.byteLength(value) ? null : 'is not UTF-8'
}

/** A value as SQLite keeps it; nothing on PostgreSQL, which keeps none of what is wrong here. */
async function lookedAt(
  connection: Connection,
  { dialect }: Engine,
  table: Carried,
  line: Line,
  column: string,
): Promise<DatabaseRow | undefined> {
  if (dialect === 'postgres') return undefined
  const key = table.key.map((name) => {
    const part = keptAs(table, name, line[table.columns.indexOf(name)], dialect)
    return sql`${raw(name)} = ${part}`
  })
  const { text, values } =
    sql`select length(cast(${raw(column)} as blob)) as n, ${bytesOf(column)} as hex from ${raw(table.name)} where ${join(key, ' and ')}`.for(
      dialect,
    )
  const [row] = await connection.all(text, values)
  return row
}

/** In SQLite's words. */
export const bytesOf = (column: string): Sql => sql`hex(cast(${raw(column)} as blob))`
