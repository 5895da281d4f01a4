// An amount spread by weight, of which no part is above what it bears; the others take the rest.

import { largestRemainder } from '../../../core/kinds/spread.ts'

export function shares(
  amount: number,
  parts: readonly { weight: number; most: number }[],
): number[] {
  const wanted = largestRemainder(
    amount,
    parts.map(({ weight }) => weight),
  )
  const given = wanted.map((one, at) => Math.min(one, parts[at]?.most ?? 0))
  let left = amount - given.reduce((sum, one) => sum + one, 0)
  for (const [at, { most }] of parts.entries()) {
    const more = Math.min(left, most - (given[at] ?? 0))
    given[at] = (given[at] ?? 0) + more
    left -= more
  }
  return given
}
