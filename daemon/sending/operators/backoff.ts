// How long to wait before the next attempt: 1, 2, 4 … 60 s, a fifth more or less (MSG-337).

import { seconds } from '../../../db/core/clock.ts'

const longest_ms = seconds(60)

export function backoffMs(failures: number, chance: () => number = Math.random): number {
  const plain = Math.min(seconds(1) * 2 ** Math.min(failures, 10), longest_ms)
  return Math.round(plain * (0.8 + 0.4 * chance()))
}
