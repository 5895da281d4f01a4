// When a medicine is due (CAR-108). Nothing is read and nothing written; dates follow the hospital's zone.

import { dayIn, hours, instantAt, nextDay } from '../../../../core/clock.ts'
import type { Frequency } from '../prescribing/frequencies.ts'

export interface Slotted {
  frequency: Frequency
  /** Of the ward, where it has its own. */
  times: readonly string[]
  zone: string
  start: string
  stop: string | null
  /** From this moment on: what is past is not asked for. */
  from: string
  until: string
  /** One at once, then the usual times. */
  now: boolean
}

export function slotsOf(of: Slotted): string[] {
  const { frequency, start, from, now } = of
  const end = of.stop !== null && of.stop < of.until ? of.stop : of.until
  if (frequency.code === 'PRN') return []
  if (frequency.once) return [start > from ? start : from]
  if (frequency.code === 'CONTINUOUS') {
    const due = start > from ? start : from
    return of.stop !== null && due >= of.stop ? [] : [due]
  }
  const usual = frequency.interval_hours === null ? byTimes(of, end) : byHours(of, end)
  const coming = usual.filter((at) => at >= from && at < end)
  if (!now) return coming
  const first = start > from ? start : from
  const half = hours(24 / (frequency.times_per_day ?? 1) / 2)
  const later = coming.filter((at) => Date.parse(at) - Date.parse(first) >= half)
  return [first, ...later]
}

function byTimes({ frequency, times, zone, start }: Slotted, end: string): string[] {
  const found: string[] = []
  const every = frequency.days_interval ?? 1
  const first = dayIn(zone, new Date(start))
  for (let day = first, n = 0; ; day = nextDay(day), n += 1) {
    if (n % every !== 0) continue
    const slots = times.map((time) => instantAt(zone, day, time)).toSorted()
    found.push(...slots.filter((at) => at >= start))
    if ((slots[0] ?? end) >= end) return found
  }
}

function byHours({ frequency, start }: Slotted, end: string): string[] {
  const found: string[] = []
  const step = hours(frequency.interval_hours ?? 24)
  for (let at = Date.parse(start); at < Date.parse(end); at += step) {
    found.push(new Date(at).toISOString())
  }
  return found
}
