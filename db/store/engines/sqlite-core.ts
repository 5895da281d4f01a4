// One connection to an SQLite file by the SQLite of the runtime: every call is answered on the thread
// that asks. It knows nothing of the house, because it also runs in threads and processes that only read.

import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

export interface Opening {
  file: string
  setup: readonly string[]
  /** A file that is not there is made. */
  makes: boolean
}

/** Rows as they are handed on: their names once. */
export interface Found {
  columns: readonly string[]
  rows: unknown[][]
}

interface Prepared {
  statement: StatementSync
  columns: string[]
  /** Sequelize writes `$1`, which is a name to SQLite. */
  is_named: boolean
}

const statements_kept_max = 600
const only_reads = /^\s*(?:select|with)\b/i
const names_values = /[\s=(,]\$1\b/

export class SqliteCore {
  private readonly database: DatabaseSync
  private readonly statements = new Map<string, Prepared>()

  constructor({ file, setup, makes }: Opening) {
    const at = pathToFileURL(file)
    if (!makes) at.search = 'mode=rw'
    this.database = new DatabaseSync(at, { timeout: 0 })
    try {
      for (const text of setup) this.database.exec(text)
    } catch (error) {
      this.database.close()
      throw error
    }
  }

  all(text: string, values: readonly unknown[]): Found {
    const prepared = this.prepared(text)
    const rows = rowsOf(prepared, text, given(prepared, values))
    // A table that was given another column meanwhile is read with it.
    if (rows.length > 0 && rows[0]?.length !== prepared.columns.length) {
      prepared.columns = columnsOf(prepared.statement)
    }
    return { columns: prepared.columns, rows }
  }

  /** Rows changed. */
  run(text: string, values: readonly unknown[]): number {
    const prepared = this.prepared(text)
    return Number(prepared.statement.run(...given(prepared, values)).changes)
  }

  exec(text: string): void {
    this.database.exec(text)
  }

  close(): void {
    this.statements.clear()
    this.database.close()
  }

  private prepared(text: string): Prepared {
    const known = this.statements.get(text)
    if (known !== undefined) return known
    const statement = this.database.prepare(text)
    statement.setReturnArrays(true)
    const made = { statement, columns: columnsOf(statement), is_named: names_values.test(text) }
    if (made.is_named) statement.setAllowUnknownNamedParameters(true)
    if (this.statements.size >= statements_kept_max) this.forgetOldest()
    this.statements.set(text, made)
    return made
  }

  private forgetOldest(): void {
    const [text] = this.statements.keys()
    if (text !== undefined) this.statements.delete(text)
  }
}

/** A sum may be greater than a number can say: it is read as nearly as can be, as by the other drivers. */
function rowsOf({ statement }: Prepared, text: string, values: SQLInputValue[]): unknown[][] {
  try {
    return statement.all(...values) as unknown as unknown[][]
  } catch (error) {
    const is_beyond = (error as NodeJS.ErrnoException).code === 'ERR_OUT_OF_RANGE'
    if (!is_beyond || !only_reads.test(text)) throw error
  }
  statement.setReadBigInts(true)
  try {
    const rows = statement.all(...values) as unknown as unknown[][]
    return rows.map((row) =>
      row.map((value) => (typeof value === 'bigint' ? Number(value) : value)),
    )
  } finally {
    statement.setReadBigInts(false)
  }
}

const columnsOf = (statement: StatementSync): string[] =>
  statement.columns().map(({ name }) => name)

function given({ is_named }: Prepared, values: readonly unknown[]): SQLInputValue[] {
  const all = values.map(bound)
  if (!is_named || all.length === 0) return all
  // By their names; a text that only looks as if it had some has no use for these.
  const names = Object.fromEntries(all.map((value, index) => [`$${index + 1}`, value]))
  return [names as unknown as SQLInputValue]
}

/** The runtime binds every number as a fraction; a whole one is bound as what it is. */
const bound = (value: unknown): SQLInputValue =>
  typeof value === 'number' && Number.isSafeInteger(value)
    ? BigInt(value)
    : (value as SQLInputValue)
