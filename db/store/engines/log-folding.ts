// The log of SQLite is taken into its file by a thread, so that the loop waits for neither. While the
// thread copies, others go on writing behind it; the log only begins anew when nothing is left in it, so
// the last of it is taken while nobody writes.

import { Lending } from './lending.ts'
import type { Line } from './sqlite-line.ts'

export interface FoldingOptions {
  open: () => Promise<Line>
  /** Frames in the log. */
  size: () => number | undefined
  /** Runs while nobody writes. */
  alone: (work: () => Promise<void>) => Promise<void>
  /** Not while the disk falters. */
  may: () => boolean
  /** Pages that are written again and again are folded into the file less often than every 4 MB. */
  fold_from?: number | undefined
}

const fold_from_default = 4000
/** Of those, so few are taken while everybody waits. */
const few = 1 / 8
const laps_most = 4
const idle_ms = 30_000

export class LogFolding {
  private readonly options: FoldingOptions
  private readonly thread: Lending
  private folding: Promise<void> | null = null
  private readonly fold_from: number
  /** A reader of long ago keeps what it sees in the log: then it grows on, and is tried again later. */
  private from: number

  constructor(options: FoldingOptions) {
    this.options = options
    this.fold_from = options.fold_from ?? fold_from_default
    this.from = this.fold_from
    this.thread = new Lending({ most: 1, open: options.open, idle_ms })
  }

  /** After each group: `frames` are in the log. */
  note(frames: number): void {
    if (frames < this.from || this.folding !== null || !this.options.may()) return
    this.folding = this.fold()
      .catch(() => undefined)
      .finally(() => {
        this.folding = null
      })
  }

  async close(): Promise<void> {
    await this.folding
    await this.thread.close()
  }

  private async fold(): Promise<void> {
    this.from = Number.POSITIVE_INFINITY
    const enough = this.fold_from * few
    try {
      await this.thread.use(async (line) => {
        let left = Number.POSITIVE_INFINITY
        for (let lap = 0; lap < laps_most && left > enough; lap++) left = await copied(line)
        if (left <= enough) await this.options.alone(() => begunAnew(line))
      })
    } finally {
      const frames = this.options.size() ?? 0
      this.from = Math.max(this.fold_from, frames + this.fold_from / 4)
    }
  }
}

/** How many frames are left. */
async function copied(line: Line): Promise<number> {
  const [said] = await line.all('pragma wal_checkpoint(passive)', [])
  return Number(said?.['log']) - Number(said?.['checkpointed'])
}

/**
 * Whoever writes first into a log that begins anew waits for the disk, whatever is asked of it: so that is
 * done here, with a number that nothing reads.
 */
async function begunAnew(line: Line): Promise<void> {
  if ((await copied(line)) > 0) return
  await line.exec('begin immediate')
  try {
    const [said] = await line.all('pragma user_version', [])
    await line.exec(`pragma user_version=${Number(said?.['user_version'])}`)
    await line.exec('commit')
  } catch (error) {
    await line.exec('rollback').catch(() => undefined)
    throw error
  }
}
