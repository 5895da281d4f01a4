// A connection that is somewhere else: orders go there, answers come back, in turn.

import { databaseAway } from '../../core/refusal.ts'
import type { DatabaseRow } from './engine.ts'
import type { Opening } from './sqlite-core.ts'
import { caused, translated } from './sqlite-errors.ts'
import { errorOf } from './sqlite-faults.ts'
import type { Line } from './sqlite-line.ts'
import type { Answer, Order, Task } from './sqlite-orders.ts'
import { rowsOf } from './sqlite-rows.ts'

interface Asked {
  done: (answer: Answer) => void
  failed: (error: Error) => void
}

/** They stand in 32 bits beside the order. */
const ids_most = 2 ** 31 - 1

/** One thread or process. */
export abstract class Far {
  private readonly asked = new Map<number, Asked>()
  private last_id = 0
  private ended: Error | null = null

  protected abstract post(order: Order): void
  /** The process does not end while somebody waits for an answer. */
  protected abstract holdProcess(holds: boolean): void
  /** At once, whatever it is at. */
  abstract end(): Promise<void>

  get is_over(): boolean {
    return this.ended !== null
  }

  /** The number of an order that is about to be given. */
  nextId(): number {
    this.last_id = (this.last_id % ids_most) + 1
    return this.last_id
  }

  ask(task: Task, id = this.nextId(), place?: number): Promise<Answer> {
    if (this.ended !== null) return Promise.reject(gone(this.ended))
    return new Promise((done, failed) => {
      this.asked.set(id, { done, failed })
      if (this.asked.size === 1) this.holdProcess(true)
      this.post({ id, task, place })
    })
  }

  /** It will not be answered. */
  forget(id: number): void {
    if (this.asked.delete(id) && this.asked.size === 0) this.holdProcess(false)
  }

  protected heard(answer: Answer): void {
    const asked = this.asked.get(answer.id)
    this.forget(answer.id)
    asked?.done(answer)
  }

  protected isGone(why: Error): void {
    if (this.ended !== null) return
    this.ended = why
    const left = [...this.asked.values()]
    this.asked.clear()
    for (const { failed } of left) failed(gone(why))
  }
}

const gone = (why: Error): Error => caused(databaseAway(), why)

/** The connection of one thread or process. */
export class FarLine implements Line {
  readonly far: Far
  private readonly file: string
  private readonly release: (far: Far) => void

  private constructor(far: Far, file: string, release: (far: Far) => void) {
    this.far = far
    this.file = file
    this.release = release
  }

  /** `release` has the thread or process when the connection is closed, well or not. */
  static async open(
    far: Far,
    opening: Opening,
    release: (far: Far) => void = (one) => void one.end(),
  ): Promise<FarLine> {
    const line = new FarLine(far, opening.file, release)
    try {
      await line.told({ do: 'open', opening })
      return line
    } catch (error) {
      release(far)
      throw error
    }
  }

  get is_over(): boolean {
    return this.far.is_over
  }

  async all(text: string, values: readonly unknown[]): Promise<DatabaseRow[]> {
    return this.rowsIn(await this.told({ do: 'all', text, values }))
  }

  async run(text: string, values: readonly unknown[]): Promise<number> {
    const answer = await this.told({ do: 'run', text, values })
    return 'changes' in answer ? answer.changes : 0
  }

  async exec(text: string): Promise<void> {
    await this.told({ do: 'exec', text })
  }

  /** With the process it is in; a thread goes on to the end of its statement. */
  interrupt(): void {
    void this.far.end()
  }

  async close(): Promise<void> {
    try {
      if (!this.is_over) await this.told({ do: 'close' })
    } finally {
      this.release(this.far)
    }
  }

  /** What `all` makes of an answer that was asked of the thread itself. */
  rowsIn(answer: Answer, text?: string): DatabaseRow[] {
    if ('fault' in answer) throw translated(errorOf(answer.fault), this.file, { text })
    return 'found' in answer ? rowsOf(answer.found) : []
  }

  private async told(task: Task): Promise<Answer> {
    const answer = await this.far.ask(task)
    const text = 'text' in task ? task.text : undefined
    if ('fault' in answer) throw translated(errorOf(answer.fault), this.file, { text })
    return answer
  }
}
