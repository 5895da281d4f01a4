// How an SQLite file is read: in threads, or on connections of the other driver; and what can be told to
// stop, where it can be ended in the middle of a statement.

import type { Connection, DatabaseRow } from './engine.ts'
import { Lending } from './lending.ts'
import { AddonLine } from './sqlite-addon.ts'
import type { Opening } from './sqlite-core.ts'
import { FarLine } from './sqlite-far.ts'
import type { Line } from './sqlite-line.ts'
import { SqliteProcess } from './sqlite-process.ts'
import { Readers } from './sqlite-readers.ts'
import { reading, readers_default, type SqliteOptions, stillThere } from './sqlite-setup.ts'
import { isStoppable, untilStopped } from './stopping.ts'

export interface Reading {
  read(text: string, values: readonly unknown[]): Promise<DatabaseRow[]>
  snapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** Throws where the file cannot be read. */
  look(): Promise<void>
  close(): Promise<void>
}

/** A process that read is kept for what it may be asked next. */
const process_idle_ms = 10_000
const processes_most = 2

/** Asked of the file itself; `select 1` would not look at it. */
const look_at_file = 'pragma schema_version'

export function readingInThreads(options: SqliteOptions): Reading {
  const { file, readers } = withDefaults(options)
  const check = stillThere(file)
  const opening: Opening = { file, setup: reading, makes: false }
  const threads = new Readers({ opening, most: readers, check })
  const apart = new Lending({
    most: processes_most,
    idle_ms: process_idle_ms,
    open: checked(check, () => FarLine.open(new SqliteProcess(), opening)),
  })
  return {
    read: (text, values) =>
      isStoppable()
        ? apart.use((line) => stoppable(line).all(text, values))
        : threads.read(text, values),
    snapshot: (work) =>
      isStoppable()
        ? apart.use((line) => ofOneMoment(line, work))
        : threads.lend((line) => ofOneMoment(line, work)),
    look: async () => void (await threads.read(look_at_file, [])),
    async close() {
      await Promise.all([threads.close(), apart.close()])
    },
  }
}

export function readingByAddon(options: SqliteOptions): Reading {
  const { file, readers } = withDefaults(options)
  const check = stillThere(file)
  const open = checked(check, () => AddonLine.open({ file, setup: reading, makes: false }))
  const lending = new Lending({ most: readers, open })
  return {
    read: (text, values) => lending.use((line) => stoppable(line).all(text, values)),
    snapshot: (work) => lending.use((line) => ofOneMoment(line, work)),
    look: async () => void (await lending.use((line) => line.all(look_at_file, []))),
    close: () => lending.close(),
  }
}

const withDefaults = ({ file, readers = readers_default }: SqliteOptions) => ({ file, readers })

/** Another file may have its name by the time it is open. */
const checked = (check: () => void, open: () => Promise<Line>) => async (): Promise<Line> => {
  const line = await open()
  try {
    check()
  } catch (error) {
    await line.close()
    throw error
  }
  return line
}

/** A line is lent to one piece of work at a time: to cut off what it is at is to cut off that work. */
const stoppable = (line: Line): Connection => {
  const cut = (): void => line.interrupt?.()
  return {
    all: (text, values) => untilStopped(() => line.all(text, values), cut),
    run: (text, values) => untilStopped(() => line.run(text, values), cut),
  }
}

async function ofOneMoment<T>(
  line: Line,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  await line.exec('begin')
  try {
    return await work(isStoppable() ? stoppable(line) : line)
  } finally {
    if (line.is_over !== true) await line.exec('rollback')
  }
}
