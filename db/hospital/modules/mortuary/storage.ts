// How many days of storage a body has cost until a moment (MOR-6). Pure: the clock is the caller's.

import { dayIn, days, hours, instantAt, nextDay } from '../../../core/clock.ts'
import type { day_rules } from './words.ts'

export interface StorageDay {
  /** Counted from 1: the same day is never charged twice. */
  n: number
  at: string
  service_date: string
}

export interface Kept {
  received_at: string
  until: string
  free_hours: number
  day_rule: (typeof day_rules)[number]
  zone: string
}

export const freeUntil = ({ received_at, free_hours }: Pick<Kept, 'received_at' | 'free_hours'>) =>
  new Date(Date.parse(received_at) + hours(free_hours)).toISOString()

export const storageDays = (kept: Kept): StorageDay[] =>
  kept.day_rule === 'MIDNIGHT' ? midnights(kept) : startedDays(kept)

/** Each started 24 hours after the free ones. */
function startedDays(kept: Kept): StorageDay[] {
  const from = Date.parse(freeUntil(kept))
  const count = Math.max(0, Math.ceil((Date.parse(kept.until) - from) / days(1)))
  return Array.from({ length: count }, (_one, index) => {
    const at = new Date(from + days(index)).toISOString()
    return { n: index + 1, at, service_date: dayIn(kept.zone, new Date(at)) }
  })
}

/** Each midnight after the free hours; the day that it ends. */
function midnights(kept: Kept): StorageDay[] {
  const from = freeUntil(kept)
  const found: StorageDay[] = []
  for (let day = dayIn(kept.zone, new Date(from)); ; day = nextDay(day)) {
    const at = instantAt(kept.zone, nextDay(day), '00:00')
    if (at > kept.until) return found
    if (at > from) found.push({ n: found.length + 1, at, service_date: day })
  }
}

/** Days in the mortuary, the free ones included; the one that began counts. */
export const daysKept = (received_at: string | null, until: string): number =>
  received_at === null
    ? 0
    : Math.max(1, Math.ceil((Date.parse(until) - Date.parse(received_at)) / days(1)))
