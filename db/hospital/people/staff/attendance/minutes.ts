// What a day at work comes to (HR-61, HR-62): a plain function of times.

import { instantAt, nextDay, startOfDay } from '../../../../core/clock.ts'
import type { PeopleSettings } from '../settings/shapes.ts'
import type { AttendanceState } from './words.ts'

export interface ShiftTimes {
  starts_at: string
  ends_at: string
  paid_minutes: number
  grace_in_minutes: number
}

export interface Measured {
  status: AttendanceState
  minutes_late: number
  minutes_early: number
  worked_minutes: number
  night_minutes: number
  holiday_minutes: number
  overtime_minutes: number
  overtime_status: 'NONE' | 'PENDING'
}

type Rules = Pick<PeopleSettings, 'night_from' | 'night_to' | 'overtime_min_minutes' | 'day_hours'>

const minutesBetween = (from: string, to: string): number =>
  Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 60_000))

/** A break is taken off where somebody was there for longer than this. */
const break_after = 300

export function measured(
  { clock_in_at, clock_out_at }: { clock_in_at: string; clock_out_at: string | null },
  shift: ShiftTimes | null,
  rules: Rules,
  zone: string,
  holidays: ReadonlySet<string>,
): Measured {
  const late = shift === null ? 0 : lateBy(clock_in_at, shift)
  if (clock_out_at === null) {
    return { ...nothing, status: late > 0 ? 'LATE' : 'PRESENT', minutes_late: late }
  }
  const early = shift === null ? 0 : minutesBetween(clock_out_at, shift.ends_at)
  const there = minutesBetween(clock_in_at, clock_out_at)
  const pause = shift === null || there <= break_after ? 0 : breakOf(shift)
  const worked = Math.max(0, there - pause)
  const beyond = worked - (shift?.paid_minutes ?? Math.round(rules.day_hours * 60))
  const overtime = beyond >= rules.overtime_min_minutes && beyond > 0 ? beyond : 0
  const between = { from: clock_in_at, to: clock_out_at }
  return {
    status: stateOf(late, early),
    minutes_late: late,
    minutes_early: early,
    worked_minutes: worked,
    night_minutes: nightIn(between, rules, zone),
    holiday_minutes: holidayIn(between, holidays, zone),
    overtime_minutes: overtime,
    overtime_status: overtime > 0 ? 'PENDING' : 'NONE',
  }
}

const nothing = {
  minutes_early: 0,
  worked_minutes: 0,
  night_minutes: 0,
  holiday_minutes: 0,
  overtime_minutes: 0,
  overtime_status: 'NONE' as const,
}

function lateBy(clock_in_at: string, { starts_at, grace_in_minutes }: ShiftTimes): number {
  const late = minutesBetween(starts_at, clock_in_at)
  return late > grace_in_minutes ? late : 0
}

const breakOf = ({ starts_at, ends_at, paid_minutes }: ShiftTimes): number =>
  Math.max(0, minutesBetween(starts_at, ends_at) - paid_minutes)

function stateOf(late: number, early: number): AttendanceState {
  if (late > 0 && early > 0) return 'LATE_AND_EARLY'
  if (late > 0) return 'LATE'
  return early > 0 ? 'LEFT_EARLY' : 'PRESENT'
}

interface Between {
  from: string
  to: string
}

const common = (one: Between, other: Between): number =>
  minutesBetween(
    one.from > other.from ? one.from : other.from,
    one.to < other.to ? one.to : other.to,
  )

/** The nights that begin on the day before, on the day, and after it. */
function nightIn(between: Between, { night_from, night_to }: Rules, zone: string): number {
  const ends_next = night_to <= night_from
  return daysAround(between)
    .map((day) => ({
      from: instantAt(zone, day, night_from),
      to: instantAt(zone, ends_next ? nextDay(day) : day, night_to),
    }))
    .reduce((sum, night) => sum + common(between, night), 0)
}

function holidayIn(between: Between, holidays: ReadonlySet<string>, zone: string): number {
  return daysAround(between)
    .filter((day) => holidays.has(day))
    .map((day) => ({ from: startOfDay(zone, day), to: startOfDay(zone, nextDay(day)) }))
    .reduce((sum, day) => sum + common(between, day), 0)
}

export function daysAround({ from, to }: Between): string[] {
  const last = nextDay(to.slice(0, 10))
  const days: string[] = []
  for (let day = nextDay(from.slice(0, 10), -1); day <= last; day = nextDay(day)) days.push(day)
  return days
}
