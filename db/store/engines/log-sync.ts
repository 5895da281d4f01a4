// What was written stands on the disk before anybody is answered, and the loop does not wait for the disk:
// the writer commits into the log of SQLite, and the log is synced in the thread pool while the next group
// is written already. One sync is enough for all that was committed before it began (decision 0325).

import { closeSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import { diskFaltered, notConfirmed } from '../../core/refusal.ts'
import { caused } from './sqlite-errors.ts'

export type Sync = (log: number) => Promise<void>
export const syncOnDisk: Sync = promisify(fdatasync)

export interface LogOptions {
  file: string
  sync: Sync
  /** After a sync that failed: true when all that was committed stands on the disk after all. */
  mend: (log: number) => Promise<boolean>
  mend_again_ms?: number | undefined
  /** Whoever wrote and has no answer of the disk by then is told so. */
  write_wait_ms: number
  /** Who only read is answered by then: a house that can be read is worth more on a disk that slow. */
  read_wait_ms?: number | undefined
}

interface Waiting {
  upto: number
  done: () => void
  /** Absent for those who only read. */
  failed?: (error: Error) => void
}

const read_wait_ms_default = 1000
const mend_again_ms_default = 1000

export class LogSync {
  private readonly options: LogOptions
  /** Those under way included: who reads may see one before its COMMIT was heard of here. */
  private begun = 0
  private written = 0
  private kept = 0
  private log: number | null = null
  private waiting: Waiting[] = []
  private turn: Promise<void> | null = null
  private fault: Error | null = null
  private is_slow = false
  private timers: NodeJS.Timeout[] = []
  private closed = false

  constructor(options: LogOptions) {
    this.options = options
  }

  /** Before each COMMIT; there is one at a time. */
  beginCommit(): void {
    this.begun += 1
  }

  /** After it, however it ended. */
  endCommit(has_written: boolean): void {
    const is_all_kept = this.kept === this.written
    this.written = this.begun
    if (!has_written && is_all_kept) return this.reach(this.written)
    this.log ??= openSync(`${this.options.file}-wal`, 'r+')
    this.turn ??= this.syncing(this.log)
  }

  /** Ends when all that was committed before stands on the disk. */
  async reached(): Promise<void> {
    const upto = this.begun
    if (this.kept >= upto) return
    if (this.fault !== null) throw caused(notConfirmed(), this.fault)
    await new Promise<void>((done, failed) => this.waiting.push({ upto, done, failed }))
  }

  /**
   * For who has read what may rest on a commit that is not on the disk yet; undefined where there is none.
   * It never fails: that a disk falters is for those to hear who wrote.
   */
  seen(): Promise<void> | undefined {
    const upto = this.begun
    if (this.kept >= upto || this.is_slow || this.fault !== null) return undefined
    return new Promise((done) => this.waiting.push({ upto, done }))
  }

  get falters(): boolean {
    return this.fault !== null
  }

  /** Before the next group is written: throws while the disk does not keep what is written. */
  async ready(): Promise<void> {
    if (this.fault !== null) throw caused(diskFaltered(), this.fault)
    if (this.is_slow) await this.turn
  }

  async close(): Promise<void> {
    this.closed = true
    if (this.fault === null) await this.turn
    this.endTimers()
    if (this.log !== null) closeSync(this.log)
    this.log = null
  }

  private async syncing(log: number): Promise<void> {
    while (this.kept < this.written && !this.closed) {
      const upto = this.written
      this.startTimers()
      try {
        await this.options.sync(log)
        this.reach(upto)
      } catch (error) {
        await this.mended(log, error as Error)
      } finally {
        this.endTimers()
      }
    }
    this.turn = null
  }

  /** What was read again and written again may be called kept; a second sync alone may not. */
  private async mended(log: number, error: Error): Promise<void> {
    for (;;) {
      const is_well = await this.options.mend(log).catch(() => false)
      if (is_well) break
      this.fault = error
      for (const { done, failed } of this.waiting.splice(0)) {
        if (failed === undefined) done()
        else failed(caused(notConfirmed(), error))
      }
      if (this.closed) return
      const ms = this.options.mend_again_ms ?? mend_again_ms_default
      await new Promise((resolve) => setTimeout(resolve, ms).unref())
    }
    this.fault = null
    this.reach(this.written)
  }

  private reach(upto: number): void {
    this.kept = upto
    for (const { done } of this.taken((one) => one.upto <= upto)) done()
  }

  private taken(which: (one: Waiting) => boolean): Waiting[] {
    const found = this.waiting.filter(which)
    if (found.length > 0) this.waiting = this.waiting.filter((one) => !which(one))
    return found
  }

  private startTimers(): void {
    const slow = (): void => {
      this.is_slow = true
      for (const { done } of this.taken(({ failed }) => failed === undefined)) done()
    }
    const late = (): void => {
      const why = caused(notConfirmed(), new Error('the disk does not answer'))
      for (const { failed } of this.taken(({ failed }) => failed !== undefined)) failed?.(why)
    }
    const { read_wait_ms = read_wait_ms_default, write_wait_ms } = this.options
    this.timers = [setTimeout(slow, read_wait_ms), setTimeout(late, write_wait_ms)]
  }

  private endTimers(): void {
    for (const timer of this.timers.splice(0)) clearTimeout(timer)
    this.is_slow = false
  }
}
