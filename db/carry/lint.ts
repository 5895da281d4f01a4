// Rows that SQLite took and PostgreSQL would refuse (OPS-147). The tables carry checks against most of
// it; what is left is what a check cannot see.

import type { Connection, Engine } from '../engines/engine.ts'
import { join, raw, sql } from '../sql.ts'
import { keptAs, type Line, linesOf } from './rows.ts'
import type { Carried } from './tables.ts'

export interface LintFinding {
  table: string
  id: string
  column: string
  rule: string
  kind: string
}

export async function lint(
  engine: Engine,
  tables: readonly Carried[],
  limit = 1000,
  onTable: (name: string, index: number) => void = () => undefined,
): Promise<LintFinding[]> {
  const found: LintFinding[] = []
  await engine.snapshot(async (connection) => {
    for (const [index, table] of tables.entries()) {
      onTable(table.name, index)
      for await (const lines of linesOf(connection, engine.dialect, table)) {
        for (const line of lines) await lintLine(connection, engine, table, line, found)
        if (found.length >= limit) return
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
  found: LintFinding[],
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
    const id = table.key.map((name) => line[table.columns.indexOf(name)]).join(' ')
    found.push({ table: table.name, id, column, rule, kind })
  }
}

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
  { dialect }: Engine,
  table: Carried,
  line: Line,
  column: string,
  value: string,
): Promise<string | null> {
  if (dialect === 'postgres') return null
  const key = table.key.map((name) => {
    const part = keptAs(table, name, line[table.columns.indexOf(name)], dialect)
    return sql`${raw(name)} = ${part}`
  })
  const { text, values } =
    sql`select length(cast(${raw(column)} as blob)) as n from ${raw(table.name)} where ${join(key, ' and ')}`.for(
      dialect,
    )
  const [row] = await connection.all(text, values)
  return Number(row?.['n']) === Buffer.byteLength(value) ? null : 'is not UTF-8'
}
