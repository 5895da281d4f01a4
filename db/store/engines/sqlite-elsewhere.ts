// An SQLite file of which no statement runs on this thread: by the other driver, whose statements run in
// the thread pool, or in threads of our own for a file that is not the house's live one.

import type { Connection, Engine, Lane } from './engine.ts'
import { AddonLine } from './sqlite-addon.ts'
import { FarLine } from './sqlite-far.ts'
import type { Line } from './sqlite-line.ts'
import { type Reading, readingByAddon, readingInThreads } from './sqlite-reading.ts'
import {
  ask_ms_max,
  type SqliteOptions,
  stillThere,
  unused,
  write_wait_ms_default,
  writing,
} from './sqlite-setup.ts'
import { giveBack, takeThread } from './sqlite-thread.ts'
import { WriteQueue } from './write-queue.ts'

export async function openByAddon(options: SqliteOptions): Promise<Engine> {
  const writer = await AddonLine.open(openingOf(options))
  return engineOn(options, writer, readingByAddon(options))
}

export async function openBeside(options: SqliteOptions): Promise<Engine> {
  const writer = await FarLine.open(takeThread(), openingOf(options), giveBack)
  return engineOn(options, writer, readingInThreads(options))
}

const openingOf = ({ file, read_only = false }: SqliteOptions) => ({
  file,
  setup: read_only ? unused : writing,
  makes: !read_only,
})

async function engineOn(options: SqliteOptions, writer: Line, reading: Reading): Promise<Engine> {
  const check = stillThere(options.file)
  const queue = await queueOf(options, writer, check)
  // A file that is none is known at once, as by a writer that may write.
  if (options.read_only === true) await reading.look()
  return {
    dialect: 'sqlite',
    read: (text, values) => reading.read(text, values),
    write: <T>(work: (connection: Connection) => Promise<T>, lane: Lane) =>
      queue.add(work, lane) as Promise<T>,
    snapshot: (work) => reading.snapshot(work),
    async answers() {
      check()
      await reading.look()
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
      await reading.close()
      await writer.close()
    },
  }
}

async function queueOf(
  { write_wait_ms = write_wait_ms_default }: SqliteOptions,
  writer: Line,
  check: () => void,
): Promise<WriteQueue> {
  const ask_ms = Math.min(ask_ms_max, write_wait_ms)
  await writer.exec(`pragma busy_timeout=${ask_ms}`)
  const hand = { line: writer, is_here: false }
  return new WriteQueue({
    wait_ms_max: write_wait_ms,
    ask_ms,
    isHere: () => false,
    hand: () => hand,
    ready: async () => check(),
    // It has synced what it committed.
    kept: async () => undefined,
  })
}
