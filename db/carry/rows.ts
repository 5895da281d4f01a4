// Every row of a table in one order and one form, whatever database holds it: what backups write,
// what a move carries and what both are proved by (OPS-150).

import { createHash, type Hash } from 'node:crypto'
import type { Connection, DatabaseRow } from '../engines/engine.ts'
import { type Dialect, either, join, nothing, raw, type Sql, sql } from '../sql.ts'
import type { Carried } from './tables.ts'

/** A row without names, its values as JSON has them: booleans 0 and 1. */
export type Line = readonly (string | number | null)[]

const at_once = 1000

/** By key, a thousand at a time. */
export async function* linesOf(
  connection: Pick<Connection, 'all'>,
  dialect: Dialect,
  table: Carried,
): AsyncGenerator<Line[]> {
  let after: DatabaseRow | undefined
  for (;;) {
    const { text, values } = nextRows(table, after).for(dialect)
    const found = await connection.all(text, values)
    if (found.length > 0) yield found.map((row) => lineOf(table, row))
    if (found.length < at_once) return
    after = found.at(-1)
  }
}

const nextRows = ({ name, key, columns, words }: Carried, after: DatabaseRow | undefined): Sql => {
  // Words of people are sorted by their language on PostgreSQL; here every database sorts by bytes.
  const by_bytes = (column: string): Sql =>
    /^(?:text|json)/.test(words[column] ?? '')
      ? either({ sqlite: raw(column), postgres: raw(`${column} collate "C"`) })
      : raw(column)
  const names = join(key.map(by_bytes), ', ')
  const beyond =
    after === undefined
      ? nothing
      : sql` where (${names}) > (${join(
          key.map((column) => sql`${after[column]}`),
          ', ',
        )})`
  return sql`select ${raw(columns.join(', '))} from ${raw(name)}${beyond} order by ${names} limit ${at_once}`
}

const lineOf = ({ columns, flags }: Carried, row: DatabaseRow): Line =>
  columns.map((name) => {
    const value = row[name]
    if (value === null || value === undefined) return null
    return flags.has(name) ? Number(value) : (value as string | number)
  })

/** As a database takes it back. */
export const keptAs = (
  { flags }: Carried,
  column: string,
  value: Line[number] | undefined,
  dialect: Dialect,
): unknown => (dialect === 'postgres' && flags.has(column) && value !== null ? value === 1 : value)

/** Over every row, in order. */
export class Digest {
  rows = 0
  private last: Line | undefined
  private readonly hash: Hash = createHash('sha256')
  private readonly table: Carried

  constructor(table: Carried) {
    this.table = table
  }

  add(lines: readonly Line[]): void {
    this.rows += lines.length
    this.last = lines.at(-1) ?? this.last
    for (const line of lines) this.hash.update(`${JSON.stringify(line)}\n`)
  }

  facts(): { rows: number; greatest: string | null; digest: string } {
    const { last } = this
    const { key, columns } = this.table
    const greatest =
      last === undefined ? null : key.map((name) => last[columns.indexOf(name)]).join(' ')
    return { rows: this.rows, greatest, digest: this.hash.digest('hex') }
  }
}

/** Counts and digests of everything a connection sees. */
export async function factsOf(
  connection: Pick<Connection, 'all'>,
  dialect: Dialect,
  tables: readonly Carried[],
  onTable: (name: string, index: number) => void = () => undefined,
): Promise<Record<string, ReturnType<Digest['facts']>>> {
  const facts: Record<string, ReturnType<Digest['facts']>> = {}
  for (const [index, table] of tables.entries()) {
    onTable(table.name, index)
    const digest = new Digest(table)
    for await (const lines of linesOf(connection, dialect, table)) digest.add(lines)
    facts[table.name] = digest.facts()
  }
  return facts
}
