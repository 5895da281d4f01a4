// The two connections of this process that write to the live file, never both at once: one on this thread
// for what is short, one in a thread for what may take long. Both stand behind one queue.

import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseRow, Lane } from './engine.ts'
import type { Opening } from './sqlite-core.ts'
import { isBusy } from './sqlite-errors.ts'
import { FarLine } from './sqlite-far.ts'
import { InlineLine } from './sqlite-line.ts'
import { giveBack, takeThread } from './sqlite-thread.ts'
import type { Hand } from './write-queue.ts'

const asked_again_ms = 10

export class Hands {
  readonly here: Hand
  readonly line: InlineLine
  private readonly opening: Opening
  private readonly busy_ms: number
  /** What was set on the writer since, for one that is opened later. */
  private readonly settings: string[] = []
  private opened: Promise<FarLine> | null = null
  private seen_version = 0
  private foreign = 0

  /** Within `wait_ms`: whoever only looked folds the log when it closes, and has the file alone for that moment. */
  static async open(opening: Opening, busy_ms: number, wait_ms: number): Promise<Hands> {
    const until = performance.now() + wait_ms
    for (;;) {
      try {
        return new Hands(opening, busy_ms, new InlineLine(opening))
      } catch (error) {
        if (!isBusy(error) || performance.now() > until) throw error
      }
      await pause(asked_again_ms)
    }
  }

  private constructor(opening: Opening, busy_ms: number, line: InlineLine) {
    this.opening = opening
    this.busy_ms = busy_ms
    this.line = line
    this.here = { line, is_here: true }
    this.seen_version = this.version()
  }

  /** What people do is short, or goes in pieces; a job may ask for anything. */
  isHere(lane: Lane): boolean {
    return lane === 'people'
  }

  async of(is_here: boolean): Promise<Hand> {
    return is_here ? this.here : { line: await this.far(), is_here: false }
  }

  async far(): Promise<FarLine> {
    const line = await this.opened?.catch(() => null)
    if (line !== null && line !== undefined && !line.is_over) return line
    const { setup } = this.opening
    const all = [`pragma busy_timeout=${this.busy_ms}`, ...setup, ...this.settings]
    this.opened = FarLine.open(takeThread(), { ...this.opening, setup: all }, giveBack)
    return this.opened
  }

  /** By the connection of this thread, which writes nothing meanwhile; null where somebody has the file for himself. */
  read(text: string, values: readonly unknown[], may_write: boolean): DatabaseRow[] | null {
    try {
      if (may_write) this.line.execNow('pragma query_only=on')
      return this.line.allNow(text, values)
    } catch (error) {
      if (isBusy(error)) return null
      throw error
    } finally {
      if (may_write) this.line.execNow('pragma query_only=off')
    }
  }

  /** For every connection that writes. */
  async set(text: string): Promise<void> {
    await this.line.exec(text)
    this.settings.push(text)
    if (this.opened !== null) await (await this.far()).exec(text)
  }

  /** Moves when somebody else has committed; to be asked while our own other connection does not write. */
  foreignCommits(): number {
    const version = this.version()
    if (version !== this.seen_version) this.foreign += 1
    this.seen_version = version
    return this.foreign
  }

  /** What our own other connections committed is nobody else's. */
  noteOwn(): void {
    this.seen_version = this.version()
  }

  /** Not inside a transaction; undefined where the file cannot be asked. Nothing is copied. */
  logFrames(): number | undefined {
    return this.number('pragma wal_checkpoint(noop)', 'log')
  }

  /** The log is nobody else's until `work` ends; false where it was written to meanwhile. */
  async withLog(work: (frames: number) => Promise<void>): Promise<boolean> {
    const version = this.version()
    const frames = this.logFrames()
    await this.line.run('begin immediate', [])
    try {
      if (frames === undefined || this.version() !== version) return false
      await work(frames)
      return true
    } finally {
      await this.line.run('rollback', [])
    }
  }

  async close(): Promise<void> {
    await (await this.opened?.catch(() => null))?.close()
    await this.line.close()
  }

  private version(): number {
    return this.number('pragma data_version', 'data_version') ?? this.seen_version
  }

  /** Undefined where the file cannot be asked; whoever writes to it is told. */
  private number(text: string, name: string): number | undefined {
    try {
      return Number(this.line.allNow(text, [])[0]?.[name])
    } catch {
      return undefined
    }
  }
}
