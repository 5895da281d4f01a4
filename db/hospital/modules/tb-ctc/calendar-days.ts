// Days and months counted on the calendar.

import { monthsBefore } from '../../desk/patients/register/ages.ts'

const day_ms = 86_400_000
const at = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** How many days `to` lies after `from`. */
export const daysFrom = (from: string, to: string): number =>
  Math.round((at(to) - at(from)) / day_ms)

export const plusDays = (day: string, count: number): string =>
  new Date(at(day) + count * day_ms).toISOString().slice(0, 10)

export const plusMonths = (day: string, months: number): string => monthsBefore(day, -months)
