// How long the loop of this process was held at a time: by the clock, and less what this thread waited
// for a processor that others had (Linux says it). On a quiet machine the two are the same.

import { existsSync, readFileSync } from 'node:fs'

export interface Held {
  /** The longest, in milliseconds. */
  longest_ms: number
  own_ms: number
}

const look_ms = 2
const file = `/proc/self/task/${process.pid}/schedstat`
const says = existsSync(file)

/** Nanoseconds on the processor, nanoseconds waiting for it, turns. */
const waitedMs = (): number =>
  says ? Number(readFileSync(file, 'utf8').split(' ')[1] ?? 0) / 1e6 : 0

export function watchLoop(): { end(): Held } {
  let longest_ms = 0
  let own_ms = 0
  let before = performance.now()
  let waited = waitedMs()
  const timer = setInterval(() => {
    const late = performance.now() - before - look_ms
    const others = waitedMs() - waited
    longest_ms = Math.max(longest_ms, late)
    own_ms = Math.max(own_ms, late - others)
    before = performance.now()
    waited = waitedMs()
  }, look_ms)
  return {
    end() {
      clearInterval(timer)
      return { longest_ms: Math.round(longest_ms), own_ms: Math.round(own_ms) }
    },
  }
}
