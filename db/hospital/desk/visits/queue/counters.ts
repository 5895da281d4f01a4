// The rooms or desks that share a queue.

import { invalid } from '../../../../core/refusal.ts'
import type { PointRow } from '../../service-points/service-points.ts'

export function counterOf({ name, counters }: PointRow, typed: string): string {
  const known = counters.find((counter) => counter.toLowerCase() === typed.trim().toLowerCase())
  if (known === undefined) throw invalid('counter:', `${name} has no counter "${typed}".`)
  return known
}
