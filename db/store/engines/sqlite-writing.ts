// Writing to the live file on this thread: the queue, the two hands behind it, the log that is synced
// beside the loop and folded into the file by a thread.

import { fileTrouble } from '../../core/refusal.ts'
import type { DatabaseRow } from './engine.ts'
import { LogFolding } from './log-folding.ts'
import { LogLost, writeAgain } from './log-mend.ts'
import { LogSync, type Sync, syncOnDisk } from './log-sync.ts'
import { FarLine } from './sqlite-far.ts'
import { Hands } from './sqlite-hands.ts'
import {
  ask_ms_max,
  patient,
  type SqliteOptions,
  unused,
  write_wait_ms_default,
  writing_unsynced,
} from './sqlite-setup.ts'
import { giveBack, takeThread } from './sqlite-thread.ts'
import { type Hand, WriteQueue } from './write-queue.ts'

/** Tests bring a disk that falters. */
export interface Disk {
  sync?: Sync
  /** What the system has in memory of the log is not what was written. */
  lost?: (why: Error) => void
  read_wait_ms?: number
  mend_again_ms?: number
  fold_from?: number
}

export interface WritingOptions extends SqliteOptions {
  disk?: Disk | undefined
}

const sets_something = /^\s*pragma\s+\w+\s*=[^;]*;?\s*$/i

export class Writing {
  readonly log: LogSync
  readonly queue: WriteQueue
  private readonly hands: Hands
  private readonly folding: LogFolding
  private readonly disk: Disk
  private readonly may_write: boolean
  private frames: number | undefined

  static async open(options: WritingOptions, check: () => void): Promise<Writing> {
    const { file, read_only = false, write_wait_ms: wait_ms = write_wait_ms_default } = options
    const opening = { file, setup: read_only ? unused : writing_unsynced, makes: !read_only }
    const hands = await Hands.open(opening, Math.min(ask_ms_max, wait_ms), wait_ms)
    return new Writing(options, hands, check)
  }

  private constructor(options: WritingOptions, hands: Hands, check: () => void) {
    this.disk = options.disk ?? {}
    const { file, read_only = false, write_wait_ms: wait_ms = write_wait_ms_default } = options
    const setup = read_only ? unused : writing_unsynced
    const ask_ms = Math.min(ask_ms_max, wait_ms)
    this.hands = hands
    this.may_write = !read_only
    this.log = new LogSync({
      sync: syncOnDisk,
      ...this.disk,
      file,
      mend: (log) => this.mend(log),
      write_wait_ms: wait_ms,
    })
    this.folding = new LogFolding({
      open: () =>
        FarLine.open(takeThread(), { file, setup: [patient, ...setup], makes: false }, giveBack),
      size: () => this.hands.logFrames(),
      alone: (work) => this.alone(work),
      may: () => !this.log.falters,
      fold_from: this.disk.fold_from,
    })
    this.queue = new WriteQueue({
      wait_ms_max: wait_ms,
      ask_ms,
      isHere: (lane) => this.hands.isHere(lane),
      hand: (is_here) => this.hands.of(is_here),
      ready: async () => {
        check()
        await this.log.ready()
      },
      kept: () => this.log.reached(),
      held: (error) => fileTrouble('held', String(error), file),
      begun: (hand) => this.begun(hand),
      committing: () => this.log.beginCommit(),
      committed: (hand) => this.committed(hand),
    })
  }

  /** A setting holds for both hands; whatever else it is may take long. */
  script(text: string): Promise<void> {
    if (sets_something.test(text)) return this.queue.alone(() => this.hands.set(text))
    return this.alone(async () => (await this.hands.far()).exec(text))
  }

  /** For who has this thread to himself: read by the connection that writes; null while it does. */
  readIdle(text: string, values: readonly unknown[]): DatabaseRow[] | null {
    return this.queue.is_idle ? this.hands.read(text, values, this.may_write) : null
  }

  foreignCommits(): Promise<number> {
    return this.queue.alone(async () => this.hands.foreignCommits())
  }

  async close(): Promise<void> {
    await this.queue.drained()
    await this.folding.close()
    await this.queue.drained()
    await this.log.close()
    await this.hands.close()
  }

  /** Work that writes on a connection of its own. */
  private alone<T>(work: () => Promise<T>): Promise<T> {
    return this.queue.alone(async () => {
      this.hands.foreignCommits()
      this.log.beginCommit()
      try {
        return await work()
      } finally {
        this.committed({ line: this.hands.line, is_here: false })
      }
    })
  }

  private begun({ is_here }: Hand): void {
    if (!is_here) this.hands.foreignCommits()
  }

  private committed({ is_here }: Hand): void {
    const frames = this.hands.logFrames()
    this.log.endCommit(frames === undefined || frames !== this.frames)
    this.frames = frames
    if (!is_here) this.hands.noteOwn()
    this.folding.note(frames ?? 0)
  }

  /** The log is written again while nobody else can write to it. */
  private mend(log: number): Promise<boolean> {
    const { sync = syncOnDisk, lost = endAtOnce } = this.disk
    const again = async (frames: number): Promise<void> => {
      if (frames > 0) await writeAgain(log, frames)
      await sync(log)
    }
    return this.queue
      .alone(() => this.hands.withLog(again))
      .catch((error: unknown) => {
        if (error instanceof LogLost) lost(error)
        return false
      })
  }
}

/**
 * As a cut of the power would end it. To close the file would take what is wrong into it; the next start
 * reads the log up to what is whole, and nobody was told more than that.
 */
function endAtOnce(why: Error): void {
  process.stderr.write(
    `The log of the database is lost in part: ${why.message}. Kituo ends at once.\n`,
  )
  process.kill(process.pid, 'SIGKILL')
}
