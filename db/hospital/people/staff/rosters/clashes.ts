// What stands against a shift (HR-34), person by person: a plain function of what is known.

import { nextDay } from '../../../../core/clock.ts'
import type { PeopleSettings } from '../settings/shapes.ts'
import type { ClashCode } from './words.ts'

export interface Planned {
  id: string
  roster_id: string
  facility_id: string
  date: string
  starts_at: string
  ends_at: string
  paid_minutes: number
  on_call: boolean
  called_in: boolean
  night: boolean
}
export interface Person {
  staff_id: string
  name: string
  status: string
  hired_on: string
  exited_on: string | null
  facility_ids: readonly string[]
  no_nights_until: string | null
  /** Whether the cadre needs a licence, and until when the best one lasts; null: none, '': for good. */
  licence: { needed: boolean; until: string | null }
  away: readonly { from: string; to: string }[]
  /** Mandatory courses that are lacking from a day on; one that blocks refuses the shift (HR-28). */
  lacks: readonly { course: string; from: string; blocks: boolean }[]
}
export interface Clash {
  shift_id: string
  staff_id: string
  date: string
  code: ClashCode
  severity: 'REFUSE' | 'WARN'
  text: string
}

type Rules = Pick<
  PeopleSettings,
  | 'roster_rules'
  | 'rest_hours'
  | 'max_day_hours'
  | 'week_hours'
  | 'licence_clinical'
  | 'licence_grace_days'
>

const hour = 3_600_000

/** All shifts of one person that are near each other, whatever roster they stand in. */
export function clashesOf(person: Person, planned: readonly Planned[], rules: Rules): Clash[] {
  const shifts = planned.toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1))
  const found: Clash[] = []
  const say: Say = (shift, code, text, blocks = false) => {
    const severity = blocks ? 'REFUSE' : severityOf(code, rules)
    if (severity === 'OFF') return
    const { id: shift_id, date } = shift
    found.push({ shift_id, staff_id: person.staff_id, date, code, severity, text })
  }
  for (const shift of shifts) alone(person, shift, rules, say)
  together(shifts, say)
  overTime(shifts.filter(isDuty), rules, say)
  return found
}

type Say = (shift: Planned, code: ClashCode, text: string, blocks?: boolean) => void

function severityOf(code: ClashCode, { roster_rules }: Rules): 'REFUSE' | 'WARN' | 'OFF' {
  const set = (roster_rules as Record<string, 'REFUSE' | 'WARN' | 'OFF' | undefined>)[code]
  return set ?? 'REFUSE'
}

/** On call counts as work once somebody was called in. */
const isDuty = ({ on_call, called_in }: Planned): boolean => !on_call || called_in

/** What a shift meets by itself: leave, licence, branch, nights. */
function alone(person: Person, shift: Planned, rules: Rules, say: Say): void {
  const { date } = shift
  const { status, hired_on, exited_on } = person
  const gone = exited_on !== null && exited_on < date
  if (status === 'SUSPENDED' || status === 'EXITED' || date < hired_on || gone) {
    say(shift, 'NOT_ACTIVE', date < hired_on ? `Hired on ${hired_on}` : `Is ${status}`)
  }
  if (person.away.some(({ from, to }) => from <= date && date <= to))
    say(shift, 'LEAVE', 'On leave')
  if (!person.facility_ids.includes(shift.facility_id)) {
    say(shift, 'OTHER_FACILITY', 'Does not work at this branch')
  }
  if (shift.night && person.no_nights_until !== null && date <= person.no_nights_until) {
    say(shift, 'NO_NIGHTS', `No nights until ${person.no_nights_until}`)
  }
  for (const { course, from, blocks } of person.lacks) {
    if (from <= date) say(shift, 'TRAINING', `Without ${course}`.slice(0, 200), blocks)
  }
  const { needed, until } = person.licence
  if (!needed || rules.licence_clinical === 'OFF') return
  if (until === null) say(shift, 'LICENCE', 'No practising licence')
  else if (until !== '' && nextDay(until, rules.licence_grace_days) < date) {
    say(shift, 'LICENCE', `Licence expired on ${until}`)
  }
}

/** Two shifts at one time. */
function together(shifts: readonly Planned[], say: Say): void {
  for (const [at, shift] of shifts.entries()) {
    for (const other of shifts.slice(0, at)) {
      if (other.ends_at <= shift.starts_at) continue
      const both = isDuty(shift) && isDuty(other)
      if (both) say(shift, 'OVERLAP', `Another shift on ${other.date}`)
      else if (shift.on_call !== other.on_call) {
        say(shift, 'ONCALL_OVERLAP', `On call beside a shift on ${other.date}`)
      }
    }
  }
}

const ms = (instant: string): number => Date.parse(instant)
const said = (length: number): string => `${Math.round((length / hour) * 10) / 10} h`

/** Rest between shifts, long days, weeks without a day off, hours of a week. */
function overTime(shifts: readonly Planned[], rules: Rules, say: Say): void {
  const paid_on = new Map<string, number>()
  const paid_in = new Map<string, number>()
  let unbroken = Number.NaN
  let without_rest = Number.NaN
  let before: Planned | undefined
  for (const shift of shifts) {
    const gap = before === undefined ? Infinity : ms(shift.starts_at) - ms(before.ends_at)
    if (gap < rules.rest_hours * hour) say(shift, 'REST', `${said(Math.max(0, gap))} of rest`)
    if (!(gap < hour)) unbroken = ms(shift.starts_at)
    if (!(gap < 24 * hour)) without_rest = ms(shift.starts_at)
    const stretch = ms(shift.ends_at) - unbroken
    const of_day = added(paid_on, shift.date, shift.paid_minutes)
    if (stretch > rules.max_day_hours * hour) say(shift, 'LONG_DAY', `${said(stretch)} unbroken`)
    else if (of_day > rules.max_day_hours * 60) {
      say(shift, 'LONG_DAY', `${said(of_day * 60_000)} in one day`)
    }
    if (ms(shift.ends_at) - without_rest > 6 * 24 * hour) {
      say(shift, 'SIX_DAYS', 'No day free in seven')
    }
    const of_week = added(paid_in, mondayOf(shift.date), shift.paid_minutes)
    if (of_week > (rules.week_hours + 12) * 60) {
      say(shift, 'WEEK_HOURS', `${said(of_week * 60_000)} in one week`)
    }
    before = shift
  }
}

function added(sums: Map<string, number>, key: string, more: number): number {
  const sum = (sums.get(key) ?? 0) + more
  sums.set(key, sum)
  return sum
}

const mondayOf = (day: string): string =>
  nextDay(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
