// Flags of single values (VIT-4), pure: the first row that fits says what is normal, the first
// critical one what is dangerous. Where no band fits there is no flag, and never `normal`.

import { fits, inside, type LimitRow, type Person, type RangeRow } from './rows.ts'
import type { Measures } from './scoring.ts'
import type { flag_words } from './words.ts'

export interface Flag {
  field: string
  flag: (typeof flag_words)[number]
  low: number | null
  high: number | null
  band: string | null
}

export function flagsOf(
  ranges: readonly RangeRow[],
  limits: readonly LimitRow[],
  person: Person,
  measures: Measures,
): Flag[] {
  const fields = [...new Set([...ranges, ...limits].map(({ field }) => field))]
  return fields.flatMap((field) => {
    const value = measures[field]
    if (value === null || value === undefined) return []
    return flagOf(ranges, limits, person, measures, field, value) ?? []
  })
}

function flagOf(
  ranges: readonly RangeRow[],
  limits: readonly LimitRow[],
  person: Person,
  measures: Measures,
  field: string,
  value: unknown,
): Flag | undefined {
  const range = ranges.find(
    (row) => row.field === field && fits(row, person) && inContext(row, measures),
  )
  const critical = criticalOf(limits, person, field, value)
  const flag = critical ?? outside(range, field, value)
  if (flag === undefined) return undefined
  return {
    field,
    flag,
    low: range?.min ?? null,
    high: range?.max ?? null,
    band: range?.band ?? null,
  }
}

const inContext = (row: RangeRow, measures: Measures): boolean =>
  row.context === undefined || row.context === measures['glucose_context']

function criticalOf(
  limits: readonly LimitRow[],
  person: Person,
  field: string,
  value: unknown,
): Flag['flag'] | undefined {
  for (const side of ['LOW', 'HIGH'] as const) {
    // The first row of a side that fits this person speaks for it; the others are for other people.
    const row = limits.find(
      (one) =>
        one.field === field && one.side === side && one.percent === undefined && fits(one, person),
    )
    if (row !== undefined && reached(row, value)) return `CRITICAL_${side}`
  }
  return undefined
}

const reached = (row: LimitRow, value: unknown): boolean =>
  row.values === undefined
    ? typeof value === 'number' && inside(row, value)
    : row.values.includes(String(value))

function outside(
  range: RangeRow | undefined,
  field: string,
  value: unknown,
): Flag['flag'] | undefined {
  if (field === 'consciousness') return value === 'ALERT' ? undefined : 'LOW'
  if (range === undefined || typeof value !== 'number') return undefined
  if (range.min !== null && value < range.min) return 'LOW'
  return range.max !== null && value > range.max ? 'HIGH' : undefined
}
