// A month of pay.

import { nextDay } from '../../../../core/clock.ts'
import { daysBetween } from '../../../office/plans/days.ts'

export interface Period {
  year: number
  month: number
  first: string
  last: string
  days: number
}

export function periodOf(year: number, month: number): Period {
  const first = `${year}-${String(month).padStart(2, '0')}-01`
  const next = month === 12 ? `${year + 1}-01-01` : nameOf(year, month + 1)
  const last = nextDay(next, -1)
  return { year, month, first, last, days: daysBetween(first, last) + 1 }
}

const nameOf = (year: number, month: number): string =>
  `${year}-${String(month).padStart(2, '0')}-01`

/** `2026-03`. */
export const monthName = (year: number, month: number): string => nameOf(year, month).slice(0, 7)

/** March 2026. */
export const monthInWords = (year: number, month: number): string =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(nameOf(year, month)),
  )
