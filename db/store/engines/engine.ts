// What a database must be able to do; the two that can stand beside this file.

import type { Dialect } from '../sql.ts'

export type DatabaseRow = Record<string, unknown>

/** One connection, lent to one piece of work. */
export interface Connection {
  all(text: string, values: readonly unknown[]): Promise<DatabaseRow[]>
  /** Rows changed. */
  run(text: string, values: readonly unknown[]): Promise<number>
  /** Several statements without values, in the transaction: schema work. */
  script?(text: string): Promise<void>
  /** PostgreSQL: on its way, in its turn; a fault of it is thrown by what is waited for next, or by the commit. */
  post?(text: string, values: readonly unknown[]): void
  /** PostgreSQL: many rows of one table at once, written as its COPY reads them. */
  copy?(text: string, rows: Buffer): Promise<void>
}

/** People go before jobs in the writer's queue (OPS-47). */
export type Lane = 'people' | 'jobs'

export interface Engine {
  readonly dialect: Dialect
  /**
   * Reads on a connection of its own, outside any transaction. `by_key`: no more rows than were named, each
   * found by its key, so that it takes no longer than asking somebody else to do it.
   */
  read(text: string, values: readonly unknown[], by_key?: boolean): Promise<DatabaseRow[]>
  /** One write transaction: everything in `work` is kept, or nothing is. */
  write<T>(work: (connection: Connection) => Promise<T>, lane: Lane): Promise<T>
  /** Several reads that see one and the same moment. */
  snapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** Many statements at once, without values, outside a transaction: schema work. */
  script(text: string): Promise<void>
  /** Throws while there is no database to read from and write to. */
  answers(): Promise<void>
  /** SQLite: throws when the file is not where it was opened. */
  stillThere?(): void
  waiting(): number
  /** SQLite: moves when another process commits; null where the server keeps order itself. */
  foreignCommits(): Promise<number | null>
  close(): Promise<void>
}

/** A row that is already there. `columns` are those of the unique key that refused. */
export class UniqueViolation extends Error {
  readonly table: string
  readonly columns: readonly string[]

  constructor(table: string, columns: readonly string[], cause: unknown) {
    super(`unique key of ${table} (${columns.join(', ')})`, { cause })
    this.name = 'UniqueViolation'
    this.table = table
    this.columns = columns
  }
}

export const isTaken = (error: unknown, ...columns: string[]): error is UniqueViolation =>
  error instanceof UniqueViolation && columns.every((column) => error.columns.includes(column))
