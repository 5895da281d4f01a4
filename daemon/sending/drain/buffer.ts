// What one link has in hand of the queue: read in portions, held back where it may not leave now, and
// given out in turn (MSG-304, MSG-305, MSG-308).

import { clock } from '../../../db/core/clock.ts'
import type { Facts } from '../../../db/messaging/drain/facts.ts'
import { Lanes } from '../../../db/messaging/drain/lanes.ts'
import {
  type Line,
  linesOf,
  type Portion,
  portionsOf,
  type Queued,
  resumedOf,
} from '../../../db/messaging/drain/queued.ts'
import { putOffUntil, putTheseOff, spreadOver } from '../../../db/messaging/drain/waits.ts'
import { lanes as lane_of } from '../../../db/messaging/messages/words.ts'
import type { Hold, Holds } from './holds.ts'

/** Operators and lanes that go over a link now. */
export type Serves = readonly { operator: string; lane: number }[]

const portion = 500
const low_water = 200
const few = 20
export const look_again_ms = 50

export class Buffer {
  private readonly link_id: string
  private readonly holds: Holds
  private readonly lanes: Lanes<Queued>
  /** Begun and not all of it with the way yet: its parts that are left. */
  private readonly begun = new Map<string, number>()
  /** Taken and not to leave now; where it waits is written at the next step. */
  private aside: { message: Queued; hold: Hold }[] = []
  /** What left while the queue is being read: that reading may still show it as waiting. */
  private gone: Set<string> | null = null
  private hungry = true
  private woken = false
  /** Something of it could not begin: whoever has it in hand may need a moment. */
  passed_over = false
  private looked_ms = Number.NEGATIVE_INFINITY

  constructor(link_id: string, holds: Holds, promotional_share: number) {
    this.link_id = link_id
    this.holds = holds
    this.lanes = new Lanes(promotional_share)
  }

  get size(): number {
    return this.lanes.size
  }

  /** What is paused meanwhile leaves. */
  update({ paused, promotional_share, operators }: Facts, serves: Serves): void {
    this.lanes.setShare(promotional_share)
    const served = new Set(serves.map(({ operator, lane }) => `${operator} ${lane}`))
    this.lanes.keep(
      (one) =>
        !paused &&
        (one.parts !== null || served.has(`${one.operator} ${one.lane}`)) &&
        operators.get(one.operator)?.status !== 'paused' &&
        this.holds.of(one)?.why !== 'paused',
    )
  }

  /** Something may be waiting that was not there before. */
  wake(): void {
    this.hungry = true
    this.woken = true
  }

  /** Something went back to where it is read from. */
  lookAgain(): void {
    this.hungry = true
  }

  passOver(): void {
    this.hungry = true
    this.passed_over = true
  }

  /**
   * When little is left, or when something came that may belong before all that is here: a code
   * does not wait behind a full buffer of advertising. `ready` parts are out of it already.
   */
  worthLooking(ready: number): boolean {
    if (!this.hungry) return false
    if (this.size + ready < low_water && !this.passed_over) return true
    const rested = performance.now() - this.looked_ms >= look_again_ms
    return rested && (this.woken || this.passed_over)
  }

  /** One at a time; what is in hand may go on meanwhile. */
  async refill(serves: Serves, ready: number): Promise<void> {
    this.gone = new Set()
    try {
      await this.read(serves, ready)
    } finally {
      this.gone = null
    }
  }

  private async read(serves: Serves, ready: number): Promise<void> {
    const { holds } = this
    const nearly_empty = this.size + ready < low_water
    this.hungry = false
    this.woken = false
    this.passed_over = false
    this.looked_ms = performance.now()
    const now = clock.instant()
    await this.take(await resumedOf(this.link_id, now, portion))
    const lines = await linesOf('live', serves)
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

  /** The next in turn that fits; what may not leave now is put aside. */
  next(fits: (one: Queued) => boolean): Queued | undefined {
    for (;;) {
      const message = this.lanes.take(fits)
      if (message === undefined) return undefined
      const hold = this.holds.of(message)
      if (hold === null) return message
      this.aside.push({ message, hold })
    }
  }

  begin({ message_id }: Queued, parts: number): void {
    this.begun.set(message_id, parts)
  }

  hasBegun(message_id: string): boolean {
    return this.begun.has(message_id)
  }

  /** One part of it is with the way. */
  partLeft(message_id: string): void {
    const left = (this.begun.get(message_id) ?? 1) - 1
    if (left > 0) this.begun.set(message_id, left)
    else {
      this.begun.delete(message_id)
      this.gone?.add(message_id)
    }
  }

  /** Nothing of it is in hand any more. */
  letGo(message_id: string): void {
    this.begun.delete(message_id)
  }

  /** What was taken and may not leave now waits where it does not stand in anybody's way. */
  async putAside(): Promise<boolean> {
    const { aside } = this
    if (aside.length === 0) return false
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

  private portionOf(line: Line, each: number): Portion {
    return { ...line, limit: each + this.lanes.held(line.lane, line.account_id) }
  }

  /** Its window closed while it waited: all of it goes on at the next opening (MSG-478). */
  private async keepQuiet({ account_id, lane }: Line, now: string): Promise<void> {
    if (lane !== lane_of.promotional) return
    const until = this.holds.quietUntil(account_id)
    if (until !== null) await putOffUntil(account_id, lane, until, now)
  }

  private async take(found: readonly Queued[]): Promise<void> {
    const { holds } = this
    const fresh = found.filter(
      ({ message_id }) =>
        !this.begun.has(message_id) &&
        !this.lanes.has(message_id) &&
        this.gone?.has(message_id) !== true,
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

  private weightOf({ account_id }: Queued): number {
    return this.holds.turnOf(account_id)?.weight ?? 1
  }
}
