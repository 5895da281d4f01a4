// Which range a person has, and what a value is by it (DIA-13 to DIA-18). Nothing but arithmetic: it is
// tried against a naive reference over ten thousand people.

import { monthsBefore } from '../../../desk/patients/register/ages.ts'
import { nextDay } from '../../../../core/clock.ts'
import type { AgeUnit, Comparator, PregnancyState, ResultFlag } from '../words.ts'

export interface Limits {
  ref_low: number | null
  ref_high: number | null
  critical_low: number | null
  critical_high: number | null
}

export interface RangeRow extends Limits {
  id: string
  sex: 'Male' | 'Female' | null
  age_from: number | null
  age_from_unit: AgeUnit | null
  age_to: number | null
  age_to_unit: AgeUnit | null
  pregnancy: PregnancyState | null
  method: string | null
  text: string | null
  effective_from: string
  active: boolean
}

export interface Measured {
  sex: string
  birth_date: string
  /** The day of collection, of the order where it was not collected. */
  on: string
  pregnancy: PregnancyState
  method: string | null
}

/** The day on which somebody born then is so old. */
export function dayOfAge(birth_date: string, age: number, unit: AgeUnit): string {
  if (unit === 'D') return nextDay(birth_date, age)
  if (unit === 'W') return nextDay(birth_date, age * 7)
  return monthsBefore(birth_date, -(unit === 'M' ? age : age * 12))
}

const fitsAge = (row: RangeRow, { birth_date, on }: Measured): boolean =>
  (row.age_from === null || dayOfAge(birth_date, row.age_from, row.age_from_unit ?? 'Y') <= on) &&
  (row.age_to === null || on < dayOfAge(birth_date, row.age_to, row.age_to_unit ?? 'Y'))

const isCarrying = (state: PregnancyState): boolean =>
  state === 'PREGNANT' || state.startsWith('TRIMESTER')

const fitsPregnancy = (wanted: PregnancyState | null, is: PregnancyState): boolean =>
  wanted === null || wanted === is || (wanted === 'PREGNANT' && isCarrying(is))

const fits = (row: RangeRow, of: Measured): boolean =>
  row.active &&
  row.effective_from <= of.on &&
  (row.sex === null || row.sex === of.sex) &&
  (row.method === null || row.method === of.method) &&
  fitsPregnancy(row.pregnancy, of.pregnancy) &&
  fitsAge(row, of)

const isAged = ({ age_from, age_to }: RangeRow): boolean => age_from !== null || age_to !== null

/** How many of sex, age, pregnancy and method a row names. */
export const namedParts = (row: RangeRow): number =>
  [row.sex !== null, isAged(row), row.pregnancy !== null, row.method !== null].filter(Boolean)
    .length

const unit_days: Readonly<Record<AgeUnit, number>> = { D: 1, W: 7, M: 30.4375, Y: 365.25 }
const end_of_life = 200 * 365.25

const widthOf = (row: RangeRow): number =>
  (row.age_to === null ? end_of_life : row.age_to * unit_days[row.age_to_unit ?? 'Y']) -
  (row.age_from ?? 0) * unit_days[row.age_from_unit ?? 'Y']

const ofTrimester = ({ pregnancy }: RangeRow): number =>
  pregnancy !== null && pregnancy.startsWith('TRIMESTER') ? 1 : 0

/** DIA-14: the most named parts; then a trimester, the later day, the narrower age. */
function better(a: RangeRow, b: RangeRow): number {
  return (
    namedParts(b) - namedParts(a) ||
    ofTrimester(b) - ofTrimester(a) ||
    (a.effective_from === b.effective_from ? 0 : a.effective_from > b.effective_from ? -1 : 1) ||
    widthOf(a) - widthOf(b)
  )
}

export const rangeFor = (rows: readonly RangeRow[], of: Measured): RangeRow | undefined =>
  rows.filter((row) => fits(row, of)).toSorted(better)[0]

/** DIA-17: the test's own pairs where no row says otherwise. */
export function limitsFor(test: Limits, row: RangeRow | undefined): Limits {
  const { ref_low, ref_high } = row ?? test
  const is_silent = row === undefined || (row.critical_low === null && row.critical_high === null)
  const { critical_low, critical_high } = is_silent ? test : row
  return { ref_low, ref_high, critical_low, critical_high }
}

/** DIA-18. Null: nothing can be said; never a guessed NORMAL. */
export function flagOf(
  value: number,
  comparator: Comparator | null,
  limits: Limits,
): ResultFlag | null {
  if (comparator === null) return flagOfNumber(value, limits)
  return comparator.startsWith('<') ? flagBelow(value, limits) : flagAbove(value, limits)
}

function flagOfNumber(value: number, limits: Limits): ResultFlag | null {
  const { ref_low, ref_high, critical_low, critical_high } = limits
  if (critical_low !== null && value <= critical_low) return 'CRITICAL_LOW'
  if (critical_high !== null && value >= critical_high) return 'CRITICAL_HIGH'
  if (ref_low !== null && value < ref_low) return 'LOW'
  if (ref_high !== null && value > ref_high) return 'HIGH'
  return ref_low === null && ref_high === null ? null : 'NORMAL'
}

/** Just below n. */
function flagBelow(n: number, { ref_low, ref_high, critical_low }: Limits): ResultFlag | null {
  if (critical_low !== null && n <= critical_low) return 'CRITICAL_LOW'
  if (ref_low !== null && n <= ref_low) return 'LOW'
  return ref_high !== null && n <= ref_high ? 'NORMAL' : null
}

function flagAbove(n: number, { ref_low, ref_high, critical_high }: Limits): ResultFlag | null {
  if (critical_high !== null && n >= critical_high) return 'CRITICAL_HIGH'
  if (ref_high !== null && n >= ref_high) return 'HIGH'
  return ref_low !== null && n >= ref_low ? 'NORMAL' : null
}

/** Half up, as it is printed. */
export function rounded(value: number, decimals: number): number {
  const [digits = '0', power = '0'] = String(value).split('e')
  const moved = Math.round(Number(`${digits}e${Number(power) + decimals}`))
  const [whole = '0', by = '0'] = String(moved).split('e')
  return Number(`${whole}e${Number(by) - decimals}`)
}
