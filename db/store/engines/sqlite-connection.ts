// One connection to an SQLite file, its prepared statements, and what its errors mean to people.

import sqlite3 from 'sqlite3'
import { fits_ending } from '../ddl.ts'
import {
  databaseAway,
  databaseBusy,
  databaseFull,
  fileTrouble,
  isRefusal,
  type Refusal,
  sumTooLarge,
} from '../../core/refusal.ts'
import { type Connection, type DatabaseRow, UniqueViolation } from './engine.ts'

const statements_kept_max = 600

export class SqliteConnection implements Connection {
  private readonly statements = new Map<string, sqlite3.Statement>()
  private readonly database: sqlite3.Database
  private readonly file: string

  private constructor(database: sqlite3.Database, file: string) {
    this.database = database
    this.file = file
  }

  static async open(
    file: string,
    setup: readonly string[],
    mode: number,
  ): Promise<SqliteConnection> {
    const database = await new Promise<sqlite3.Database>((resolve, reject) => {
      const opened = new sqlite3.Database(file, mode, (error) =>
        error === null ? resolve(opened) : reject(translated(error, file)),
      )
    })
    const connection = new SqliteConnection(database, file)
    for (const pragma of setup) await connection.exec(pragma)
    return connection
  }

  exec(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.database.exec(text, (error) =>
        error === null ? resolve() : reject(translated(error, this.file)),
      )
    })
  }

  all(text: string, values: readonly unknown[]): Promise<DatabaseRow[]> {
    const known = this.statements.get(text)
    return known === undefined
      ? this.prepare(text).then((made) => allOf(this.file, made, values))
      : allOf(this.file, known, values)
  }

  run(text: string, values: readonly unknown[]): Promise<number> {
    const known = this.statements.get(text)
    return known === undefined
      ? this.prepare(text).then((made) => runOf(this.file, made, values))
      : runOf(this.file, known, values)
  }

  /** What it is at fails; what has not begun runs. */
  interrupt(): void {
    this.database.interrupt()
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
        error === null ? resolve(made) : reject(translated(error, this.file, text)),
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

const allOf = (
  file: string,
  statement: sqlite3.Statement,
  values: readonly unknown[],
): Promise<DatabaseRow[]> =>
  new Promise((resolve, reject) => {
    statement.all(values as unknown[], (error: Error | null, rows: DatabaseRow[]) =>
      error === null ? resolve(rows) : reject(translated(error, file)),
    )
  })

const runOf = (
  file: string,
  statement: sqlite3.Statement,
  values: readonly unknown[],
): Promise<number> =>
  new Promise((resolve, reject) => {
    statement.run(values as unknown[], function (this: sqlite3.RunResult, error: Error | null) {
      if (error === null) resolve(this.changes)
      else reject(translated(error, file))
    })
  })

const busy_marks = new WeakSet<Refusal>()
/** Somebody else holds the file; whoever waits may still get it. */
export const isBusy = (error: Refusal): boolean => busy_marks.has(error)

function translated(error: Error, file: string, text?: string): Error {
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
  if (error.message.includes('CHECK constraint failed: ') && error.message.endsWith(fits_ending)) {
    return caused(sumTooLarge(), error)
  }
  if (code === 'SQLITE_BUSY' || code === 'SQLITE_LOCKED') {
    const refusal = databaseBusy()
    refusal.cause = error
    busy_marks.add(refusal)
    fileTrouble('held', error.message, file)
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
    if (damage.has(code)) fileTrouble('damaged', error.message, file)
    return caused(databaseAway(), error)
  }
  if (text !== undefined) error.message += ` in: ${text}`
  return error
}

const damage = new Set(['SQLITE_IOERR', 'SQLITE_NOTADB', 'SQLITE_CORRUPT'])

/** SQLite could not go on because of what is in the file; a disk that faltered says nothing of that. */
export const saysDamaged = (error: unknown): boolean =>
  isRefusal(error) &&
  ['SQLITE_NOTADB', 'SQLITE_CORRUPT'].includes((error.cause as NodeJS.ErrnoException)?.code ?? '')

function caused(refusal: Refusal, cause: unknown): Refusal {
  refusal.cause = cause
  return refusal
}
