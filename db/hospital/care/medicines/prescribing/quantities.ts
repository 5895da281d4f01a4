// From a dose to what is handed out (CAR-57 to CAR-60). Nothing is read and nothing written.

import { conflict, invalid } from '../../../../core/refusal.ts'
import { inUnit } from '../checks/amounts.ts'
import { type AmountUnit, amount_units, type DoseUnit } from '../words.ts'
import type { Frequency } from './frequencies.ts'

export interface Dosed {
  name: string
  ingredients: readonly { amount: number; unit: AmountUnit }[]
  unit_of_dose: DoseUnit
  splittable: number | null
  pack_only: boolean
  pack_size: number | null
}

/** A drop of binary dust is no half tablet. */
const tidy = (amount: number): number => Number(amount.toPrecision(12))
/** Up to whole steps. */
const upTo = (amount: number, step: number): number =>
  tidy(Math.ceil(tidy(amount / step) - 1e-9) * step)
const downTo = (amount: number, step: number): number =>
  tidy(Math.floor(tidy(amount / step) + 1e-9) * step)

/** What is measured out has no whole parts: a tenth of a millilitre is its step. */
const measured: readonly DoseUnit[] = ['ML', 'G', 'UNIT', 'L_MIN']
/** What is drawn up out of its ampoule or vial: a part of it can be given, and the whole is used. */
const drawn_up: readonly DoseUnit[] = ['AMP', 'VIAL']
export const isDrawnUp = ({ unit_of_dose }: Pick<Dosed, 'unit_of_dose'>): boolean =>
  drawn_up.includes(unit_of_dose)

/** The smallest part that can be given. */
export const stepOf = (medicine: Pick<Dosed, 'splittable' | 'unit_of_dose'>): number => {
  if (medicine.splittable !== null) return medicine.splittable
  if (isDrawnUp(medicine)) return 0.01
  return measured.includes(medicine.unit_of_dose) ? 0.1 : 1
}

/** What a dose takes of the shelf; a rest in an open ampoule is not kept for the next. */
export const takenPerDose = (medicine: Pick<Dosed, 'unit_of_dose'>, per_dose: number): number =>
  isDrawnUp(medicine) ? Math.ceil(tidy(per_dose) - 1e-9) : per_dose

const near = 1.1

/** Figures of units are kept in thousandths. */
const smallest = 0.001

/** CAR-58: units of dose at once, rounded up where that is nearly what was asked. */
export function unitsPerDose(medicine: Dosed, dose: number, unit: string, at: string): number {
  const each = unit === medicine.unit_of_dose ? 1 : perUnit(medicine, unit)
  const wanted = dose / each
  // Nobody draws up more than was asked, and limits are held to the milligram.
  if (isDrawnUp(medicine) && wanted >= smallest) return downTo(wanted, smallest)
  const step = stepOf(medicine)
  const up = upTo(wanted, step)
  if (up <= wanted * near + 1e-9) return up
  const down = downTo(wanted, step)
  if (unit === medicine.unit_of_dose) {
    throw invalid(`${at}: dose`, `must be in parts of ${step} ${unit}.`)
  }
  throw conflict(
    `${dose} ${unit.toLowerCase()} cannot be made of ${medicine.name}: ${made([down, up], each, unit)}.`,
  )
}

function perUnit(medicine: Dosed, unit: string): number {
  const known = amount_units.find((one) => one === unit)
  const [first] = medicine.ingredients
  const each =
    known === undefined || first === undefined ? null : inUnit(first.amount, first.unit, known)
  if (each === null || each <= 0) throw conflict(`${medicine.name} cannot be dosed in ${unit}.`)
  return each
}

const made = (units: readonly number[], each: number, unit: string): string =>
  units
    .filter((one) => one > 0)
    .map((one) => tidy(one * each))
    .join(' or ') + ` ${unit.toLowerCase()}`

/** CAR-60: by weight, rounded to what can be measured, never above the most of a grown person. */
export function doseByWeight(
  per_kg: number,
  weight_kg: number,
  round_to: number,
  most: number | null,
): number {
  const dose = tidy(Math.round(tidy((per_kg * weight_kg) / round_to)) * round_to)
  return most === null ? dose : Math.min(dose, most)
}

export interface Course {
  frequency: Frequency
  days: number | null
  /** Of what is given when needed. */
  most_a_day: number | null
}

/** CAR-59: null where nobody said for how long. */
export function dosesIn({ frequency, days, most_a_day }: Course): number | null {
  if (frequency.once) return 1
  if (days === null) return null
  if (frequency.code === 'PRN') return (most_a_day ?? 0) * days
  const { days_interval, times_per_day } = frequency
  if (days_interval !== null) return Math.ceil(days / days_interval)
  return times_per_day === null ? null : times_per_day * days
}

export interface TaperStep {
  dose: number
  days: number
}

/** In units of dose; of what is supplied by pack, the packs. */
export function quantityOf(medicine: Dosed, per_dose: number, course: Course): number | null {
  const doses = dosesIn(course)
  return doses === null ? null : supplied(medicine, takenPerDose(medicine, per_dose) * doses)
}

export function taperQuantity(
  medicine: Dosed,
  steps: readonly TaperStep[],
  unit: string,
  frequency: Frequency,
  at: string,
): number {
  const total = steps.reduce((sum, { dose, days }) => {
    const doses = dosesIn({ frequency, days, most_a_day: null }) ?? 0
    return sum + takenPerDose(medicine, unitsPerDose(medicine, dose, unit, at)) * doses
  }, 0)
  return supplied(medicine, total)
}

function supplied({ pack_only, pack_size, splittable }: Dosed, total: number): number {
  if (pack_only && pack_size !== null) return Math.max(1, Math.ceil(tidy(total / pack_size)))
  return splittable === null ? tidy(total) : Math.ceil(tidy(total) - 1e-9)
}

/** The most in seven days; null: seven times as many as in one. */
export function dosesAWeek({ days_interval, once }: Frequency): number | null {
  if (once) return 1
  return days_interval === null ? null : Math.ceil(7 / days_interval)
}

/** The most in 24 hours, for the limits. */
export function dosesADay(
  { code, times_per_day, days_interval, once }: Frequency,
  most: number | null,
) {
  if (once) return 1
  if (code === 'PRN') return most
  return days_interval === null ? times_per_day : 1
}
