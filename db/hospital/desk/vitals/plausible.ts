// Readings that cannot be, and readings that are asked about again (VIT-2), pure.

import { fits, type Person, type PlausibilityRow } from './rows.ts'
import type { Measures } from './scoring.ts'

export interface Faults {
  /** Each a whole sentence. */
  refused: { field: string; message: string }[]
  unusual: { field: string; message: string }[]
}

export interface LastWeight {
  weight: number
  days_ago: number
}

export function faultsOf(
  rows: readonly PlausibilityRow[],
  person: Person,
  measures: Measures,
  last_weight: LastWeight | null,
): Faults {
  const found: Faults = { refused: [], unusual: [] }
  for (const row of rows) {
    const value = measures[row.field]
    if (typeof value !== 'number' || !fits(row, person)) continue
    if (row.percent !== undefined) {
      const message = changed(row, value, last_weight)
      if (message !== null) found.unusual.push({ field: row.field, message })
      continue
    }
    const said = `${row.field} ${value} ${row.unit} is`
    if (beyond(value, row.refuse_min, row.refuse_max)) {
      const limits = `${row.refuse_min}–${row.refuse_max}`
      const message = `${said} not possible (${limits}). Check the reading.`
      found.refused.push({ field: row.field, message })
    } else if (beyond(value, row.confirm_min, row.confirm_max)) {
      const limits = `${row.confirm_min}–${row.confirm_max}`
      const message = `${said} unusual (${limits}). Measure again, or confirm it with a reason.`
      found.unusual.push({ field: row.field, message })
    }
  }
  return found
}

const beyond = (value: number, min: number | undefined, max: number | undefined): boolean =>
  (min !== undefined && value < min) || (max !== undefined && value > max)

function changed(row: PlausibilityRow, weight: number, last: LastWeight | null): string | null {
  if (last === null || last.days_ago > (row.within_days ?? 0)) return null
  const change = (Math.abs(weight - last.weight) / last.weight) * 100
  if (change <= (row.percent ?? Infinity)) return null
  return `weight ${weight} kg was ${last.weight} kg ${last.days_ago} days ago. Measure again, or confirm it with a reason.`
}
