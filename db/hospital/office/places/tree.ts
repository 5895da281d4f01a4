// Units below units: departments and locations both stand in trees of which no branch closes a ring.

import { invalid } from '../../../core/refusal.ts'

interface Unit {
  id: string
  parent_id: string | null
}

/** Refuses a parent that is the unit itself or stands below it; answers how many stand above. */
export function levelsAbove(
  units: readonly Unit[],
  id: string | null,
  parent_id: string | null,
): number {
  const by_id = new Map(units.map((unit) => [unit.id, unit]))
  let levels = 0
  for (let at = parent_id; at !== null; at = by_id.get(at)?.parent_id ?? null) {
    if (at === id || levels > units.length) throw invalid('parent_id', 'would make a circle.')
    levels += 1
  }
  return levels
}

/** How many levels a unit fills with what stands below it; one when nothing does. */
export function height(units: readonly Unit[], id: string): number {
  const below = units.filter((unit) => unit.parent_id === id)
  return 1 + Math.max(0, ...below.map((unit) => height(units, unit.id)))
}
