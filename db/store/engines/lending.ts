// Connections that are lent to one piece of work at a time and opened when they are needed: each reads the
// whole schema at its first question, which takes a core longer than most commands and holds megabytes for
// as long as it lives.

import type { Line } from './sqlite-line.ts'

export interface LendingOptions {
  most: number
  open: () => Promise<Line>
  /** One that nobody needed for so long is closed. */
  idle_ms?: number
}

export class Lending {
  private readonly options: LendingOptions
  /** Or being opened. */
  private readonly opened = new Set<Promise<Line>>()
  private readonly by_line = new Map<Line, Promise<Line>>()
  private readonly free: Line[] = []
  private readonly waiting: ((line: Line | null) => void)[] = []
  private idle: NodeJS.Timeout | undefined

  constructor(options: LendingOptions) {
    this.options = options
  }

  async use<T>(work: (line: Line) => Promise<T>): Promise<T> {
    const line = await this.take()
    try {
      return await work(line)
    } finally {
      this.put(line)
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.idle)
    const lines = await Promise.allSettled(this.opened)
    const open = lines.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    await Promise.all(open.map((line) => line.close()))
  }

  private async take(): Promise<Line> {
    const line = this.free.pop()
    if (line !== undefined) return line.is_over === true ? this.dropped(line) : line
    const another = this.opened.size < this.options.most ? await this.another() : null
    return another ?? this.handed()
  }

  private dropped(line: Line): Promise<Line> {
    this.drop(line)
    return this.take()
  }

  private put(line: Line): void {
    if (line.is_over === true) {
      this.drop(line)
      // Whoever waited opens one of his own.
      this.waiting.shift()?.(null)
      return
    }
    // Handed on, so that nobody who comes later is before whoever waits.
    const next = this.waiting.shift()
    if (next !== undefined) return next(line)
    this.free.push(line)
    this.restLater()
  }

  private drop(line: Line): void {
    const opening = this.by_line.get(line)
    this.by_line.delete(line)
    if (opening !== undefined) this.opened.delete(opening)
    void line.close().catch(() => undefined)
  }

  private restLater(): void {
    const { idle_ms } = this.options
    if (idle_ms === undefined) return
    clearTimeout(this.idle)
    this.idle = setTimeout(() => {
      for (const line of this.free.splice(0)) this.drop(line)
    }, idle_ms)
    this.idle.unref()
  }

  /** Null where no more can be had than are open: then those serve everybody. */
  private async another(): Promise<Line | null> {
    const opening = this.options.open()
    this.opened.add(opening)
    try {
      const line = await opening
      this.by_line.set(line, opening)
      return line
    } catch (error) {
      this.opened.delete(opening)
      // Whoever waited for this one tries by himself.
      this.waiting.shift()?.(null)
      if (this.by_line.size === 0) throw error
      return null
    }
  }

  private async handed(): Promise<Line> {
    // One may have been given back while another was to be opened.
    const line =
      this.free.pop() ?? (await new Promise<Line | null>((resolve) => this.waiting.push(resolve)))
    return line ?? this.take()
  }
}
