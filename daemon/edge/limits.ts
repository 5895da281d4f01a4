// Open routes are counted per route and source address in clock minutes (PLT-7).

import { clock } from '../../db/core/clock.ts'
import { tooMany } from '../../db/core/refusal.ts'

export interface OpenLimits {
  sign_in: number
  open: number
}

export class OpenCounter {
  private minute = 0
  private counts = new Map<string, number>()
  /** What the other daemons counted in the same minute, as they last said. */
  private others: ReadonlyMap<string, number> = new Map()
  private changed = false
  private refusals = 0
  limits: OpenLimits

  constructor(limits: OpenLimits) {
    this.limits = limits
  }

  /** Refuses the request that is over the number. */
  take(route: string, address: string, guarded: boolean): void {
    const now = this.turnMinute()
    const key = `${route} ${address}`
    const count = (this.counts.get(key) ?? 0) + 1
    this.counts.set(key, count)
    this.changed = true
    if (count + (this.others.get(key) ?? 0) <= (guarded ? this.limits.sign_in : this.limits.open))
      return
    this.refusals += 1
    const seconds = Math.max(1, 60 - Math.floor((now % 60_000) / 1000))
    throw tooMany(`Too many requests from this address. Try again in ${seconds} seconds.`, seconds)
  }

  /** What this daemon counted in the running minute, for the others. */
  current(): { minute: number; counts: ReadonlyMap<string, number>; changed: boolean } {
    this.turnMinute()
    const { minute, counts, changed } = this
    this.changed = false
    return { minute, counts, changed }
  }

  /** What the others counted; of another minute it says nothing. */
  hear(minute: number, others: ReadonlyMap<string, number>): void {
    if (minute === this.minute) this.others = others
  }

  private turnMinute(): number {
    const now = clock.ms()
    const minute = Math.floor(now / 60_000)
    if (minute !== this.minute) {
      this.minute = minute
      this.counts = new Map()
      this.others = new Map()
    }
    return now
  }

  refused(): number {
    return this.refusals
  }
}
