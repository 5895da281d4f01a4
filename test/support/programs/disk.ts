// A disk in the hands of a test: each sync of the log waits until the test says how it ends.

import { fdatasync } from 'node:fs'
import { promisify } from 'node:util'
import type { Sync } from '../../../db/store/engines/log-sync.ts'

const sync = promisify(fdatasync)

export class Disk {
  /** Syncs that were asked for so far. */
  asked = 0
  private readonly waiting: ((fault: Error | null) => void)[] = []
  private fault: Error | null = null
  private holds = false

  readonly sync: Sync = async (log) => {
    this.asked += 1
    if (this.holds) {
      const fault = await new Promise<Error | null>((resolve) => this.waiting.push(resolve))
      if (fault !== null) throw fault
    }
    if (this.fault !== null) throw this.fault
    await sync(log)
  }

  get held(): number {
    return this.waiting.length
  }

  /** From here on each sync waits for `letGo`. */
  hold(): void {
    this.holds = true
  }

  /** The next one ends, well or with a fault. */
  letOne(fault: Error | null = null): void {
    this.waiting.shift()?.(fault)
  }

  letGo(): void {
    this.holds = false
    for (const one of this.waiting.splice(0)) one(null)
  }

  /** Every sync fails so; none with null. */
  fails(fault: Error | null): void {
    this.fault = fault
  }
}

/** What a promise has come to by now. */
export function watched<T>(work: Promise<T>): { state: string; error: unknown } {
  const seen = { state: 'waits', error: undefined as unknown }
  work.then(
    () => {
      seen.state = 'done'
    },
    (error: unknown) => {
      seen.state = 'failed'
      seen.error = error
    },
  )
  return seen
}

export async function until(what: () => boolean): Promise<void> {
  const late = performance.now() + 60_000
  while (!what()) {
    if (performance.now() > late) throw new Error('it did not come')
    await new Promise((next) => setImmediate(next))
  }
}

/** As many turns as anything takes that waits for nothing but the loop. */
export async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise((next) => setImmediate(next))
}
