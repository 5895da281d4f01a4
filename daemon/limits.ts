// Open routes are counted per route and source address in clock minutes (PLT-7).

import { clock } from '../db/clock.ts'
import { tooMany } from '../db/refusal.ts'

export interface OpenLimits {
  sign_in: number
  open: number
}

export class OpenCounter {
  private minute = 0
  private counts = new Map<string, number>()
  limits: OpenLimits

  constructor(limits: OpenLimits) {
    this.limits = limits
  }

  /** Refuses the request that is over the number. */
  take(route: string, address: string, guarded: boolean): void {
    const now = clock.ms()
    const minute = Math.floor(now / 60_000)
    if (minute !== this.minute) {
      this.minute = minute
      this.counts = new Map()
    }
    const key = `${route} ${address}`
    const count = (this.counts.get(key) ?? 0) + 1
    this.counts.set(key, count)
    if (count <= (guarded ? this.limits.sign_in : this.limits.open)) return
    const seconds = Math.max(1, 60 - Math.floor((now % 60_000) / 1000))
    throw tooMany(`Too many requests from this address. Try again in ${seconds} seconds.`, seconds)
  }

  /** What this daemon counted in the running minute, for the others; theirs are added here. */
  current(): { minute: number; counts: ReadonlyMap<string, number> } {
    return { minute: this.minute, counts: this.counts }
  }

  add(minute: number, key: string, count: number): void {
    if (minute === this.minute) this.counts.set(key, (this.counts.get(key) ?? 0) + count)
  }
}
