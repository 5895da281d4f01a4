// SQLite: one writer connection behind a queue, some readers that never wait for it.

import { statSync } from 'node:fs'
import sqlite3 from 'sqlite3'
import { databaseAway } from '../../core/refusal.ts'
import type { Connection, Engine, Lane } from './engine.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { untilStopped } from './stopping.ts'
import { WriteQueue } from './write-queue.ts'

export interface SqliteOptions {
  file: string
  readers?: number
  write_wait_ms?: number
  /** Nothing is changed, and a file that is not there is not made. */
  read_only?: boolean
}

const write_wait_ms_default = 10_000
const readers_default = 4
/** So long the writer asks for the file before those who lost their patience are told. */
const ask_ms_max = 1000

const pragmas = [
  'pragma busy_timeout=5000',
  'pragma journal_mode=wal',
  'pragma synchronous=full',
  'pragma foreign_keys=on',
  'pragma journal_size_limit=67108864',
  // Pages that are written again and again are folded into the file less often than every 4 MB.
  'pragma wal_autocheckpoint=4000',
  'pragma cache_size=-16000',
  // Mapped pages count as ours, once for each connection, and read no faster (decision 0176).
  'pragma mmap_size=0',
  'pragma temp_store=memory',
]

/** A reader forgets its pages with every write of another, so it need not keep many. */
const reading = [
  ...pragmas.filter((text) => !/journal_mode|cache_size/.test(text)),
  'pragma cache_size=-4000',
  'pragma query_only=on',
]

/** Of a writer that may not write: none of these makes it read the schema, as those above do. */
const unused = ['pragma busy_timeout=5000', 'pragma query_only=on']

/** Readers too must be able to read what a crash left in the log, which writes. */
const there = sqlite3.OPEN_READWRITE | sqlite3.OPEN_FULLMUTEX

export async function openSqlite(options: SqliteOptions): Promise<Engine> {
  const read_only = options.read_only === true
  const writer = await SqliteConnection.open(
    options.file,
    read_only ? unused : pragmas,
    read_only ? there : there | sqlite3.OPEN_CREATE,
  )
  const write_wait_ms = options.write_wait_ms ?? write_wait_ms_default
  await writer.exec(`pragma busy_timeout=${Math.min(ask_ms_max, write_wait_ms)}`)
  const check = stillThere(options.file)
  const queue = new WriteQueue(writer, write_wait_ms, check)
  const lending = new Lending(options.readers ?? readers_default, async () => {
    const reader = await SqliteConnection.open(options.file, reading, there)
    try {
      // Another file may have its name by now.
      check()
    } catch (error) {
      await reader.close()
      throw error
    }
    return reader
  })
  // A file that is none is known at once, as by a writer that may write.
  if (read_only) await lending.use((reader) => reader.all('pragma schema_version', []))

  return {
    dialect: 'sqlite',
    read: (text, values) => lending.use((reader) => stoppable(reader).all(text, values)),
    write: <T>(work: (connection: Connection) => Promise<T>, lane: Lane) =>
      queue.add(work, lane) as Promise<T>,
    snapshot: (work) =>
      lending.use(async (reader) => {
        await reader.exec('begin')
        try {
          return await work(stoppable(reader))
        } finally {
          await reader.exec('rollback')
        }
      }),
    async answers() {
      check()
      // Asked of the file itself; `select 1` would not look at it.
      await lending.use((reader) => reader.all('pragma schema_version', []))
    },
    script: (text) => queue.alone(() => writer.exec(text)),
    stillThere: check,
    waiting: () => queue.waiting(),
    foreignCommits: () =>
      queue.add(async (connection) => {
        const [found] = await connection.all('pragma data_version', [])
        return Number(found?.['data_version'])
      }, 'jobs') as Promise<number>,
    async close() {
      await queue.drained()
      // The last one to close folds the log into the file; only the writer is sure to manage.
      await lending.close()
      await writer.close()
    },
  }
}

/**
 * A file that was moved or removed can still be written to by whoever has it open, and all of that
 * would be lost. So it is looked for by name before each group of writes.
 */
function stillThere(file: string): () => void {
  const opened = statSync(file)
  return () => {
    const now = statSync(file, { throwIfNoEntry: false })
    if (now?.ino === opened.ino && now.dev === opened.dev) return
    throw Object.assign(databaseAway(), { cause: new Error(`${file} is not where it was`) })
  }
}

/** A reader is lent to one piece of work at a time: to cut off what it is at is to cut off that work. */
const stoppable = (reader: SqliteConnection): Connection => {
  const cut = (): void => reader.interrupt()
  return {
    all: (text, values) => untilStopped(() => reader.all(text, values), cut),
    run: (text, values) => untilStopped(() => reader.run(text, values), cut),
  }
}

/**
 * Readers are opened when they are needed: each reads the whole schema at its first question, which
 * takes a core longer than most commands and holds megabytes for as long as it lives.
 */
class Lending {
  private readonly most: number
  private readonly open: () => Promise<SqliteConnection>
  /** Or being opened. */
  private readonly opened = new Set<Promise<SqliteConnection>>()
  private count = 0
  private readonly free: SqliteConnection[] = []
  private readonly waiting: ((connection: SqliteConnection | null) => void)[] = []

  constructor(most: number, open: () => Promise<SqliteConnection>) {
    this.most = most
    this.open = open
  }

  async use<T>(work: (connection: SqliteConnection) => Promise<T>): Promise<T> {
    const connection = await this.take()
    try {
      return await work(connection)
    } finally {
      // Handed on, so that nobody who comes later is before whoever waits.
      const next = this.waiting.shift()
      if (next === undefined) this.free.push(connection)
      else next(connection)
    }
  }

  async close(): Promise<void> {
    const readers = await Promise.allSettled(this.opened)
    const left = readers.filter((reader) => reader.status === 'fulfilled')
    await Promise.all(left.map(({ value }) => value.close()))
  }

  private async take(): Promise<SqliteConnection> {
    const connection = this.free.pop()
    if (connection !== undefined) return connection
    const another = this.opened.size < this.most ? await this.another() : null
    return another ?? this.handed()
  }

  /** Null where no more can be had than are open: then those serve everybody. */
  private async another(): Promise<SqliteConnection | null> {
    const opening = this.open()
    this.opened.add(opening)
    try {
      const connection = await opening
      this.count += 1
      return connection
    } catch (error) {
      this.opened.delete(opening)
      // Whoever waited for this one tries by himself.
      this.waiting.shift()?.(null)
      if (this.count === 0) throw error
      return null
    }
  }

  private async handed(): Promise<SqliteConnection> {
    // One may have been given back while another was to be opened.
    const connection =
      this.free.pop() ??
      (await new Promise<SqliteConnection | null>((resolve) => this.waiting.push(resolve)))
    return connection ?? this.take()
  }
}
