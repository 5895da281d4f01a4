// When an event that did not arrive is tried again (MSG-548): six attempts over roughly two hours.

import { minutes, seconds } from '../../core/clock.ts'

export const gaps_ms = [seconds(30), minutes(2), minutes(10), minutes(30), minutes(90)] as const
export const attempts_max = gaps_ms.length + 1

/** Time for the name, the connection, TLS, the write and the wait together. */
export const answer_within_ms = seconds(10)

/** With the second between two looks at what is due, at most one per cent or two seconds late. */
const spread = 0.005

/**
 * The gap after a failed attempt's end, or null when it was the last. A little is added, never
 * taken: a receiver that was down does not get everything it missed in one instant.
 */
export function gapAfter(attempt: number, chance: () => number = Math.random): number | null {
  const gap = gaps_ms[attempt - 1]
  return gap === undefined ? null : Math.ceil(gap * (1 + spread * chance()))
}
