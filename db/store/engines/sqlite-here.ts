// The house's live file by the SQLite of the runtime: people write and read by key on this thread, where a
// statement costs a hundredth of a trip to another; whatever may take longer runs in threads, and the disk
// is waited for beside the loop (decision 0325).

import type { Connection, DatabaseRow, Engine, Lane } from './engine.ts'
import { isBusy } from './sqlite-errors.ts'
import { InlineLine } from './sqlite-line.ts'
import { readingInThreads } from './sqlite-reading.ts'
import { reading_here, stillThere } from './sqlite-setup.ts'
import { Writing, type WritingOptions } from './sqlite-writing.ts'
import { isStoppable } from './stopping.ts'

export async function openHere(options: WritingOptions): Promise<Engine> {
  const writing = await Writing.open(options, () => check())
  const check = stillThere(options.file)
  const reading = readingInThreads(options)
  const keyed = new KeyedReader(options.file, check)
  const { reads_here = false, read_only = false } = options
  /** Null where it would have to wait, or may have to be ended in the middle. */
  const here = (
    text: string,
    values: readonly unknown[],
    by_key: boolean,
  ): DatabaseRow[] | null => {
    if (isStoppable()) return null
    const alone = reads_here ? writing.readIdle(text, values) : null
    return alone ?? (by_key || reads_here ? keyed.read(text, values) : null)
  }
  if (read_only) await lookedAt(here, writing)
  const found = async (
    text: string,
    values: readonly unknown[],
    by_key: boolean,
  ): Promise<DatabaseRow[]> => here(text, values, by_key) ?? reading.read(text, values)
  return {
    dialect: 'sqlite',
    async read(text, values, by_key = false) {
      const rows = await found(text, values, by_key)
      await writing.log.seen()
      return rows
    },
    write: <T>(work: (connection: Connection) => Promise<T>, lane: Lane) =>
      writing.queue.add(work, lane) as Promise<T>,
    async snapshot(work) {
      const value = await reading.snapshot(work)
      await writing.log.seen()
      return value
    },
    async answers() {
      check()
      await reading.look()
    },
    script: (text) => writing.script(text),
    stillThere: check,
    waiting: () => writing.queue.waiting(),
    foreignCommits: () => writing.foreignCommits(),
    async close() {
      await writing.queue.drained()
      await reading.close()
      keyed.close()
      await writing.close()
    },
  }
}

/** A file that is none is known at once, as by a writer that may write. */
async function lookedAt(
  here: (text: string, values: readonly unknown[], by_key: boolean) => unknown,
  writing: Writing,
): Promise<void> {
  try {
    here('pragma schema_version', [], true)
  } catch (error) {
    await writing.close()
    throw error
  }
}

/** Reads on this thread; it is opened at the first question. */
class KeyedReader {
  private line: InlineLine | null = null
  private readonly file: string
  private readonly check: () => void

  constructor(file: string, check: () => void) {
    this.file = file
    this.check = check
  }

  /** Null where somebody has the file for himself: who can wait for it is asked instead. */
  read(text: string, values: readonly unknown[]): DatabaseRow[] | null {
    try {
      this.line ??= this.open()
      return this.line.allNow(text, values)
    } catch (error) {
      if (isBusy(error)) return null
      throw error
    }
  }

  close(): void {
    this.line?.closeNow()
    this.line = null
  }

  private open(): InlineLine {
    const line = new InlineLine({ file: this.file, setup: reading_here, makes: false })
    try {
      // Another file may have its name by now.
      this.check()
    } catch (error) {
      line.closeNow()
      throw error
    }
    return line
  }
}
