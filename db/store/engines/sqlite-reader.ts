// One thread that reads, and what it was asked: one question that it is at, and perhaps one ahead of it,
// which can be taken back.

import type { DatabaseRow } from './engine.ts'
import type { Opening } from './sqlite-core.ts'
import { FarLine } from './sqlite-far.ts'
import { setWaiting, takeBack } from './sqlite-orders.ts'
import { giveBack, orders_ahead, type SqliteThread, takeThread } from './sqlite-thread.ts'

export interface Question {
  readonly text: string
  readonly values: readonly unknown[]
  readonly since: number
  readonly done: (rows: DatabaseRow[]) => void
  readonly failed: (error: unknown) => void
  /** A thread died over it once. */
  died: boolean
}

interface Asked {
  question: Question
  id: number
  place: number
}

export class Reader {
  /** To one piece of work alone. */
  lent = false
  readonly line: FarLine
  private readonly thread: SqliteThread
  private readonly asked: Asked[] = []
  /** When it began what it is at, or was through with the last of it, as near as can be known. */
  private since = performance.now()

  private constructor(thread: SqliteThread, line: FarLine) {
    this.thread = thread
    this.line = line
  }

  static async open(opening: Opening): Promise<Reader> {
    const thread = takeThread()
    return new Reader(thread, await FarLine.open(thread, opening, giveBack))
  }

  get questions(): number {
    return this.asked.length
  }

  get takes_more(): boolean {
    return !this.lent && this.asked.length < orders_ahead
  }

  /** How long it is at its question. */
  busyFor(now: number): number {
    return this.asked.length === 0 ? 0 : now - this.since
  }

  returned(): void {
    this.lent = false
    this.since = performance.now()
  }

  /** It has had nothing to do since then. */
  rests(then: number): boolean {
    return !this.lent && this.asked.length === 0 && this.since < then
  }

  /** Throws where the thread ended over it; what SQLite says of the question is told whoever asked. */
  async ask(question: Question): Promise<void> {
    const { text, values } = question
    const id = this.thread.nextId()
    const place = this.asked[0]?.place === 0 ? 1 : 0
    if (this.asked.length === 0) this.since = performance.now()
    this.asked.push({ question, id, place })
    setWaiting(this.thread.places, place, id)
    try {
      const answer = await this.thread.ask({ do: 'all', text, values }, id, place)
      question.done(this.line.rowsIn(answer, text))
    } catch (error) {
      if (this.line.is_over) throw error
      question.failed(error)
    } finally {
      this.settled(id)
    }
  }

  /** The question that it has not begun. */
  takeBack(): Question | undefined {
    const [, ahead] = this.asked
    if (ahead === undefined) return undefined
    if (!takeBack(this.thread.places, ahead.place, ahead.id)) return undefined
    this.thread.forget(ahead.id)
    this.asked.pop()
    return ahead.question
  }

  /** A thread in the middle of a statement goes on alone until that is through. */
  giveUp(why: Error): void {
    for (const { question } of this.asked) {
      question.died = true
      question.failed(why)
    }
    void this.thread.end()
  }

  private settled(id: number): void {
    const at = this.asked.findIndex((one) => one.id === id)
    if (at >= 0) this.asked.splice(at, 1)
    this.since = performance.now()
  }
}
