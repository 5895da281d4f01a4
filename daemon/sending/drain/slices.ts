// As many parts of one link as its window and its rates let go at a moment. A message that was begun
// is finished first, so its parts are never mixed with another's (MSG-306, MSG-307).

import type { Queued } from '../../../db/messaging/drain/queued.ts'
import { split } from '../../../db/messaging/messages/segments.ts'
import { newId } from '../../../db/core/ids.ts'
import type { Pace } from '../operators/pace.ts'
import type { Buffer } from './buffer.ts'
import type { Holds } from './holds.ts'
import type { Step } from './step.ts'

const numbers_kept_max = 50_000

export interface Rates {
  link: Pace
  /** Shared by every link of this daemon; none where the operator sets no limit. */
  operator(code: string): Pace | null
  holds: Holds
}

export class Slices {
  private readonly buffer: Buffer
  private readonly rates: Rates
  /** The way takes a message whole, whatever its segments. */
  private readonly whole: boolean
  private steps: Step[] = []
  private readonly concatenations = new Map<string, number>()

  constructor(buffer: Buffer, rates: Rates, whole: boolean) {
    this.buffer = buffer
    this.rates = rates
    this.whole = whole
  }

  get ready(): number {
    return this.steps.length
  }

  /** At most `free` of them. */
  cut(free: number): Step[] {
    const now = performance.now()
    const { link } = this.rates
    const cut: Step[] = []
    let allowance = link.allowance(now)
    const spent = new Map<string, number>()
    while (cut.length < free) {
      const [next] = this.steps
      const step = next ?? this.open((one) => this.fits(one, allowance, spent, now))
      if (step === undefined) break
      const alone = cut.length === 0 && link.mayGoAlone(now, step.segments)
      if (step.segments > allowance && !alone) break
      if (!this.operatorAllows(step.message.operator, step.segments, spent, now)) break
      this.steps.shift()
      cut.push(step)
      allowance -= step.segments
      spent.set(step.message.operator, (spent.get(step.message.operator) ?? 0) + step.segments)
    }
    return cut
  }

  /** What has no place goes back to the front, in its order. */
  putBack(steps: readonly Step[]): void {
    this.steps = [...steps, ...this.steps]
  }

  /** Parts that follow those of these messages, and have no rows yet. */
  restOf(message_ids: ReadonlySet<string>): Step[] {
    return this.steps.filter(
      ({ resumed, message }) => !resumed && message_ids.has(message.message_id),
    )
  }

  /** The rest of a message of which a part was refused, or could not be begun, stays here. */
  abandon(message_id: string): void {
    if (!this.buffer.hasBegun(message_id)) return
    this.steps = this.steps.filter(({ message }) => message.message_id !== message_id)
    this.buffer.letGo(message_id)
  }

  abandonAll(): void {
    for (const { message } of this.steps) this.buffer.letGo(message.message_id)
    this.steps = []
  }

  /** Opens the next message; its further parts stand in `steps`. */
  private open(fits: (one: Queued) => boolean): Step | undefined {
    const message = this.buffer.next(fits)
    if (message === undefined) return undefined
    this.rates.holds.spend(message)
    this.steps = this.stepsOf(message)
    // Words that retention took, or parts that are not where they were: nothing of it can go.
    if (this.steps.length === 0) return this.open(fits)
    this.buffer.begin(message, this.steps.length)
    return this.steps[0]
  }

  private stepsOf(message: Queued): Step[] {
    const pieces = this.whole ? [message.text] : split(message.text, message.encoding)
    const concatenation = pieces.length > 1 ? this.concatenate(message.phone) : 0
    const known = new Map(message.parts?.map((part) => [part.number, part]) ?? [])
    return pieces.flatMap((text, index): Step[] => {
      const number = index + 1
      const waits = known.get(number)
      if (message.parts !== null && waits === undefined) return []
      return [
        {
          message,
          part_id: waits?.part_id ?? newId(),
          number,
          parts: pieces.length,
          segments: this.whole ? message.segments : 1,
          text,
          resumed: waits !== undefined,
          attempts: waits?.attempts ?? 0,
          concatenation,
        },
      ]
    })
  }

  private fits(
    one: Queued,
    allowance: number,
    spent: ReadonlyMap<string, number>,
    now: number,
  ): boolean {
    const first = this.whole ? one.segments : 1
    if (first > allowance && !this.rates.link.mayGoAlone(now, first)) return false
    return this.operatorAllows(one.operator, first, spent, now)
  }

  private operatorAllows(
    code: string,
    segments: number,
    spent: ReadonlyMap<string, number>,
    now: number,
  ): boolean {
    const pace = this.rates.operator(code)
    if (pace === null) return true
    const already = spent.get(code) ?? 0
    if (already === 0 && pace.mayGoAlone(now, segments)) return true
    return pace.allowance(now) - already >= segments
  }

  /** An 8-bit counter per number (MSG-339); the oldest numbers are forgotten. */
  private concatenate(phone: string): number {
    const next = ((this.concatenations.get(phone) ?? Math.floor(Math.random() * 256)) + 1) % 256
    this.concatenations.delete(phone)
    this.concatenations.set(phone, next)
    if (this.concatenations.size > numbers_kept_max) {
      const [oldest] = this.concatenations.keys()
      if (oldest !== undefined) this.concatenations.delete(oldest)
    }
    return next
  }
}
