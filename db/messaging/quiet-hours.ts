// Hours in which nothing promotional leaves (MSG-478), by the account's own clock on the wall.

import { dayIn, days, isZone, minutes, nextDay, startOfDay } from '../core/clock.ts'

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

export interface QuietHours {
  /** `20:00`: quiet from here … */
  start: string
  /** … to here, over midnight when it is the earlier of the two. Equal: no hour is quiet. */
  end: string
  /** Days missing from it are quiet all day. */
  sendDays: readonly Weekday[]
}

export const quiet_by_default: QuietHours = { start: '20:00', end: '08:00', sendDays: weekdays }

export function isQuiet(hours: QuietHours, zone: string, at: Date): boolean {
  const { weekday, minute } = onTheWall(zone, at.getTime())
  return !hours.sendDays.includes(weekday) || isWithin(hours, minute)
}

/**
 * The first instant from `at` on that is not quiet: `at` itself when nothing holds it, null when no
 * day of the week is open. A window opens where a day begins or where the quiet hours end; both are
 * looked for with the offset of the day's start and of its end, so that summer time misleads none.
 */
export function nextOpening(hours: QuietHours, zone: string, at: Date): Date | null {
  if (!isQuiet(hours, zone, at)) return at
  return nextTurn(hours, zone, at, { minute: minuteOf(hours.end), quiet: false })
}

/** The first quiet instant after an open one; null when it never becomes quiet. */
const nextClosing = (hours: QuietHours, zone: string, at: Date): Date | null =>
  nextTurn(hours, zone, at, { minute: minuteOf(hours.start), quiet: true })

function nextTurn(
  hours: QuietHours,
  zone: string,
  at: Date,
  to: { minute: number; quiet: boolean },
): Date | null {
  const today = dayIn(zone, at)
  for (let count = 0; count <= 8; count++) {
    const turns = [0, to.minute]
      .flatMap((minute) => instantsOf(zone, nextDay(today, count), minute))
      .filter((one) => one > at.getTime() && isQuiet(hours, zone, new Date(one)) === to.quiet)
    if (turns.length > 0) return new Date(Math.min(...turns))
  }
  return null
}

/** The instant at which so much time that is not quiet has passed since `from`. */
export function afterOpenTime(hours: QuietHours, zone: string, from: Date, open_ms: number): Date {
  let at = nextOpening(hours, zone, from) ?? from
  for (let left = open_ms; ; ) {
    const closes = nextClosing(hours, zone, at)
    const window = closes === null ? Number.POSITIVE_INFINITY : closes.getTime() - at.getTime()
    const opens = closes === null || left <= window ? null : nextOpening(hours, zone, closes)
    if (opens === null) return new Date(at.getTime() + left)
    left -= window
    at = opens
  }
}

/** What the wall's clock may mean by a minute of a day: two instants on a day of change. */
function instantsOf(zone: string, day: string, minute: number): number[] {
  const written = Date.parse(`${day}T00:00:00Z`)
  const offsets = [
    written - Date.parse(startOfDay(zone, day)),
    written + days(1) - Date.parse(startOfDay(zone, nextDay(day))),
  ]
  return [...new Set(offsets)].map((offset) => written + minutes(minute) - offset)
}

function isWithin({ start, end }: QuietHours, minute: number): boolean {
  const from = minuteOf(start)
  const to = minuteOf(end)
  if (from === to) return false
  return from < to ? minute >= from && minute < to : minute >= from || minute < to
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

const formats = new Map<string, Intl.DateTimeFormat>()

/** The weekday and the minute of the day that a clock on the wall of this zone shows. */
function onTheWall(zone: string, at: number): { weekday: Weekday; minute: number } {
  let format = formats.get(zone)
  if (format === undefined) {
    if (!isZone(zone)) throw new Error(`${zone} is no time zone`)
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    formats.set(zone, format)
  }
  let weekday = ''
  let minute = 0
  for (const { type, value } of format.formatToParts(at)) {
    if (type === 'weekday') weekday = value.toLowerCase()
    else if (type === 'hour') minute += Number(value) * 60
    else if (type === 'minute') minute += Number(value)
  }
  return { weekday: weekday as Weekday, minute }
}
