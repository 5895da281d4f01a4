// Which days in bed a stay comes to (CAR-151), by the hospital's rule. Nothing here knows of money.

import { dayIn, days, hours, instantAt, nextDay } from '../../../../core/clock.ts'
import type { BedDayRule } from '../../clinical/words.ts'

export interface BedDay {
  /** By which it is charged once: never two of one stay. */
  key: string
  /** Whoever lies there at this moment pays for that bed. */
  at: string
  service_date: string
}

export interface Lain {
  from: string
  /** Until now, or until it ended. */
  until: string
  ended: boolean
  zone: string
}

export interface BedDayWords {
  bed_day_rule: BedDayRule
  /** `00:00` */
  bed_day_at: string
  bed_day_grace_hours: number
}

/** In order; of a stay that goes on, those that are due until now. */
export function bedDaysOf(rule: BedDayWords, lain: Lain): BedDay[] {
  if (rule.bed_day_rule === 'CALENDAR') return calendarDays(lain)
  if (rule.bed_day_rule === 'HOURS_24') return dayLongs(lain, hours(rule.bed_day_grace_hours))
  return midnights(lain, rule.bed_day_at)
}

/** Each time the clock strikes that hour; who came and went in between has the next one. */
function midnights({ from, until, ended, zone }: Lain, time: string): BedDay[] {
  const at_midnight = time === '00:00'
  const found: BedDay[] = []
  for (let day = dayIn(zone, new Date(from)); ; day = nextDay(day)) {
    const at = instantAt(zone, day, time)
    if (at <= from) continue
    const one = { key: day, at, service_date: at_midnight ? nextDay(day, -1) : day }
    if (at <= until) found.push(one)
    else return ended && found.length === 0 ? [{ ...one, at: from }] : found
  }
}

/** Every day touched, the first and the last included. */
function calendarDays({ from, until, zone }: Lain): BedDay[] {
  const found: BedDay[] = []
  const last = dayIn(zone, new Date(until))
  for (let day = dayIn(zone, new Date(from)); day <= last; day = nextDay(day)) {
    const start = instantAt(zone, day, '00:00')
    found.push({ key: day, at: start < from ? from : start, service_date: day })
  }
  return found
}

/** Every started period of 24 hours; one after the first counts once the grace is over. */
function dayLongs({ from, until, zone }: Lain, grace: number): BedDay[] {
  const lain = Date.parse(until) - Date.parse(from)
  const found: BedDay[] = []
  for (let n = 0; n === 0 || lain > days(n) + grace; n += 1) {
    const at = new Date(Date.parse(from) + days(n)).toISOString()
    const day = dayIn(zone, new Date(at))
    found.push({ key: day, at, service_date: day })
  }
  return found
}

/** Classes that cost by the hour: those that were begun. */
export const startedHours = (from: string, until: string): number =>
  Math.max(1, Math.ceil((Date.parse(until) - Date.parse(from)) / hours(1)))
