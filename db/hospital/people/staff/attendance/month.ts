// A month of attendance.

import { nextDay } from '../../../../core/clock.ts'

export interface Month {
  year: number
  month: number
  first: string
  last: string
}

const dayOf = (year: number, month: number): string =>
  `${year}-${String(month).padStart(2, '0')}-01`

export function monthOf({
  period_year: year,
  period_month: month,
}: {
  period_year: number
  period_month: number
}): Month {
  const next = month === 12 ? dayOf(year + 1, 1) : dayOf(year, month + 1)
  return { year, month, first: dayOf(year, month), last: nextDay(next, -1) }
}

/** March 2026. */
export const monthSaid = ({ first }: Month): string =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(first),
  )
