// One link at work: what is in hand goes out at its pace and within its window, and what came back is
// written down (MSG 4.10).

import { clock } from '../../../db/core/clock.ts'
import { outside } from '../../../db/store/connection.ts'
import type { Facts, LinkRow } from '../../../db/messaging/drain/facts.ts'
import { type Going, type Intent, intend } from '../../../db/messaging/drain/intents.ts'
import { counted, observed } from '../../../db/messaging/measured.ts'
import type { Log } from '../../work/jobs.ts'
import { Pace } from '../operators/pace.ts'
import type { Outcome, Place, Way } from '../operators/way.ts'
import { Buffer, look_again_ms, type Serves } from './buffer.ts'
import type { Holds } from './holds.ts'
import type { JointPaces } from './joint-paces.ts'
import type { Ledger, Taken } from './ledger.ts'
import { Replies } from './replies.ts'
import { Slices } from './slices.ts'
import { intentOf, laterOf, type Step, submissionOf } from './step.ts'

export interface Tools {
  log: Log
  daemon: string
  /** Shared by every link of this daemon, by operator; none where the operator sets no limit. */
  operatorPace(code: string): Pace | null
  holds: Holds
  joint: JointPaces
}

interface Slice extends Going {
  leaving: readonly { step: Step; place: Place; intent: Intent }[]
  rest: readonly Step[]
}
const nothing: Slice = { leaving: [], rest: [], intents: [], later: [], at: '' }

const slice_max = 500
const after_fault_ms = 1000
const pause_least_ms = 5

export class LinkWork {
  readonly link_id: string
  readonly fence: number
  readonly way: Way
  readonly ledger: Ledger
  row: LinkRow
  readonly pace: Pace
  private readonly tools: Tools
  private readonly buffer: Buffer
  private readonly slices: Slices
  private readonly replies: Replies
  private facts: Facts
  private pumping: Promise<void> | null = null
  private again = false
  private timer: NodeJS.Timeout | null = null
  /** Intents without a written answer: what a kill would leave unknown (MSG-303). */
  private open = 0
  private stopped = false
  /** Intents are asked for or written: what answers came are written with them, or with the next. */
  private sending = false
  /** After a fault: until the next try everything that came is written without it. */
  private resting = false
  private refilling: Promise<void> | null = null
  private reference = Math.floor(Math.random() * 65_536)

  constructor(row: LinkRow, fence: number, facts: Facts, way: Way, ledger: Ledger, tools: Tools) {
    const { holds } = tools
    this.link_id = row.id
    this.row = row
    this.fence = fence
    this.facts = facts
    this.way = way
    this.ledger = ledger
    this.tools = tools
    this.pace = new Pace(row.throughput_per_second)
    this.buffer = new Buffer(row.id, holds, facts.promotional_share)
    const rates = { link: this.pace, operator: (code: string) => tools.operatorPace(code), holds }
    this.slices = new Slices(this.buffer, rates, way.whole)
    this.replies = new Replies(() => this.row.error_map)
    ledger.carry = () => {
      if (!this.resting) this.pump()
      return this.sending
    }
  }

  /** New facts, every second; what is paused meanwhile leaves the buffer. */
  update(row: LinkRow, facts: Facts): void {
    this.row = row
    this.facts = facts
    this.pace.set(row.throughput_per_second)
    this.buffer.update(facts, this.serves())
    this.wake()
  }

  wake(): void {
    this.buffer.wake()
    this.pump()
  }

  pump(): void {
    if (this.stopped) return
    if (this.pumping !== null) {
      this.again = true
      return
    }
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
    this.resting = false
    this.pumping = outside(() => this.run())
      .catch((error: unknown) => {
        this.tools.log.error({ err: error }, 'a link could not go on')
        this.again = false
        this.resting = true
        this.later(after_fault_ms)
      })
      .finally(() => {
        this.pumping = null
        if (this.again) this.pump()
      })
  }

  /** No new intents; those that are open are awaited by the way itself (MSG-313). */
  async stop(): Promise<void> {
    this.stopped = true
    if (this.timer !== null) clearTimeout(this.timer)
    await this.pumping
    // Its handler has told of a fault.
    await this.refilling?.catch(() => undefined)
  }

  get buffered(): number {
    return this.buffer.size + this.slices.ready
  }

  answered(place: Place, outcome: Outcome): void {
    const answer = this.replies.answered(place, outcome)
    if (answer === undefined) return
    if (outcome.kind === 'throttled') {
      this.pace.throttle(performance.now())
      counted('throttled', 1, { link: this.row.code })
    }
    if (outcome.kind === 'rejected') this.slices.abandon(answer.facts.message_id)
    const { way, ledger } = this
    // Half a window at a time: one half is written down while the operator has the other.
    const enough = way.unanswered() === 0 || (ledger.pending + 1) * 2 >= way.capacity
    const kept = (): void => {
      this.open -= 1
      this.pump()
    }
    ledger.answer(answer, kept, enough)
  }

  late(place: Place, outcome: Outcome): void {
    const answer = this.replies.late(place, outcome)
    if (answer !== undefined) this.ledger.answer(answer)
  }

  private later(ms: number): void {
    if (this.stopped) return
    this.timer ??= setTimeout(
      () => {
        this.timer = null
        this.pump()
      },
      Math.max(1, Math.ceil(ms)),
    )
  }

  private async run(): Promise<void> {
    do {
      this.again = false
      while (!this.stopped && !this.facts.paused) {
        if (this.free(this.ledger.ripe) <= 0) break
        const filling = this.fill()
        if (filling !== null) await filling
        const some = this.cut(this.ledger.ripe)
        this.slices.putBack(some)
        if (some.length > 0) await this.send()
        // After the intents: what goes now is not to be counted among what waits.
        const moved = await this.buffer.putAside()
        if (some.length === 0 && !moved) break
      }
      this.ledger.flush()
      if (this.buffered > 0 && this.way.free() > 0 && this.open < this.way.capacity)
        this.later(Math.max(pause_least_ms, this.pace.waitMs(performance.now())))
      else if (this.buffer.passed_over) this.later(look_again_ms)
    } while (this.again && !this.stopped)
  }

  /** Read ahead, beside what is sent; waited for only where there is nothing to send. */
  private fill(): Promise<void> | null {
    const { buffer, slices } = this
    if (this.refilling === null && buffer.worthLooking(slices.ready)) {
      this.refilling = buffer.refill(this.serves(), slices.ready).finally(() => {
        this.refilling = null
      })
      this.refilling.then(
        () => this.pump(),
        (error: unknown) => {
          this.tools.log.error({ err: error }, 'a link could not read ahead')
          buffer.lookAgain()
        },
      )
    }
    if (this.refilling === null || this.buffered > 0) return null
    this.ledger.flush()
    return this.refilling
  }

  private serves(): Serves {
    return this.facts.serves.get(this.link_id) ?? []
  }

  /** `settling` answers are written in the same transaction as what takes their places. */
  private free(settling: number): number {
    return Math.min(this.way.free(), this.way.capacity - this.open + settling, slice_max)
  }

  private cut(settling: number): Step[] {
    const free = this.free(settling)
    return free > 0 ? this.slices.cut(free) : []
  }

  private async send(): Promise<void> {
    let slice: Slice = nothing
    let taken: Taken | null = null
    this.sending = true
    const owner = { link_id: this.link_id, daemon: this.tools.daemon, fence: this.fence }
    const claim = this.tools.joint.claim()
    try {
      const allowed = await intend(
        owner,
        async () => {
          // The same ones when the writer has to begin anew.
          taken ??= this.ledger.lend()
          if (taken !== null) await this.ledger.settle(taken)
          if (slice === nothing) slice = this.prepare(taken?.places ?? 0)
          return slice
        },
        claim.let,
      )
      if (taken !== null) this.ledger.written(taken)
      for (const step of slice.rest) step.resumed = true
      this.leave(slice, allowed, claim.learn())
    } catch (error) {
      // Where it was not even begun nothing was lent, and what came does not wait for the next try.
      if (taken === null) this.ledger.flush()
      else this.ledger.giveBack(taken)
      for (const { place, step } of slice.leaving) {
        this.way.release(place)
        this.buffer.letGo(step.message.message_id)
      }
      this.slices.abandonAll()
      this.buffer.lookAgain()
      throw error
    } finally {
      this.sending = false
    }
  }

  private prepare(settling: number): Slice {
    const cut = this.cut(settling)
    const places = this.way.reserve(cut.length)
    const steps = cut.slice(0, places.length)
    this.slices.putBack(cut.slice(places.length))
    const leaving = steps.map((step, at) => {
      const place = places[at] as Place
      return { step, place, intent: intentOf(step, place, this.nextReference()) }
    })
    const fresh = new Set(steps.flatMap((one) => (one.resumed ? [] : [one.message.message_id])))
    const rest = this.slices.restOf(fresh)
    const intents = leaving.map(({ intent }) => intent)
    return { leaving, rest, intents, later: rest.map(laterOf), at: clock.instant() }
  }

  private leave(
    { leaving }: Slice,
    allowed: ReadonlySet<string>,
    held_back: ReadonlySet<string>,
  ): void {
    const now = performance.now()
    const again: Step[] = []
    for (const { step, place, intent } of leaving) {
      if (allowed.has(step.part_id)) {
        this.submit(step, place, intent, now)
        continue
      }
      this.way.release(place)
      // The rest of a message that was begun keeps its turn; whatever else is read again.
      if (held_back.has(step.part_id) && step.resumed) again.push(step)
      else this.slices.abandon(step.message.message_id)
      if (held_back.has(step.part_id)) this.buffer.lookAgain()
      else this.buffer.passOver()
    }
    this.slices.putBack(again)
  }

  private nextReference(): number {
    this.reference = (this.reference + 1) % 65_536
    return this.reference
  }

  private submit(step: Step, place: Place, { user_reference }: Intent, now: number): void {
    const { message } = step
    this.pace.spend(now, step.segments)
    this.tools.operatorPace(message.operator)?.spend(now, step.segments)
    counted('submitted', step.segments, { operator: message.operator, link: this.row.code })
    if (step.number === 1 && step.attempts === 0)
      observed('submit_seconds', [Math.max(0, clock.ms() - Date.parse(message.due_at)) / 1000])
    this.open += 1
    this.replies.await(place, step.part_id, message)
    this.way.submit(place, submissionOf(step, this.row.receipts, user_reference))
    this.buffer.partLeft(message.message_id)
  }
}
