// The database of this process, and the ambient connection of the work in hand.

import { AsyncLocalStorage } from 'node:async_hooks'
import type { Driver } from './engines/driver.ts'
import type { Connection, DatabaseRow, Engine, Lane } from './engines/engine.ts'
import { openPostgres } from './engines/postgres.ts'
import { openSqlite } from './engines/sqlite.ts'
import { endless } from './engines/stopping.ts'
import { databaseAway } from '../core/refusal.ts'
import type { Dialect, Sql } from './sql.ts'

export interface DatabaseAddress {
  engine: Dialect
  /** SQLite: the file. */
  file?: string | undefined
  /** PostgreSQL: the address, and a schema when it is not `public`. */
  url?: string | undefined
  schema?: string | undefined
  readers?: number | undefined
  driver?: Driver | undefined
  pool_max?: number | undefined
  write_wait_ms?: number | undefined
  statement_timeout_ms?: number | undefined
  /** For commands that read while no daemon runs: nothing can be changed, nothing is made. */
  read_only?: boolean | undefined
  /** SQLite: of a command, which asks one question after the other (decision 0467). */
  reads_here?: boolean | undefined
}

interface Work {
  connection: Connection
  writes: boolean
  ended: boolean
  /** Runs once more before the commit, with everything the work has written in place. */
  before_commit: (() => Promise<void>)[]
  after_commit: (() => void)[]
  notes: Map<symbol, unknown>
  /** Records that somebody else changed while an attempt before this one went by them. */
  contended: ReadonlySet<string>
}

/** A record that was found, and in which version; null where it moved by another way. */
export interface Seen {
  readonly record: string
  readonly version: number | null
}

const ambient = new AsyncLocalStorage<Work>()
const beside = new AsyncLocalStorage<Engine>()

/** Whoever is answered. Once cut off, nothing that was begun for him asks the database any more. */
export interface Asker {
  is_cut: boolean
}
const asking = new AsyncLocalStorage<Asker>()
export const onBehalfOf = <T>(asker: Asker, work: () => T): T => asking.run(asker, work)

let current: Engine | null = null
let opened_at: DatabaseAddress | null = null

export async function openDatabase(address: DatabaseAddress): Promise<Engine> {
  const opened =
    address.engine === 'postgres'
      ? await openPostgres({
          url: needed(address.url, 'database.url'),
          ...(address.schema === undefined ? {} : { schema: address.schema }),
          ...(address.pool_max === undefined ? {} : { pool_max: address.pool_max }),
          ...(address.statement_timeout_ms === undefined
            ? {}
            : { statement_timeout_ms: address.statement_timeout_ms }),
          ...(address.read_only === undefined ? {} : { read_only: address.read_only }),
        })
      : await openSqlite({
          file: needed(address.file, 'the database file'),
          readers: address.readers,
          driver: address.driver,
          write_wait_ms: address.write_wait_ms,
          read_only: address.read_only,
          reads_here: address.reads_here,
        })
  current = opened
  opened_at = address
  return opened
}

export async function closeDatabase(): Promise<void> {
  const closing = current
  current = null
  await closing?.close()
}

/**
 * Everything in `work` speaks to this database instead of the process's own: a backup that is being
 * proved, a generation that is not live yet.
 */
export const onDatabase = <T>(engine: Engine, work: () => Promise<T>): Promise<T> =>
  ambient.exit(() => beside.run(engine, work))

/** The process's own database again, whatever the work around it speaks to. */
export const onOwn = <T>(work: () => T): T => beside.exit(() => ambient.exit(work))

/** A scratch file of a backup that is being proved is none of it. */
export const isOwnFile = (file: string): boolean =>
  current !== null && opened_at?.engine === 'sqlite' && opened_at.file === file

export function database(): Engine {
  // It would go on in whatever is live by then.
  if (asking.getStore()?.is_cut === true) throw databaseAway()
  const other = beside.getStore()
  if (other !== undefined) return other
  if (current === null) throw databaseAway()
  return current
}

/** For the few who need a connection of their own: leadership. */
export function databaseAddress(): DatabaseAddress {
  if (current === null || opened_at === null) throw databaseAway()
  return opened_at
}

/** Changes that wait for their turn; null while no database is open. */
export const writesWaiting = (): number | null => current?.waiting() ?? null

export const dialect = (): Dialect => database().dialect

/** Opens a write transaction, or joins the one this work is already part of. */
export function within<T>(work: () => Promise<T>, lane: Lane = 'people'): Promise<T> {
  const outer = ambient.getStore()
  if (outer !== undefined && !outer.ended) {
    if (!outer.writes) throw new Error('a write cannot begin inside a snapshot')
    return work()
  }
  return alone(work, lane)
}

/** Told how long each write waited for its turn and how long it then took, in seconds. */
let watchWrites: (waited_s: number, took_s: number) => void = () => undefined
export function setWriteWatch(watch: typeof watchWrites): void {
  watchWrites = watch
}

/** Told how long each read outside any transaction took, in seconds. */
let watchReads: (took_s: number) => void = () => undefined
export function setReadWatch(watch: typeof watchReads): void {
  watchReads = watch
}

async function alone<T>(work: () => Promise<T>, lane: Lane): Promise<T> {
  let after: (() => void)[] = []
  const asked = performance.now()
  let began = asked
  const contended = new Set<string>()
  const value = await database().write(async (connection) => {
    began = performance.now()
    const state: Work = {
      connection,
      writes: true,
      ended: false,
      before_commit: [],
      after_commit: [],
      notes: new Map(),
      contended,
    }
    try {
      return await ambient.run(state, async () => {
        const result = await work()
        for (const last of state.before_commit) await last()
        after = state.after_commit
        return result
      })
    } catch (error) {
      const { record } = error as { record?: unknown }
      if (typeof record === 'string') contended.add(record)
      throw error
    } finally {
      state.ended = true
    }
  }, lane)
  watchWrites((began - asked) / 1000, (performance.now() - began) / 1000)
  for (const call of after) endless(call)
  return value
}

/** Several reads of one moment; inside a transaction it simply reads on. */
export function snapshot<T>(work: () => Promise<T>): Promise<T> {
  if (ambient.getStore()?.ended === false) return work()
  return database().snapshot(async (connection) => {
    const state: Work = {
      connection,
      writes: false,
      ended: false,
      before_commit: [],
      after_commit: [],
      notes: new Map(),
      contended: nothing_contended,
    }
    try {
      return await ambient.run(state, work)
    } finally {
      state.ended = true
    }
  })
}

/** Only to nudge what reads rows: an outside effect is a row, never a callback. */
export function afterCommit(call: () => void): void {
  transaction().after_commit.push(call)
}

export function beforeCommit(call: () => Promise<void>): void {
  transaction().before_commit.push(call)
}

/** A thing that lives as long as the transaction, made at its first use. */
export function noted<T>(key: symbol, make: () => T): T {
  const { notes } = transaction()
  if (!notes.has(key)) notes.set(key, make())
  return notes.get(key) as T
}

export const peek = (key: symbol): unknown => transaction().notes.get(key)

/** The connection of the work in hand, for what speaks SQL of its own; null outside of any. */
export function ambientConnection(): Connection | null {
  const work = ambient.getStore()
  if (work === undefined) return null
  if (work.ended) throw new Error('a query came after its transaction had ended')
  return work.connection
}

export const inTransaction = (): boolean => {
  const work = ambient.getStore()
  return work !== undefined && work.writes && !work.ended
}

export const contended = (): ReadonlySet<string> => transaction().contended
const nothing_contended: ReadonlySet<string> = new Set()

const seen_key = Symbol('records found, and in which version')
/** A list, so that a piece that is tried and fails takes what it noted with it (`attempt`). */
export const ambientSeen = (): Seen[] => noted(seen_key, () => [])

/** Work that must not see the transaction it was started from: timers, jobs, streams. */
export const outside = <T>(work: () => T): T => ambient.exit(() => asking.exit(() => endless(work)))

/** Tries a piece that may fail, without losing what the transaction holds already. */
export async function attempt<T>(work: () => Promise<T>): Promise<T> {
  const { connection, notes, after_commit } = transaction()
  const calls = after_commit.length
  const lengths = new Map([...notes].map(([key, value]) => [key, lengthOf(value)]))
  await connection.run('savepoint attempt', [])
  try {
    const value = await work()
    await connection.run('release savepoint attempt', [])
    return value
  } catch (error) {
    await connection.run('rollback to savepoint attempt', [])
    await connection.run('release savepoint attempt', [])
    // What the piece only noted (rows for the audit log, nudges) goes with what it wrote.
    after_commit.length = calls
    for (const [key, value] of notes) if (Array.isArray(value)) value.length = lengths.get(key) ?? 0
    throw error
  }
}

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0)

export async function rows<T = DatabaseRow>(statement: Sql): Promise<T[]> {
  const engine = database()
  const { text, values } = statement.for(engine.dialect)
  const work = ambient.getStore()
  if (work === undefined) {
    const began = performance.now()
    const found = (await engine.read(text, values, statement.by_key)) as T[]
    watchReads((performance.now() - began) / 1000)
    return found
  }
  if (work.ended) throw new Error('a query came after its transaction had ended')
  return (await work.connection.all(text, values)) as T[]
}

export async function row<T = DatabaseRow>(statement: Sql): Promise<T | undefined> {
  return (await rows<T>(statement))[0]
}

/** Changes rows; outside a transaction it throws (house.md, Transactions). */
export async function run(statement: Sql): Promise<number> {
  const { text, values } = statement.for(dialect())
  const { connection } = transaction()
  if (connection.post === undefined || posting.getStore() !== true)
    return connection.run(text, values)
  connection.post(text, values)
  return not_counted
}

/** Several statements in their own words, in the transaction: schema work. */
export async function script(text: string): Promise<void> {
  const { connection } = transaction()
  if (connection.script === undefined) throw new Error('only a transaction takes a script')
  await connection.script(text)
}

const posting = new AsyncLocalStorage<true>()

/**
 * What `work` changes is on its way when this is done, each in its turn, and waited for by the commit alone: on
 * PostgreSQL a round trip for each would be all that it costs. For rows that nobody counts and that no other can have
 * taken; what is read afterwards in the same transaction finds them.
 */
export const unawaited = (work: () => Promise<unknown>): Promise<unknown> => posting.run(true, work)

/** Nobody knows yet how many; no rule may decide by it. */
const not_counted = -1

/** Changes rows and reads them back in the same statement. */
export async function returning<T = DatabaseRow>(statement: Sql): Promise<T[]> {
  const { text, values } = statement.for(dialect())
  return (await transaction().connection.all(text, values)) as T[]
}

function transaction(): Work {
  const work = ambient.getStore()
  if (work === undefined || !work.writes) throw new Error('a write needs a transaction: within(…)')
  if (work.ended) throw new Error('a write came after its transaction had ended')
  return work
}

function needed<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`${what} is needed`)
  return value
}
