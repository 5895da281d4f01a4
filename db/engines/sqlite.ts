// SQLite: one writer connection behind a queue, some readers that never wait for it.
//
// The cost of a small write is its fsync, so writes that wait are written together: each piece has
// a savepoint of its own inside one BEGIN IMMEDIATE … COMMIT, and nobody is answered before the
// COMMIT. A piece that fails goes back to its savepoint and leaves the others alone.

import sqlite3 from 'sqlite3'
import { databaseAway, databaseBusy, databaseFull, Refusal } from '../refusal.ts'
import {
  type Connection,
  type DatabaseRow,
  type Engine,
  type Lane,
  UniqueViolation,
} from './engine.ts'

export interface SqliteOptions {
  file: string
  readers?: number
  write_wait_ms?: number
  /** Nothing is changed, and a file that is not there is not made. */
  read_only?: boolean
}

const group_pieces_max = 64
const group_ms_max = 5
/** A job waits at most so long behind people (OPS-47). */
const job_patience_ms = 2000
const statements_kept_max = 600

const pragmas = [
  'pragma busy_timeout=5000',
  'pragma journal_mode=wal',
  'pragma synchronous=full',
  'pragma foreign_keys=on',
  'pragma journal_size_limit=67108864',
  'pragma cache_size=-16000',
  'pragma mmap_size=268435456',
  'pragma temp_store=memory',
]

interface Piece {
  work: (connection: Connection) => Promise<unknown>
  since: number
  done: (value: unknown) => void
  failed: (error: unknown) => void
}

const reading = [
  ...pragmas.filter((text) => !text.includes('journal_mode')),
  'pragma query_only=on',
]

/** Readers too must be able to read what a crash left in the log, which writes. */
const there = sqlite3.OPEN_READWRITE | sqlite3.OPEN_FULLMUTEX

export async function openSqlite(options: SqliteOptions): Promise<Engine> {
  const read_only = options.read_only === true
  const writer = await SqliteConnection.open(
    options.file,
    read_only ? reading : pragmas,
    read_only ? there : there | sqlite3.OPEN_CREATE,
  )
  const reader_count = options.readers ?? 4
  const readers = await Promise.all(
    Array.from({ length: reader_count }, () => SqliteConnection.open(options.file, reading, there)),
  )
  const queue = new WriteQueue(writer, options.write_wait_ms ?? 10_000)
  const lending = new Lending(readers)

  return {
    dialect: 'sqlite',
    read: (text, values) => lending.use((reader) => reader.all(text, values)),
    write: <T>(work: (connection: Connection) => Promise<T>, lane: Lane) =>
      queue.add(work, lane) as Promise<T>,
    snapshot: (work) =>
      lending.use(async (reader) => {
        await reader.exec('begin')
        try {
          return await work(reader)
        } finally {
          await reader.exec('rollback')
        }
      }),
    script: (text) => queue.alone(() => writer.exec(text)),
    waiting: () => queue.waiting(),
    async close() {
      await queue.drained()
      // The last one to close folds the log into the file; only the writer is sure to manage.
      await Promise.all(readers.map((reader) => reader.close()))
      await writer.close()
    },
  }
}

class SqliteConnection implements Connection {
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

class Lending {
  private readonly free: SqliteConnection[]
  private readonly waiting: ((connection: SqliteConnection) => void)[] = []

  constructor(connections: readonly SqliteConnection[]) {
    this.free = [...connections]
  }

  async use<T>(work: (connection: SqliteConnection) => Promise<T>): Promise<T> {
    const connection =
      this.free.pop() ??
      (await new Promise<SqliteConnection>((resolve) => this.waiting.push(resolve)))
    try {
      return await work(connection)
    } finally {
      const next = this.waiting.shift()
      if (next === undefined) this.free.push(connection)
      else next(connection)
    }
  }
}

class WriteQueue {
  private readonly people: Piece[] = []
  private readonly jobs: Piece[] = []
  private running: Promise<void> | null = null
  private readonly writer: SqliteConnection
  private readonly wait_ms_max: number

  constructor(writer: SqliteConnection, wait_ms_max: number) {
    this.writer = writer
    this.wait_ms_max = wait_ms_max
  }

  add(work: Piece['work'], lane: Lane): Promise<unknown> {
    return new Promise((done, failed) => {
      this[lane].push({ work, since: performance.now(), done, failed })
      this.running ??= this.pump()
    })
  }

  /** Schema work, in the queue like any write but outside a transaction of ours. */
  async alone(work: () => Promise<void>): Promise<void> {
    await this.drained()
    this.running = work().finally(() => {
      this.running = null
      if (this.waiting() > 0) this.running = this.pump()
    })
    await this.running
  }

  waiting(): number {
    return this.people.length + this.jobs.length
  }

  async drained(): Promise<void> {
    while (this.running !== null) await this.running.catch(() => undefined)
  }

  private async pump(): Promise<void> {
    // One turn of the loop lets those who arrive together be written together.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.waiting() > 0) await this.group()
    this.running = null
  }

  private next(): Piece | undefined {
    for (;;) {
      const job = this.jobs[0]
      const overdue = job !== undefined && performance.now() - job.since > job_patience_ms
      const piece = overdue ? this.jobs.shift() : (this.people.shift() ?? this.jobs.shift())
      if (piece === undefined) return undefined
      if (performance.now() - piece.since <= this.wait_ms_max) return piece
      piece.failed(databaseBusy())
    }
  }

  private async group(): Promise<void> {
    try {
      await this.writer.exec('begin immediate')
    } catch (error) {
      // Another process holds the file. Those who still have patience stay in the queue.
      this.refuseImpatient(error)
      return
    }
    const kept: { piece: Piece; value: unknown }[] = []
    const refused: { piece: Piece; error: unknown }[] = []
    const began = performance.now()
    try {
      for (let count = 0; count < group_pieces_max; count++) {
        const piece = this.next()
        if (piece === undefined) break
        await this.writer.exec('savepoint piece')
        try {
          const value = await piece.work(this.writer)
          await this.writer.exec('release piece')
          kept.push({ piece, value })
        } catch (error) {
          refused.push({ piece, error })
          await this.writer.exec('rollback to piece; release piece')
        }
        if (performance.now() - began > group_ms_max) break
      }
      await this.writer.exec('commit')
    } catch (error) {
      // A full disk or a broken file ends the whole transaction: nobody's piece was kept.
      await this.writer.exec('rollback').catch(() => undefined)
      for (const { piece } of kept) piece.failed(error)
      for (const { piece, error: own } of refused) piece.failed(own)
      return
    }
    for (const { piece, value } of kept) piece.done(value)
    for (const { piece, error } of refused) piece.failed(error)
  }

  private refuseImpatient(error: unknown): void {
    const busy = error instanceof Refusal && error.code === 'unavailable' && isBusy(error)
    for (const lane of [this.people, this.jobs]) {
      for (let index = lane.length - 1; index >= 0; index--) {
        const piece = lane[index]
        if (piece === undefined) continue
        if (busy && performance.now() - piece.since <= this.wait_ms_max) continue
        lane.splice(index, 1)
        piece.failed(error)
      }
    }
  }
}

const busy_marks = new WeakSet<Refusal>()
const isBusy = (error: Refusal): boolean => busy_marks.has(error)

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
