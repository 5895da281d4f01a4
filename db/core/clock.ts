// The only source of time. Tests freeze it; nothing else calls Date.now for a stored instant.

import { offsetAt } from './zones.ts'

let frozen_at: number | null = null
/** The latest that was given as steady: it is not gone back behind (OPS-98). */
let steady_ms = 0
/** A busy house asks for the same millisecond many times; it is written once. */
let written = { ms: Number.NaN, text: '' }

export const clock = {
  now: (): Date => new Date(frozen_at ?? Date.now()),
  ms: (): number => frozen_at ?? Date.now(),
  instant(): string {
    const ms = frozen_at ?? Date.now()
    if (ms !== written.ms) written = { ms, text: new Date(ms).toISOString() }
    return written.text
  },
  /** Stands still while a clock that was set back catches up: what it stamps keeps its order. */
  steady(): string {
    if (frozen_at !== null) return clock.instant()
    steady_ms = Math.max(steady_ms, Date.now())
    return new Date(steady_ms).toISOString()
  },
  /** What an earlier process has stamped. */
  steadyFrom(at: string): void {
    steady_ms = Math.max(steady_ms, Date.parse(at) || 0)
  },
  /** By how much what it stamps is ahead of the time. */
  leadMs: (): number => Math.max(0, steady_ms - clock.ms()),
  /** The time is right now. */
  trust(): void {
    steady_ms = 0
  },
  freeze(at: string): void {
    frozen_at = Date.parse(at)
  },
  advance(ms: number): void {
    frozen_at = (frozen_at ?? Date.now()) + ms
  },
  release(): void {
    frozen_at = null
  },
}

export const seconds = (n: number): number => n * 1000
export const minutes = (n: number): number => n * 60_000
export const hours = (n: number): number => n * 3_600_000
export const days = (n: number): number => n * 86_400_000

export const instantIn = (ms: number): string => new Date(clock.ms() + ms).toISOString()

/** The calendar day in a time zone, as YYYY-MM-DD. */
export const dayIn = (time_zone: string, at: Date = clock.now()): string =>
  dayFormat(time_zone).format(at)

/** To make one takes far longer than to use it; there are a few hundred zones at most. */
const day_formats = new Map<string, Intl.DateTimeFormat>()

function dayFormat(time_zone: string): Intl.DateTimeFormat {
  let format = day_formats.get(time_zone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: time_zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    day_formats.set(time_zone, format)
  }
  return format
}

const instant_shape = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/

/** 30 February is none. */
export function isOnCalendar(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text
}

/** A day of the years in which people are born, work and plan: the day after it, and the end of its
 * month, are days as well. */
export const isDay = (text: string): boolean => /^[12]/.test(text) && isOnCalendar(text)

/** With its zone, and of the same years as a day in every other zone. */
export const isInstant = (text: string): boolean =>
  instant_shape.test(text) && isOnCalendar(text.slice(0, 10)) && isOfOurTime(Date.parse(text))

/** A day away from the ends, so that what is local to it is a day as well. */
export const isOfOurTime = (ms: number): boolean =>
  ms >= Date.UTC(1000, 0, 2) && ms < Date.UTC(2999, 11, 31)

/** The instant at which a local day begins; the end of a day is the start of the next. */
export function startOfDay(time_zone: string, day: string): string {
  const guess = Date.parse(`${day}T00:00:00Z`)
  const first = guess - offsetAt(time_zone, guess)
  return new Date(guess - offsetAt(time_zone, first)).toISOString()
}

export function nextDay(day: string, count = 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days(count)).toISOString().slice(0, 10)
}

/** The instant at which the clocks of a zone first show this time of a day; a time that they skip
 * is the one they jump to. */
export function instantAt(time_zone: string, day: string, time: string): string {
  const wanted = Date.parse(`${day}T${time}:00Z`)
  const before = wanted - offsetAt(time_zone, wanted - days(1))
  const after = wanted - offsetAt(time_zone, wanted + days(1))
  const shown = [Math.min(before, after), Math.max(before, after)].find(
    (at) => at + offsetAt(time_zone, at) === wanted,
  )
  return new Date(shown ?? Math.max(before, after)).toISOString()
}

/** The time of day in a zone, `08:30`. */
export function timeIn(time_zone: string, at: Date = clock.now()): string {
  return new Date(at.getTime() + offsetAt(time_zone, at.getTime())).toISOString().slice(11, 16)
}

/** A named zone of the IANA list: `Africa/Dar_es_Salaam` or `UTC`, not an offset. */
export function isZone(text: string): boolean {
  if (text !== 'UTC' && !/^[A-Z][A-Za-z_]+(\/[A-Z][A-Za-z0-9_+-]+)+$/.test(text)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
