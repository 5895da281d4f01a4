// What a count of tablets says of adherence (TBC-17). Nothing is read or written.

import type { AdherenceClass } from '../words.ts'

export interface PillCount {
  dispensed: number
  carried_over: number
  returned: number
  days: number
  units_per_day: number
}

const tenth = (pct: number): number => Math.round(pct * 10) / 10

export function adherenceOf({
  dispensed,
  carried_over,
  returned,
  days,
  units_per_day,
}: PillCount): {
  pct: number
  class: AdherenceClass
} {
  const due = days * units_per_day
  const pct = due <= 0 ? 0 : ((dispensed + carried_over - returned) / due) * 100
  return { pct: tenth(pct), class: classOf(pct) }
}

export function classOf(pct: number): AdherenceClass {
  if (pct > 110) return 'UNCERTAIN'
  if (pct >= 95) return 'GOOD'
  return pct >= 85 ? 'FAIR' : 'POOR'
}

/** As the client tells it. */
export const adherenceTold = (missed_days: number, days: number) => {
  const pct = days <= 0 ? 100 : ((days - Math.min(days, missed_days)) / days) * 100
  return { pct: tenth(pct), class: classOf(pct) }
}
