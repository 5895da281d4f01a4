// One link at work: what waits for it, its pace, its window, and what came back (MSG 4.10).

import { clock } from '../../db/clock.ts'
import { outside } from '../../db/connection.ts'
import type { PartAnswer, Settled } from '../../db/messaging/drain/answers.ts'
import type { Facts, LinkRow } from '../../db/messaging/drain/facts.ts'
import { type Intent, intend, type Later } from '../../db/messaging/drain/intents.ts'
import { Lanes } from '../../db/messaging/drain/lanes.ts'
import { split } from '../../db/messaging/messages/segments.ts'
import { lanes as lane_of } from '../../db/messaging/messages/words.ts'
import {
  linesOf,
  type Line,
  portionsOf,
  type Queued,
  resumedOf,
} from '../../db/messaging/drain/queued.ts'
import { putOffUntil, putTheseOff, spreadOver } from '../../db/messaging/drain/waits.ts'
import { rejectionReason } from '../../db/messaging/drain/words.ts'
import { counted, observed } from '../../db/messaging/measured.ts'
import { newId } from '../../db/ids.ts'
import type { Log } from '../jobs.ts'
import { Pace } from '../operators/pace.ts'
import type { Outcome, Place, Submission, Way } from '../operators/way.ts'
import type { Hold, Holds } from './holds.ts'
import type { Ledger } from './ledger.ts'

/** One part of a message in hand. */
interface Step {
  message: Queued
  part_id: string
  number: number
  parts: number
  segments: number
  text: string
  resumed: boolean
  attempts: number
  concatenation: number
}

export interface Tools {
  log: Log
  daemon: string
  /** Shared by every link of this daemon, by operator; none where the operator sets no limit. */
  operatorPace(code: string): Pace | null
  holds: Holds
}

const portion = 500
const low_water = 200
const slice_max = 500
const few = 20
const look_again_ms = 50
const temporary_most = 20
const unsent_wait_ms = 1000
const late_kept_max = 10_000

export class LinkWork {
  readonly link_id: string
  readonly fence: number
  readonly way: Way
  readonly ledger: Ledger
  row: LinkRow
  readonly pace: Pace
  private readonly tools: Tools
  private readonly lanes: Lanes<Queued>
  private facts: Facts
  /** Parts of one message are never mixed with another's: it is finished first (MSG-307). */
  private steps: Step[] = []
  private readonly in_hand = new Map<string, number>()
  private readonly in_flight = new Map<string, PartAnswer>()
  private readonly overdue = new Map<string, PartAnswer>()
  private pumping: Promise<void> | null = null
  private again = false
  private timer: NodeJS.Timeout | null = null
  /** Intents without a written answer: what a kill would leave unknown (MSG-303). */
  private open = 0
  private stopped = false
  private hungry = true
  private woken = false
  private looked_ms = Number.NEGATIVE_INFINITY
  private reference = Math.floor(Math.random() * 65_536)
  private readonly concatenations = new Map<string, number>()
  /** Taken from the buffer and not to leave now; where it waits is written at the next step. */
  private aside: { message: Queued; hold: Hold }[] = []

  constructor(row: LinkRow, fence: number, facts: Facts, way: Way, ledger: Ledger, tools: Tools) {
    this.link_id = row.id
    this.row = row
    this.fence = fence
    this.facts = facts
    this.way = way
    this.ledger = ledger
    this.tools = tools
    this.pace = new Pace(row.throughput_per_second)
    this.lanes = new Lanes(facts.promotional_share)
  }

  /** New facts, every second; what is paused meanwhile leaves the buffer. */
  update(row: LinkRow, facts: Facts): void {
    this.row = row
    this.facts = facts
    this.pace.set(row.throughput_per_second)
    this.lanes.setShare(facts.promotional_share)
    const serves = new Set(this.serves().map(({ operator, lane }) => `${operator} ${lane}`))
    this.lanes.keep(
      (one) =>
        !facts.paused &&
        (one.parts !== null || serves.has(`${one.operator} ${one.lane}`)) &&
        facts.operators.get(one.operator)?.status !== 'paused' &&
        this.tools.holds.of(one)?.why !== 'paused',
    )
    this.wake()
  }

  /** Something may be waiting that was not there before. */
  wake(): void {
    this.hungry = true
    this.woken = true
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
    this.pumping = outside(() => this.run())
      .catch((error: unknown) => {
        this.tools.log.error({ err: error }, 'a link could not go on')
        this.again = false
        this.later(1000)
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
  }

  get buffered(): number {
    return this.lanes.size + this.steps.length
  }

  answered(place: Place, outcome: Outcome): void {
    const key = keyOf(place)
    const open = this.in_flight.get(key)
    if (open === undefined) return
    this.in_flight.delete(key)
    if (outcome.kind === 'unknown') this.remember(key, open)
    if (outcome.kind === 'throttled') {
      this.pace.throttle(performance.now())
      counted('throttled', 1, { link: this.row.code })
    }
    if (outcome.kind === 'rejected') this.abandon(open.facts.message_id)
    this.ledger.answer(
      { ...open, settled: this.settledBy(outcome, open), ...followsOf(outcome) },
      () => {
        this.open -= 1
        this.pump()
      },
    )
  }

  late(place: Place, outcome: Outcome): void {
    const key = keyOf(place)
    const open = this.overdue.get(key)
    this.overdue.delete(key)
    if (open === undefined || outcome.kind === 'unknown' || outcome.kind === 'unsent') return
    this.ledger.answer({ ...open, settled: this.settledBy(outcome, open), late: true })
  }

  /** The rest of a message of which a part was refused stays here. */
  private abandon(message_id: string): void {
    if (!this.in_hand.has(message_id)) return
    this.steps = this.steps.filter(({ message }) => message.message_id !== message_id)
    this.in_hand.delete(message_id)
  }

  private remember(key: string, open: PartAnswer): void {
    if (this.overdue.size >= late_kept_max) {
      const [oldest] = this.overdue.keys()
      if (oldest !== undefined) this.overdue.delete(oldest)
    }
    this.overdue.set(key, open)
  }

  private settledBy(outcome: Outcome, { facts }: PartAnswer): Settled {
    const later = (ms: number) => new Date(clock.ms() + ms).toISOString()
    switch (outcome.kind) {
      case 'accepted':
        return { state: 'accepted', operator_message_id: outcome.id }
      case 'throttled':
        return { state: 'waiting', code: outcome.code, due_at: later(1000), tried: false }
      case 'unsent':
        return { state: 'waiting', code: null, due_at: later(unsent_wait_ms), tried: false }
      case 'later': {
        const { tries } = facts as Queued
        if (tries + 1 >= temporary_most)
          return { state: 'rejected', code: outcome.code, reason: 'operator_error' }
        const wait_ms = Math.min(1000 * 2 ** Math.min(tries, 6), 60_000)
        return { state: 'waiting', code: outcome.code, due_at: later(wait_ms), tried: true }
      }
      case 'rejected':
        return {
          state: 'rejected',
          code: outcome.code,
          reason: rejectionReason(this.row.error_map, outcome.code, outcome.reason),
        }
      case 'unknown':
        return { state: 'unknown' }
    }
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
        const free = Math.min(this.way.free(), this.way.capacity - this.open)
        if (free <= 0) break
        if (this.hungry && this.worthLooking()) await this.refill()
        const slice = this.slice(Math.min(free, slice_max))
        if (slice.length > 0) await this.send(slice)
        // After the intents: what goes now is not to be counted among what waits.
        const moved = this.aside.length > 0 && (await this.putAside())
        if (slice.length === 0 && !moved) break
      }
      if (this.buffered > 0 && this.way.free() > 0 && this.open < this.way.capacity)
        this.later(Math.max(5, this.pace.waitMs(performance.now())))
    } while (this.again && !this.stopped)
  }

  private serves(): readonly { operator: string; lane: number }[] {
    return this.facts.serves.get(this.link_id) ?? []
  }

  /**
   * When little is left, or when something came that may belong before all that is here: a code
   * does not wait behind a full buffer of advertising.
   */
  private worthLooking(): boolean {
    if (this.buffered < low_water) return true
    return this.woken && performance.now() - this.looked_ms >= look_again_ms
  }

  private async refill(): Promise<void> {
    const { holds } = this.tools
    const nearly_empty = this.buffered < low_water
    this.hungry = false
    this.woken = false
    this.looked_ms = performance.now()
    const now = clock.instant()
    await this.take(await resumedOf(this.link_id, now, portion))
    const lines = await linesOf('live', this.serves())
    if (lines.length === 0) return
    await holds.askAccounts(lines.map(({ account_id }) => account_id))
    const going = lines.filter(
      ({ lane, account_id }) =>
        holds.turnOf(account_id)?.held !== true &&
        (nearly_empty || this.lanes.held(lane, account_id) < few),
    )
    for (const line of going) await this.keepQuiet(line, now)
    const each = Math.max(few, Math.ceil((portion * 2) / Math.max(1, going.length)))
    for (let at = 0; at < going.length; at += 20) {
      const asked = going.slice(at, at + 20).map((line) => this.portionOf(line, each))
      const found = await portionsOf('live', asked, now)
      await this.take(found)
      if (found.length > 0) this.hungry = true
    }
  }

  private portionOf(line: Line, each: number) {
    return { ...line, limit: each + this.lanes.held(line.lane, line.account_id) }
  }

  /** Its window closed while it waited: all of it goes on at the next opening (MSG-478). */
  private async keepQuiet({ account_id, lane }: Line, now: string): Promise<void> {
    if (lane !== lane_of.promotional) return
    const until = this.tools.holds.quietUntil(account_id)
    if (until !== null) await putOffUntil(account_id, lane, until, now)
  }

  private async take(found: readonly Queued[]): Promise<void> {
    const { holds } = this.tools
    const fresh = found.filter(
      ({ message_id }) => !this.in_hand.has(message_id) && !this.lanes.has(message_id),
    )
    if (fresh.length === 0) return
    const strangers = fresh.filter(({ account_id }) => holds.turnOf(account_id) === undefined)
    if (strangers.length > 0) await holds.askAccounts(strangers.map((one) => one.account_id))
    await holds.askCampaigns(fresh.map(({ campaign_id }) => campaign_id))
    for (const message of fresh) {
      const hold = holds.of(message)
      if (hold === null)
        this.lanes.add(message, message.parts === null ? this.weightOf(message) : 1)
      else this.aside.push({ message, hold })
    }
  }

  private weightOf = ({ account_id }: Queued): number =>
    this.tools.holds.turnOf(account_id)?.weight ?? 1

  /** What was taken and may not leave now waits where it does not stand in anybody's way. */
  private async putAside(): Promise<boolean> {
    const { aside } = this
    this.aside = []
    const now = clock.instant()
    const quiet = new Map<string, string[]>()
    const campaigns = new Map<string, Extract<Hold, { why: 'minute' }>>()
    for (const { message, hold } of aside) {
      if (hold.why === 'quiet')
        quiet.set(hold.until, [...(quiet.get(hold.until) ?? []), message.message_id])
      if (hold.why === 'minute') campaigns.set(hold.campaign_id, hold)
    }
    for (const [until, ids] of quiet) await putTheseOff(ids, until, now)
    for (const { campaign_id, per_minute, from_ms } of campaigns.values())
      await spreadOver(campaign_id, per_minute, from_ms, now)
    const moved = quiet.size + campaigns.size > 0
    if (moved) this.hungry = true
    return moved
  }

  /** As many parts as window and rates let go now; a message once begun comes first. */
  private slice(free: number): Step[] {
    const now = performance.now()
    const steps: Step[] = []
    let allowance = this.pace.allowance(now)
    const spent = new Map<string, number>()
    while (steps.length < free) {
      const [next] = this.steps
      const step = next ?? this.nextStep((one) => this.fits(one, allowance, spent, now))
      if (step === undefined) break
      const alone = steps.length === 0 && this.pace.mayGoAlone(now, step.segments)
      if (step.segments > allowance && !alone) break
      if (!this.operatorAllows(step.message.operator, step.segments, spent, now)) break
      this.steps.shift()
      steps.push(step)
      allowance -= step.segments
      spent.set(step.message.operator, (spent.get(step.message.operator) ?? 0) + step.segments)
    }
    return steps
  }

  private fits(
    one: Queued,
    allowance: number,
    spent: ReadonlyMap<string, number>,
    now: number,
  ): boolean {
    const first = this.way.whole ? one.segments : 1
    if (first > allowance && !this.pace.mayGoAlone(now, first)) return false
    return this.operatorAllows(one.operator, first, spent, now)
  }

  private operatorAllows(
    code: string,
    segments: number,
    spent: ReadonlyMap<string, number>,
    now: number,
  ): boolean {
    const pace = this.tools.operatorPace(code)
    if (pace === null) return true
    const already = spent.get(code) ?? 0
    if (already === 0 && pace.mayGoAlone(now, segments)) return true
    return pace.allowance(now) - already >= segments
  }

  /** Opens the next message; its further parts stand in `steps`. */
  private nextStep(fits: (one: Queued) => boolean): Step | undefined {
    const message = this.takeNext(fits)
    if (message === undefined) return undefined
    this.tools.holds.spend(message)
    const pieces = this.way.whole ? [message.text] : split(message.text, message.encoding)
    const concatenation = pieces.length > 1 ? this.concatenate(message.phone) : 0
    const known = new Map(message.parts?.map((part) => [part.number, part]) ?? [])
    this.steps = pieces.flatMap((text, index): Step[] => {
      const number = index + 1
      const waits = known.get(number)
      if (message.parts !== null && waits === undefined) return []
      return [
        {
          message,
          part_id: waits?.part_id ?? newId(),
          number,
          parts: pieces.length,
          segments: this.way.whole ? message.segments : 1,
          text,
          resumed: waits !== undefined,
          attempts: waits?.attempts ?? 0,
          concatenation,
        },
      ]
    })
    // Words that retention took, or parts that are not where they were: nothing of it can go.
    if (this.steps.length === 0) return this.nextStep(fits)
    this.in_hand.set(message.message_id, this.steps.length)
    return this.steps[0]
  }

  private takeNext(fits: (one: Queued) => boolean): Queued | undefined {
    for (;;) {
      const message = this.lanes.take(fits)
      if (message === undefined) return undefined
      const hold = this.tools.holds.of(message)
      if (hold === null) return message
      this.aside.push({ message, hold })
    }
  }

  /** An 8-bit counter per number (MSG-339); the oldest numbers are forgotten. */
  private concatenate(phone: string): number {
    const next = ((this.concatenations.get(phone) ?? Math.floor(Math.random() * 256)) + 1) % 256
    this.concatenations.delete(phone)
    this.concatenations.set(phone, next)
    if (this.concatenations.size > 50_000) {
      const [oldest] = this.concatenations.keys()
      if (oldest !== undefined) this.concatenations.delete(oldest)
    }
    return next
  }

  private async send(slice: readonly Step[]): Promise<void> {
    const places = this.way.reserve(slice.length)
    const steps = slice.slice(0, places.length)
    // What has no place goes back to the front, in its order.
    this.steps = [...slice.slice(places.length), ...this.steps]
    if (steps.length === 0) return
    const intents = steps.map((step, at) => this.intentOf(step, places[at] as Place))
    const fresh = new Set(steps.flatMap((one) => (one.resumed ? [] : [one.message.message_id])))
    const rest = this.steps.filter((one) => !one.resumed && fresh.has(one.message.message_id))
    let allowed: ReadonlySet<string>
    try {
      allowed = await intend(
        { link_id: this.link_id, daemon: this.tools.daemon, fence: this.fence },
        intents,
        rest.map(laterOf),
        clock.instant(),
      )
    } catch (error) {
      for (const place of places) this.way.release(place)
      for (const { message } of [...steps, ...this.steps]) this.in_hand.delete(message.message_id)
      this.steps = []
      this.hungry = true
      throw error
    }
    for (const step of rest) step.resumed = true
    const now = performance.now()
    for (const [at, step] of steps.entries()) {
      const place = places[at] as Place
      if (allowed.has(step.part_id)) this.submit(step, place, intents[at] as Intent, now)
      else {
        this.way.release(place)
        this.steps = this.steps.filter((one) => one.message !== step.message)
        this.in_hand.delete(step.message.message_id)
      }
    }
  }

  private submit(step: Step, place: Place, intent: Intent, now: number): void {
    const { message } = step
    this.pace.spend(now, step.segments)
    this.tools.operatorPace(message.operator)?.spend(now, step.segments)
    counted('submitted', step.segments, { operator: message.operator, link: this.row.code })
    if (step.number === 1 && step.attempts === 0)
      observed('submit_seconds', [Math.max(0, clock.ms() - Date.parse(message.due_at)) / 1000])
    this.open += 1
    this.in_flight.set(keyOf(place), {
      part_id: step.part_id,
      facts: message,
      settled: { state: 'unknown' },
    })
    this.way.submit(place, this.submissionOf(step, intent))
    this.dropped(step)
  }

  private dropped({ message }: Step): void {
    const left = (this.in_hand.get(message.message_id) ?? 1) - 1
    if (left <= 0) this.in_hand.delete(message.message_id)
    else this.in_hand.set(message.message_id, left)
  }

  private intentOf(step: Step, place: Place): Intent {
    this.reference = (this.reference + 1) % 65_536
    return {
      message: step.message,
      part_id: step.part_id,
      number: step.number,
      segments: step.segments,
      bind: place.bind,
      sequence: place.sequence,
      user_reference: this.reference,
      resumed: step.resumed,
    }
  }

  private submissionOf(step: Step, { user_reference }: Intent): Submission {
    const { message } = step
    return {
      part_id: step.part_id,
      message_id: message.message_id,
      to: message.phone,
      sender_id: message.sender_id,
      text: step.text,
      encoding: message.encoding,
      number: step.number,
      parts: step.parts,
      segments: message.segments,
      reference: message.reference,
      valid_for_s: Math.max(1, (Date.parse(message.valid_until) - clock.ms()) / 1000),
      wants_receipt: this.wantsReceipt(step),
      user_reference,
      concatenation: step.concatenation,
      attempts: step.attempts,
      waited_ms: clock.ms() - Date.parse(message.created_at),
    }
  }

  private wantsReceipt({ number, parts }: Step): boolean {
    switch (this.row.receipts) {
      case 'every_part':
        return true
      case 'first_part':
        return number === 1
      case 'last_part':
        return number === parts
      case 'none':
        return false
    }
  }
}

const followsOf = (outcome: Outcome) =>
  'follows' in outcome && outcome.follows !== undefined ? { follows: outcome.follows } : {}

const keyOf = ({ bind, sequence }: Place): string => `${bind} ${sequence}`

const laterOf = ({ message, part_id, number, segments }: Step): Later => ({
  message_id: message.message_id,
  hospital_id: message.hospital_id,
  part_id,
  number,
  segments,
  phone: message.phone,
})
