// Days of leave (HR-73), and cycles of a type (HR-70).

import { nextDay } from '../../../../core/clock.ts'
import { monthsOn } from '../../../office/plans/days.ts'

export interface Span {
  starts_on: string
  ends_on: string
}

/** In hundredths: every day, or those that are neither a holiday nor a weekend. */
export function daysIn(
  { starts_on, ends_on }: Span,
  basis: 'CALENDAR' | 'WORKING',
  free: ReadonlySet<string>,
): number {
  let days = 0
  for (let day = starts_on; day <= ends_on; day = nextDay(day)) {
    if (basis === 'CALENDAR' || !isFree(day, free)) days += 100
  }
  return days
}

const isFree = (day: string, free: ReadonlySet<string>): boolean => free.has(day) || isWeekend(day)

export const isWeekend = (day: string): boolean => {
  const at = new Date(`${day}T00:00:00Z`).getUTCDay()
  return at === 0 || at === 6
}

/** The first day on which somebody is back: none that is free, where working days count. */
export function backOn(
  ends_on: string,
  basis: 'CALENDAR' | 'WORKING',
  free: ReadonlySet<string>,
): string {
  let day = nextDay(ends_on)
  while (basis === 'WORKING' && isFree(day, free)) day = nextDay(day)
  return day
}

/** What lies in both; undefined where nothing does. */
export function common(one: Span, other: Span): Span | undefined {
  const starts_on = one.starts_on > other.starts_on ? one.starts_on : other.starts_on
  const ends_on = one.ends_on < other.ends_on ? one.ends_on : other.ends_on
  return starts_on > ends_on ? undefined : { starts_on, ends_on }
}

/** The cycles from hiring to the one that holds this day; before it there is the first. */
export function cyclesTo(hired_on: string, months: number, day: string): Span[] {
  const cycles: Span[] = []
  for (let at = 0; ; at += 1) {
    const starts_on = monthsOn(hired_on, at * months)
    if (at > 0 && starts_on > day) return cycles
    cycles.push({ starts_on, ends_on: nextDay(monthsOn(hired_on, (at + 1) * months), -1) })
  }
}

/** Whole months of service from one day to another. */
export function monthsServed(from: string, to: string): number {
  const [y1 = 0, m1 = 0] = from.split('-').map(Number)
  const [y2 = 0, m2 = 0] = to.split('-').map(Number)
  const months = (y2 - y1) * 12 + m2 - m1
  return Math.max(0, monthsOn(from, months) > to ? months - 1 : months)
}
