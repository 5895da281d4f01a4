// A labour as its observations tell it: clocks, stage, what is too much, what is late (MAT-13 to MAT-15).
// Nothing here asks a database: the rules are held against worked courses.

import { hours, minutes } from '../../../../core/clock.ts'
import type { Beside, FrequencyRow, LimitRow } from '../chosen/limits.ts'
import type { AlertLevel, Chart, Stage } from '../words.ts'

export type Measures = Readonly<Record<string, unknown>>

export interface Observed {
  id: string
  at: string
  measures: Measures
}

/** In the order of their times; what was corrected is not among them. */
export interface Course {
  chart: Chart
  first_birth: boolean
  observed: readonly Observed[]
}

export interface Finding {
  field: string
  value: string
  threshold: string
  level: AlertLevel
}

export interface Judged {
  raised: Finding[]
  /** Fields that are as they should be now: what stood open of them is over. */
  sound: string[]
}

const ms = (at: string): number => Date.parse(at)
const numberOf = (measures: Measures, field: string): number | undefined => {
  const value = measures[field]
  return typeof value === 'number' ? value : undefined
}
const isSaid = (measures: Measures, field: string): boolean =>
  measures[field] !== undefined && measures[field] !== null

/** From which opening the labour is active: the partograph begins sooner (MAT-13). */
export const activeFrom = (chart: Chart): number => (chart === 'PARTOGRAPH' ? 4 : 5)

const firstFrom = ({ observed }: Course, cervix: number): string | null =>
  observed.find(({ measures }) => (numberOf(measures, 'cervix_cm') ?? -1) >= cervix)?.at ?? null

/** When the active and the second stage began, by the cervix. */
export const clocksOf = (course: Course): { active_at: string | null; full_at: string | null } => ({
  active_at: firstFrom(course, activeFrom(course.chart)),
  full_at: firstFrom(course, 10),
})

/** Before the birth; what comes after it is told by births and placenta. */
export function stageBy(course: Course): 'LATENT' | 'ACTIVE' | 'SECOND' {
  const { active_at, full_at } = clocksOf(course)
  if (full_at !== null) return 'SECOND'
  return active_at === null ? 'LATENT' : 'ACTIVE'
}

/** MAT-14: one observation, as it stands in its course. */
export function judge(limits: readonly LimitRow[], course: Course, one: Observed): Judged {
  const raised: Finding[] = []
  const sound: string[] = []
  const fields = new Set(limits.filter(isOfValue).map(({ field }) => field))
  for (const field of fields) {
    if (!isSaid(one.measures, field)) continue
    const found = worst(limits.filter((row) => row.field === field && bites(row, one.measures)))
    if (found === undefined) sound.push(field)
    else raised.push(findingOf(found, String(one.measures[field])))
  }
  const cervix = numberOf(one.measures, 'cervix_cm')
  if (cervix !== undefined) {
    const slow = progress(limits, course, one.at)
    if (slow === null) sound.push('cervix_cm')
    else raised.push(slow)
  }
  return { raised, sound }
}

const isOfValue = ({ hours: lasting }: LimitRow): boolean => lasting === undefined

const worst = (rows: readonly LimitRow[]): LimitRow | undefined =>
  rows.find(({ level }) => level === 'DANGER') ?? rows[0]

function bites(row: LimitRow, measures: Measures): boolean {
  if (!isOfValue(row) || !isBeyond(row, measures)) return false
  return row.beside === undefined || row.beside.some((beside) => holds(beside, measures))
}

function isBeyond({ field, is, below, at_most, from, above }: LimitRow, measures: Measures) {
  const value = measures[field]
  if (is !== undefined) return is.includes(String(value))
  const number = numberOf(measures, field)
  if (number === undefined) return false
  return (
    (below !== undefined && number < below) ||
    (at_most !== undefined && number <= at_most) ||
    (from !== undefined && number >= from) ||
    (above !== undefined && number > above)
  )
}

const holds = ({ field, is, from, below }: Beside, measures: Measures): boolean =>
  isSaid(measures, field) &&
  isBeyond({ field, level: 'ALERT', ...said({ is, from, below }) }, measures)

const said = <T extends object>(given: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }

function findingOf(row: LimitRow, value: string): Finding {
  return { field: row.field, value, threshold: thresholdOf(row), level: row.level }
}

function thresholdOf({ is, below, at_most, from, above, beside }: LimitRow): string {
  const also = beside === undefined ? '' : ` with ${beside.map(({ field }) => field).join(' or ')}`
  const limit =
    is !== undefined
      ? is.join(', ')
      : below !== undefined
        ? `< ${below}`
        : at_most !== undefined
          ? `≤ ${at_most}`
          : from !== undefined
            ? `≥ ${from}`
            : `> ${above}`
  return `${limit}${also}`
}

/** How the cervix opens: by its hours at one opening, or by the lines of the partograph. */
export function progress(limits: readonly LimitRow[], course: Course, at: string): Finding | null {
  const now = latest(course, at)
  if (now === null || now.cervix >= 10) return null
  return course.chart === 'PARTOGRAPH' ? byLines(course, now) : byHours(limits, course, now, at)
}

interface Opening {
  cervix: number
  at: string
}

const openings = ({ observed }: Course): Opening[] =>
  observed.flatMap(({ at, measures }) => {
    const cervix = numberOf(measures, 'cervix_cm')
    return cervix === undefined ? [] : [{ cervix, at }]
  })

const latest = (course: Course, at: string): Opening | null =>
  openings(course).findLast((one) => one.at <= at) ?? null

function byHours(
  limits: readonly LimitRow[],
  course: Course,
  now: Opening,
  at: string,
): Finding | null {
  const row = limits.find(({ field, cervix }) => field === 'cervix_cm' && cervix === now.cervix)
  const first = openings(course).find(({ cervix }) => cervix === now.cervix)
  if (row?.hours === undefined || first === undefined) return null
  if (ms(at) - ms(first.at) < hours(row.hours)) return null
  return {
    field: 'cervix_cm',
    value: `${now.cervix}`,
    threshold: `${row.hours} h at ${now.cervix} cm`,
    level: row.level,
  }
}

const action_line_hours = 4

/** MAT-15: one centimetre an hour from the first opening of 4 cm; four hours later, the action line. */
function byLines(course: Course, now: Opening): Finding | null {
  const start = lineStart(course)
  if (start === null || now.at < start.at) return null
  const gone = (ms(now.at) - ms(start.at)) / hours(1)
  const wanted = (late: number): number => Math.min(10, start.cervix + gone - late)
  if (now.cervix >= wanted(0)) return null
  const acts = now.cervix < wanted(action_line_hours)
  return {
    field: 'cervix_cm',
    value: `${now.cervix}`,
    threshold: acts ? 'action line' : 'alert line',
    level: acts ? 'DANGER' : 'ALERT',
  }
}

export const lineStart = (course: Course): Opening | null =>
  openings(course).find(({ cervix }) => cervix >= 4 && cervix < 10) ?? null

/** The second stage, when it has lasted too long without a birth. */
export function secondStage(
  limits: readonly LimitRow[],
  { first_birth }: Pick<Course, 'first_birth'>,
  full_at: string | null,
  at: string,
): Finding | null {
  const births = first_birth ? 'FIRST' : 'OTHER'
  const row = limits.find((one) => one.field === 'second_stage' && one.births === births)
  if (row?.hours === undefined || full_at === null) return null
  if (ms(at) - ms(full_at) < hours(row.hours)) return null
  const gone = Math.floor((ms(at) - ms(full_at)) / minutes(1))
  return {
    field: 'second_stage',
    value: `${gone} min`,
    threshold: `${row.hours} h`,
    level: row.level,
  }
}

export interface Late {
  what: string
  due_at: string
}

/** MAT-15: what should have been looked at; a quarter longer, and ten minutes at least, is let go. */
export function lateOf(
  frequency: readonly FrequencyRow[],
  stage: Stage,
  since: string,
  course: Pick<Course, 'observed'>,
  now: string,
): Late[] {
  return frequency
    .filter((row) => row.stage === stage)
    .flatMap((row) => {
      const last = course.observed.findLast(({ measures }) =>
        row.fields.some((field) => isSaid(measures, field)),
      )
      const from = Math.max(ms(since), last === undefined ? 0 : ms(last.at))
      const due = from + minutes(row.minutes)
      const grace = Math.max(minutes(10), minutes(row.minutes) / 4)
      return ms(now) > due + grace ? [{ what: row.what, due_at: new Date(due).toISOString() }] : []
    })
}
