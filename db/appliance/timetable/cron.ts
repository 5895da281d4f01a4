// Cron words: minute hour day month weekday, with seconds before them if wanted. What is asked here
// is the next instant after another one, in a time zone, because what is due stands in the database.

import { instantAt, wallAt } from '../../core/zones.ts'

export interface Cron {
  readonly seconds: readonly number[]
  readonly minutes: readonly number[]
  readonly hours: readonly number[]
  readonly days: ReadonlySet<number>
  readonly months: ReadonlySet<number>
  readonly week_days: ReadonlySet<number>
  /** As in cron: when day and weekday are both named, either will do. */
  readonly either: boolean
}

const month_names = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ')
const day_names = 'SUN MON TUE WED THU FRI SAT'.split(' ')
const years_ahead = 9
const day_ms = 86_400_000

export function readCron(text: string): Cron {
  const words = text.trim().split(/\s+/)
  if (words.length === 5) words.unshift('0')
  if (words.length !== 6) throw new Error(`"${text}" is no schedule: it has ${words.length} words`)
  const [second = '', minute = '', hour = '', day = '', month = '', week_day = ''] = words
  const named = (word: string): boolean => !word.startsWith('*')
  return {
    seconds: numbers(second, 0, 59),
    minutes: numbers(minute, 0, 59),
    hours: numbers(hour, 0, 23),
    days: new Set(numbers(day, 1, 31)),
    months: new Set(numbers(month, 1, 12, month_names, 1)),
    week_days: new Set(numbers(week_day, 0, 7, day_names, 0).map((n) => n % 7)),
    either: named(day) && named(week_day),
  }
}

/** The first instant after `after`; null when there is none (30 February). */
export function nextCron(cron: Cron, zone: string, after: number): number | null {
  const start = wallAt(zone, after)
  const first_day = Math.floor(start / day_ms) * day_ms
  for (let day = first_day; day < first_day + years_ahead * 366 * day_ms; day += day_ms) {
    if (!isDay(cron, new Date(day))) continue
    for (const time of timesOf(cron)) {
      if (day + time < start) continue
      // Two times of a skipped hour are one instant, and one of a repeated hour may be past.
      const at = instantAt(zone, day + time)
      if (at > after) return at
    }
  }
  return null
}

function isDay(cron: Cron, day: Date): boolean {
  if (!cron.months.has(day.getUTCMonth() + 1)) return false
  const by_day = cron.days.has(day.getUTCDate())
  const by_week = cron.week_days.has(day.getUTCDay())
  return cron.either ? by_day || by_week : by_day && by_week
}

function* timesOf(cron: Cron): Generator<number> {
  for (const hour of cron.hours)
    for (const minute of cron.minutes)
      for (const second of cron.seconds) yield ((hour * 60 + minute) * 60 + second) * 1000
}

function numbers(
  word: string,
  least: number,
  most: number,
  names: readonly string[] = [],
  first_name = 0,
): number[] {
  const found = new Set<number>()
  const one = (text: string): number => {
    const at = names.indexOf(text.toUpperCase())
    const value = at >= 0 ? at + first_name : Number(text)
    if (text === '' || !Number.isInteger(value) || value < least || value > most)
      throw new Error(`"${text}" is no number from ${least} to ${most}`)
    return value
  }
  for (const piece of word.split(',')) {
    const [range = '', step = '1', ...rest] = piece.split('/')
    const stride = Number(step)
    if (rest.length > 0 || !Number.isInteger(stride) || stride < 1)
      throw new Error(`"${piece}" is no step`)
    const [low, high] = spanOf(range, piece.includes('/'), least, most, one)
    if (low > high) throw new Error(`"${range}" runs backwards`)
    for (let value = low; value <= high; value += stride) found.add(value)
  }
  return [...found].sort((a, b) => a - b)
}

function spanOf(
  range: string,
  stepped: boolean,
  least: number,
  most: number,
  one: (text: string) => number,
): [number, number] {
  if (range === '*') return [least, most]
  const ends = range.split('-')
  if (ends.length > 2) throw new Error(`"${range}" is no range`)
  const low = one(ends[0] ?? '')
  if (ends[1] !== undefined) return [low, one(ends[1])]
  return [low, stepped ? most : low]
}
