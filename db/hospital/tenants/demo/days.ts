// When people come: more on Mondays, hardly on Sundays, most before ten in the morning.

import type { Chance } from './chance.ts'

/** Sunday first. */
const week = [0.25, 1.5, 1.2, 1.1, 1.05, 1, 0.5]
/** By the hour of the hospital's clock. */
const hours: readonly (readonly [number, number])[] = [
  [0, 0.4],
  [2, 0.2],
  [4, 0.3],
  [6, 1.5],
  [7, 7],
  [8, 12],
  [9, 10],
  [10, 7],
  [11, 5],
  [12, 3.5],
  [13, 3],
  [14, 4],
  [15, 3],
  [16, 2],
  [17, 1.4],
  [18, 1.2],
  [20, 1],
  [22, 0.6],
]

export const day_ms = 86_400_000

/** The working days before `until`, each as likely as its day of the week. */
export function calendar(until: string, count: number): readonly (readonly [number, number])[] {
  const last = Date.parse(`${until}T00:00:00Z`)
  return Array.from({ length: count }, (_, back) => {
    const at = last - (count - 1 - back) * day_ms
    return [at, week[new Date(at).getUTCDay()] as number] as const
  })
}

/** A moment of that day; `offset_ms` is how far the hospital's clock is ahead of UTC. */
export const momentOf = (chance: Chance, day: number, offset_ms: number): number =>
  day + chance.weighed(hours) * 3_600_000 + chance.whole(0, 3_599_999) - offset_ms
