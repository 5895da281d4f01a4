// When each dose of a schedule may be given, is due and is too late (CAR-164, CAR-165). Reads nothing.

import { nextDay } from '../../../core/clock.ts'
import type { due_states } from '../../neighbours/care.ts'
import { type Schedule, type ScheduleLine, shipped_schedules } from './shipped/schedules.ts'
import { vaccineCalled } from './shipped/vaccines.ts'

export type DueState = (typeof due_states)[number]

export interface Given {
  vaccine: string
  dose_key: string
  given_on: string
  valid: boolean
}

export interface Held {
  dose_key: string | null
  vaccine: string
  kind: 'CONTRAINDICATED' | 'DEFERRED' | 'REFUSED'
  until: string | null
}

export interface Person {
  birth_date: string | null
  sex: string
  pregnant: boolean
}

export interface Known {
  person: Person
  given: readonly Given[]
  held: readonly Held[]
}

export interface DueLine {
  schedule: Schedule
  line: ScheduleLine
  state: DueState
  min_on: string
  due_on: string
  max_on: string | null
}

/** Whether a schedule is for this person on this day; one that was begun stays theirs. */
export function appliesTo({ applies, lines }: Schedule, known: Known, on: string): boolean {
  const { person, given } = known
  if (applies.sex !== null && person.sex !== applies.sex) return false
  const begun = lines.some(({ dose_key }) =>
    given.some((dose) => dose.dose_key === dose_key && dose.valid),
  )
  if (applies.once_begun) return begun
  if (applies.pregnant) return begun || person.pregnant
  if (person.birth_date === null) return false
  const { min_age_days, max_age_days } = applies
  if (min_age_days !== null && on < nextDay(person.birth_date, min_age_days)) return false
  return max_age_days === null || on <= nextDay(person.birth_date, max_age_days)
}

/** Every line of the schedules that are for this person, or of the one that is asked for. */
export function linesOn(known: Known, on: string, asked?: Schedule): DueLine[] {
  const schedules = asked === undefined ? shipped_schedules : [asked]
  return schedules
    .filter((schedule) => asked !== undefined || appliesTo(schedule, known, on))
    .flatMap((schedule) =>
      schedule.lines.flatMap((line) => lineOn(known, on, schedule, line) ?? []),
    )
}

export function lineOn(
  known: Known,
  on: string,
  schedule: Schedule,
  line: ScheduleLine,
): DueLine | undefined {
  const placed = placeOf(known, on, schedule, line)
  if (placed === undefined) return undefined
  const { min_on, due_on, max_on } = placed
  return { schedule, line, min_on, due_on, max_on, state: stateOf(known, on, line, placed) }
}

export interface Placed {
  min_on: string
  due_on: string
  max_on: string | null
  /** The dose before it, that must stand and does not. */
  missing: string | null
  /** Whose gap holds it back; null: the age does. */
  behind: string | null
  given: Given | undefined
}

const later = (a: string, b: string): string => (a > b ? a : b)

/** Undefined: it is counted from a birth that nobody knows. */
export function placeOf(
  { person, given }: Known,
  on: string,
  { course_days }: Schedule,
  line: ScheduleLine,
): Placed | undefined {
  const { birth_date } = person
  const by_age = line.due_days !== null || line.min_days !== null || line.max_days !== null
  if (birth_date === null && by_age) return undefined
  const since = course_days === null ? '' : nextDay(on, -course_days)
  const counted = given.filter((dose) => dose.valid && dose.given_on >= since)
  const one = (dose_key: string) => counted.find((dose) => dose.dose_key === dose_key)
  const born = birth_date ?? on
  const { after } = line
  const before = after === null ? undefined : one(after.dose_key)
  const young = line.min_days === null ? '' : nextDay(born, line.min_days)
  const follows = before === undefined ? '' : nextDay(before.given_on, after?.min_gap_days)
  const wanted = line.due_days === null ? '' : nextDay(born, line.due_days)
  const expected = before === undefined ? '' : nextDay(before.given_on, after?.due_gap_days)
  return {
    min_on: later(young, follows) || on,
    due_on: later(wanted, expected) || on,
    max_on: line.max_days === null ? null : nextDay(born, line.max_days),
    missing: after === null || after.may_miss || before !== undefined ? null : after.dose_key,
    behind: follows !== '' && follows >= young ? (after?.dose_key ?? null) : null,
    given: one(line.dose_key),
  }
}

function stateOf(known: Known, on: string, line: ScheduleLine, placed: Placed): DueState {
  if (placed.given !== undefined) return 'GIVEN'
  const held = heldBack(known, on, line)
  if (held !== null) return held
  if (placed.max_on !== null && on > placed.max_on) return 'TOO_LATE'
  if (placed.missing !== null || on < placed.due_on) return 'NOT_YET'
  return on >= nextDay(placed.due_on, line.overdue_days) ? 'OVERDUE' : 'DUE'
}

/** Somebody said so, or she is pregnant and it is live. */
export function heldBack(
  { held, person }: Known,
  on: string,
  { dose_key, vaccine }: Pick<ScheduleLine, 'dose_key' | 'vaccine'>,
): 'CONTRAINDICATED' | 'DEFERRED' | null {
  const found = held.filter(
    (one) =>
      (one.dose_key === null ? one.vaccine === vaccine : one.dose_key === dose_key) &&
      (one.until === null || one.until >= on),
  )
  const never = found.some(({ kind }) => kind === 'CONTRAINDICATED')
  if (never || (person.pregnant && vaccineCalled(vaccine)?.live === true)) return 'CONTRAINDICATED'
  return found.length > 0 ? 'DEFERRED' : null
}

/** Of short gaps nothing is given away: a rabies course has no days to spare. */
const spared = 28

const graceOf = ({ after, min_days }: ScheduleLine, grace: number): number =>
  (after === null ? (min_days ?? 0) : after.min_gap_days) < spared ? 0 : grace

export interface Early {
  /** The gate that it is. */
  why: 'IMM_MIN_AGE' | 'IMM_GAP'
  /** `28 days after PENTA1`; null: a dose before it is missing. */
  from: { on: string; reason: string } | null
  missing: string | null
}

/** Why a dose of this day would not count; null: it counts. */
export function tooEarly(
  known: Known,
  on: string,
  { schedule, line }: { schedule: Schedule; line: ScheduleLine },
  grace_days: number,
): Early | null {
  const placed = placeOf(known, on, schedule, line)
  if (placed === undefined) return null
  const { missing, behind, min_on } = placed
  if (missing !== null) return { why: 'IMM_GAP', from: null, missing }
  if (on < nextDay(min_on, -graceOf(line, grace_days))) {
    const reason =
      behind === null
        ? `${line.min_days ?? 0} days after birth`
        : `${line.after?.min_gap_days} days after ${behind}`
    return {
      why: behind === null ? 'IMM_MIN_AGE' : 'IMM_GAP',
      from: { on: min_on, reason },
      missing,
    }
  }
  return tooNearAnother(known, on, line)
}

const live_gap = 28

/** CAR-165: two live ones that are injected on one day, or four weeks apart. */
function tooNearAnother({ given }: Known, on: string, { vaccine }: ScheduleLine): Early | null {
  if (!isLiveInjected(vaccine)) return null
  const near = given
    .filter((dose) => dose.vaccine !== vaccine && isLiveInjected(dose.vaccine))
    .find(({ given_on }) => on > given_on && on < nextDay(given_on, live_gap))
  if (near === undefined) return null
  const reason = `${live_gap} days after ${near.dose_key}`
  return {
    why: 'IMM_GAP',
    from: { on: nextDay(near.given_on, live_gap), reason },
    missing: null,
  }
}

const isLiveInjected = (code: string): boolean => {
  const found = vaccineCalled(code)
  return found !== undefined && found.live && found.injected
}

const coming: readonly DueState[] = ['NOT_YET', 'DUE', 'OVERDUE']

/** When the next one is due; null: nothing is coming. */
export const nextOn = (lines: readonly DueLine[]): string | null =>
  lines
    .filter(({ state }) => coming.includes(state))
    .map(({ due_on }) => due_on)
    .sort()
    .at(0) ?? null
