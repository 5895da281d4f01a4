// The days of a month that somebody is paid for (HR-97).

import { nextDay } from '../../../../core/clock.ts'
import { lastDayOf } from '../../staff/records/for-pay.ts'
import type { ProfileRow } from '../profiles/profiles.ts'
import type { Material } from './material.ts'
import { type Common, daysOf } from './reckon-slip.ts'

/** Days of the month under one profile. */
export interface Segment {
  profile: ProfileRow
  from: string
  to: string
  days: number
}

interface Worked {
  segments: Segment[]
  /** Days of service in the month, by the calendar. */
  served: number
  /** What is paid of `period`, in hundredths. */
  paid: number
  period: number
}

export function workedOf(
  { period, settings }: Common,
  { person, profiles }: Pick<Material, 'person' | 'profiles'>,
): Worked {
  const from = person.hired_on > period.first ? person.hired_on : period.first
  const left = lastDayOf(person) ?? '9999'
  const to = left < period.last ? left : period.last
  const segments = profiles.flatMap((profile, at): Segment[] => {
    const next = profiles[at + 1]?.effective_from
    const start = profile.effective_from > from ? profile.effective_from : from
    const until = next === undefined ? to : nextDay(next, -1)
    const end = until < to ? until : to
    const days = daysOf(start, end)
    return days === 0 ? [] : [{ profile, from: start, to: end, days }]
  })
  const served = segments.reduce((sum, { days }) => sum + days, 0)
  if (settings.proration === 'CALENDAR' || served === 0) {
    return { segments, served, paid: served * 100, period: period.days }
  }
  const of = settings.proration === 'FIXED_30' ? 30 : 26
  const missing = daysMissing(of, period.first, segments, period.last)
  return { segments, served, paid: Math.max(0, of - missing) * 100, period: of }
}

/** Of twenty-six, Sundays are none. */
function daysMissing(
  of: number,
  first: string,
  segments: readonly Segment[],
  last: string,
): number {
  let missing = 0
  for (let day = first; day <= last; day = nextDay(day)) {
    const is_sunday = new Date(`${day}T00:00:00Z`).getUTCDay() === 0
    if (of === 26 && is_sunday) continue
    if (!segments.some(({ from, to }) => from <= day && day <= to)) missing += 1
  }
  return missing
}
