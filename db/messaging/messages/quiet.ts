// Quiet hours (MSG-478): when the window opens for what may not be sent now.

import { dayIn, minutes, nextDay, startOfDay } from '../../clock.ts'
import type { QuietHours } from '../settings/words.ts'
import { week_days } from '../settings/words.ts'

/** The moment itself when it lies in the window, else the next opening; both in milliseconds. */
export function openingFrom(quiet: QuietHours, time_zone: string, at_ms: number): number {
  let at = at_ms
  // At most a week of closed days, with two boundaries each.
  for (let step = 0; step < 20; step++) {
    const day = dayIn(time_zone, new Date(at))
    const began = Date.parse(startOfDay(time_zone, day))
    const minute = (at - began) / 60_000
    const tomorrow = Date.parse(startOfDay(time_zone, nextDay(day)))
    if (!isSendDay(quiet, day)) {
      at = tomorrow
      continue
    }
    const { start, end } = { start: minuteOf(quiet.start), end: minuteOf(quiet.end) }
    if (start === end) return at
    const overnight = start > end
    const is_quiet = overnight
      ? minute >= start || minute < end
      : minute >= start && minute < end
    if (!is_quiet) return at
    at = overnight && minute >= start ? tomorrow : began + minutes(end)
  }
  return at
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const isSendDay = ({ sendDays }: QuietHours, day: string): boolean => {
  const place = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  return sendDays.includes(week_days[place] as string)
}
