// Threads that read. A question goes to the one that has the least to do, and each may have one more ahead
// of it, so that under load none falls asleep between two; what waits behind something long is taken back
// and asked of another. Each holds the schema of the whole house, so there are no more than work needs, and
// those that rest are closed (decision 0518).

import { databaseBusy } from '../../core/refusal.ts'
import type { DatabaseRow } from './engine.ts'
import type { Opening } from './sqlite-core.ts'
import type { Line } from './sqlite-line.ts'
import { type Question, Reader } from './sqlite-reader.ts'

export interface ReadersOptions {
  opening: Opening
  most: number
  /** Throws where the file is not what it was. */
  check: () => void
  /** A statement that takes longer is given up, and its thread with it. */
  patience_ms?: number | undefined
  /** All but one that had nothing to do for so long are closed. */
  idle_ms?: number | undefined
}

interface Borrower {
  done: (reader: Reader) => void
  failed: (error: unknown) => void
}

/** Who is so long at something is not waited for. */
const stalled_ms = 20
const patience_ms_default = 600_000
/** Whoever is not asked within this time is refused, as whoever wants to write (OPS-49). */
const wait_ms_max = 10_000
const idle_ms_default = 30_000

export class Readers {
  private readonly options: ReadersOptions
  private readonly readers = new Set<Reader>()
  private readonly waiting: Question[] = []
  private readonly borrowers: Borrower[] = []
  private opening: Promise<void> | null = null
  private watching: NodeJS.Timeout | undefined
  private resting: NodeJS.Timeout | undefined
  /** Questions waited at the look before: a burst is over sooner, and so is what held the loop itself. */
  private is_short = false

  constructor(options: ReadersOptions) {
    this.options = options
  }

  read(text: string, values: readonly unknown[]): Promise<DatabaseRow[]> {
    return new Promise((done, failed) => {
      this.waiting.push({ text, values, since: performance.now(), done, failed, died: false })
      this.deal()
    })
  }

  /** A thread for one piece of work, with a connection of its own. */
  async lend<T>(work: (line: Line) => Promise<T>): Promise<T> {
    const reader = await new Promise<Reader>((done, failed) => {
      this.borrowers.push({ done, failed })
      this.deal()
    })
    try {
      return await work(reader.line)
    } finally {
      reader.returned()
      if (reader.line.is_over) this.readers.delete(reader)
      this.deal()
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.watching)
    clearTimeout(this.resting)
    await this.opening
    const readers = [...this.readers]
    this.readers.clear()
    await Promise.all(readers.map(({ line }) => line.close()))
  }

  private deal(): void {
    this.lendFree()
    while (this.waiting.length > 0) {
      const reader = this.leastBusy()
      if (reader === undefined) {
        if ([...this.readers].every(({ lent }) => lent)) this.more()
        break
      }
      void this.ask(reader, this.waiting.shift() as Question)
    }
    this.watching ??= this.watch()
  }

  private leastBusy(): Reader | undefined {
    const now = performance.now()
    const kept = this.borrowers.length > 0 && this.mayLend() ? this.firstLendable() : undefined
    let best: Reader | undefined
    for (const reader of this.readers) {
      if (reader === kept || !reader.takes_more || reader.busyFor(now) > stalled_ms) continue
      if (best === undefined || reader.questions < best.questions) best = reader
    }
    return best
  }

  /** One thread is left for single questions, where there may be more than one. */
  private mayLend(): boolean {
    const lent = [...this.readers].filter((reader) => reader.lent).length
    return lent < Math.max(1, this.options.most - 1)
  }

  /** It is asked nothing more while somebody waits to have one alone. */
  private firstLendable(): Reader | undefined {
    return [...this.readers].find(({ lent }) => !lent)
  }

  private async ask(reader: Reader, question: Question): Promise<void> {
    try {
      await reader.ask(question)
      if (this.waiting.length === 0 && reader.questions === 0) this.relieve(reader)
    } catch (error) {
      this.readers.delete(reader)
      // Reading again does no harm; what ended two threads would end the next.
      if (question.died) question.failed(error)
      else this.waiting.unshift(Object.assign(question, { died: true }))
    }
    this.deal()
  }

  /** Who has nothing to do takes over what waits behind another. */
  private relieve(reader: Reader): void {
    if (reader.lent || this.borrowers.length > 0) return
    for (const other of this.readers) {
      const question = other.takeBack()
      if (question !== undefined) return void this.ask(reader, question)
    }
  }

  private lendFree(): void {
    while (this.borrowers.length > 0 && this.mayLend()) {
      const free = [...this.readers].find(({ lent, questions }) => !lent && questions === 0)
      if (free === undefined) return this.more()
      free.lent = true
      this.borrowers.shift()?.done(free)
    }
  }

  private more(): void {
    if (this.opening !== null || this.readers.size >= this.options.most) return
    this.opening = this.open()
      .catch((error: unknown) => this.notOpened(error))
      .finally(() => {
        this.opening = null
        if (this.readers.size > 0) this.deal()
      })
  }

  private async open(): Promise<void> {
    const { opening, check } = this.options
    const reader = await Reader.open(opening)
    try {
      // Another file may have its name by now.
      check()
    } catch (error) {
      await reader.line.close()
      throw error
    }
    this.readers.add(reader)
    this.restLater()
  }

  private restLater(): void {
    if (this.readers.size < 2) return
    const { idle_ms = idle_ms_default } = this.options
    this.resting ??= setTimeout(() => {
      this.resting = undefined
      this.rest(performance.now() - idle_ms)
      this.restLater()
    }, idle_ms).unref()
  }

  /** The first one serves a house at rest alone. */
  private rest(since: number): void {
    const [, ...others] = this.readers
    for (const reader of others) {
      if (!reader.rests(since)) continue
      this.readers.delete(reader)
      void reader.line.close().catch(() => undefined)
    }
  }

  /** What is open serves everybody; where there is nothing, everybody is told. */
  private notOpened(error: unknown): void {
    if (this.readers.size > 0) return
    for (const { failed } of [...this.waiting.splice(0), ...this.borrowers.splice(0)]) failed(error)
  }

  private watch(): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.watching = undefined
      this.look(performance.now())
    }, stalled_ms)
    return timer.unref()
  }

  private look(now: number): void {
    const { patience_ms = patience_ms_default } = this.options
    for (const reader of this.readers) {
      const busy_ms = reader.busyFor(now)
      const ahead = busy_ms > Math.min(stalled_ms, patience_ms) ? reader.takeBack() : undefined
      if (ahead !== undefined) this.waiting.unshift(ahead)
      if (busy_ms <= patience_ms) continue
      this.readers.delete(reader)
      reader.giveUp(databaseBusy())
    }
    // A thread that is still to begin keeps nobody waiting that long.
    while (this.readers.size > 0 && now - (this.waiting[0]?.since ?? now) > wait_ms_max) {
      this.waiting.shift()?.failed(databaseBusy())
    }
    if (this.waiting.length > 0 && (this.is_short || this.readers.size === 0)) this.more()
    this.is_short = this.waiting.length > 0
    if (this.waiting.length > 0 || [...this.readers].some((one) => one.questions > 0)) this.deal()
  }
}
