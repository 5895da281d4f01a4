// One connection to an SQLite file, its prepared statements, and what its errors mean to people.

import sqlite3 from 'sqlite3'
import { databaseAway, databaseBusy, databaseFull, type Refusal } from '../refusal.ts'
import { type Connection, type DatabaseRow, UniqueViolation } from './engine.ts'

const statements_kept_max = 600

export class SqliteConnection implements Connection {
  private readonly statements = new Map<string, sqlite3.Statement>()
  private readonly database: sqlite3.Database

  private constructor(database: sqlite3.Database) {
    this.database = database
  }

  static async open(
    file: string,
    setup: readonly string[],
    mode: number,
  ): Promise<SqliteConnection> {
    const database = await new Promise<sqlite3.Database>((resolve, reject) => {
      const opened = new sqlite3.Database(file, mode, (error) =>
        error === null ? resolve(opened) : reject(translated(error)),
      )
    })
    const connection = new SqliteConnection(database)
    for (const pragma of setup) await connection.exec(pragma)
    return connection
  }

  exec(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.database.exec(text, (error) => (error === null ? resolve() : reject(translated(error))))
    })
  }

  all(text: string, values: readonly unknown[]): Promise<DatabaseRow[]> {
    const known = this.statements.get(text)
    return known === undefined
      ? this.prepare(text).then((made) => allOf(made, values))
      : allOf(known, values)
  }

  run(text: string, values: readonly unknown[]): Promise<number> {
    const known = this.statements.get(text)
    return known === undefined
      ? this.prepare(text).then((made) => runOf(made, values))
      : runOf(known, values)
  }

  close(): Promise<void> {
    for (const statement of this.statements.values()) statement.finalize()
    this.statements.clear()
    return new Promise((resolve, reject) => {
      this.database.close((error) => (error === null ? resolve() : reject(error)))
    })
  }

  private async prepare(text: string): Promise<sqlite3.Statement> {
    const statement = await new Promise<sqlite3.Statement>((resolve, reject) => {
      const made: sqlite3.Statement = this.database.prepare(text, (error: Error | null) =>
        error === null ? resolve(made) : reject(translated(error, text)),
      )
    })
    // Two callers may have prepared the same text side by side; the second copy is let go.
    const raced = this.statements.get(text)
    if (raced !== undefined) {
      statement.finalize()
      return raced
    }
    if (this.statements.size >= statements_kept_max) this.forgetOldest()
    this.statements.set(text, statement)
    return statement
  }

  private forgetOldest(): void {
    const [text, statement] = this.statements.entries().next().value ?? []
    if (text === undefined || statement === undefined) return
    this.statements.delete(text)
    statement.finalize()
  }
}

const allOf = (statement: sqlite3.Statement, values: readonly unknown[]): Promise<DatabaseRow[]> =>
  new Promise((resolve, reject) => {
    statement.all(values as unknown[], (error: Error | null, rows: DatabaseRow[]) =>
      error === null ? resolve(rows) : reject(translated(error)),
    )
  })

const runOf = (statement: sqlite3.Statement, values: readonly unknown[]): Promise<number> =>
  new Promise((resolve, reject) => {
    statement.run(values as unknown[], function (this: sqlite3.RunResult, error: Error | null) {
      if (error === null) resolve(this.changes)
      else reject(translated(error))
    })
  })

const busy_marks = new WeakSet<Refusal>()
/** Somebody else holds the file; whoever waits may still get it. */
export const isBusy = (error: Refusal): boolean => busy_marks.has(error)

function translated(error: Error, text?: string): Error {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  const unique = /UNIQUE constraint failed: (?<columns>.+)$/.exec(error.message)?.groups?.[
    'columns'
  ]
  if (unique !== undefined) {
    const columns = unique.split(', ').map((column) => column.split('.'))
    return new UniqueViolation(
      columns[0]?.[0] ?? '',
      columns.map((column) => column[1] ?? ''),
      error,
    )
  }
  if (code === 'SQLITE_BUSY' || code === 'SQLITE_LOCKED') {
    const refusal = databaseBusy()
    refusal.cause = error
    busy_marks.add(refusal)
    return refusal
  }
  if (code === 'SQLITE_FULL') return caused(databaseFull(), error)
  if (
    [
      'SQLITE_IOERR',
      'SQLITE_READONLY',
      'SQLITE_CANTOPEN',
      'SQLITE_NOTADB',
      'SQLITE_CORRUPT',
      'SQLITE_MISUSE',
    ].includes(code)
  ) {
    return caused(databaseAway(), error)
  }
  if (text !== undefined) error.message += ` in: ${text}`
  return error
}

function caused(refusal: Refusal, cause: unknown): Refusal {
  refusal.cause = cause
  return refusal
}
