// Amounts of what is in a medicine: brought to one unit, added up, and said in words.

import type { AmountUnit } from '../words.ts'
import type { CheckedLine } from './situation.ts'

const milligrams: Partial<Record<AmountUnit, number>> = { MG: 1, MCG: 0.001, G: 1000 }

/** Null: the two cannot be held against each other. */
export function inUnit(amount: number, from: AmountUnit, to: AmountUnit): number | null {
  if (from === to) return amount
  const [of, wanted] = [milligrams[from], milligrams[to]]
  return of === undefined || wanted === undefined ? null : (amount * of) / wanted
}

const words: Readonly<Record<AmountUnit, string>> = {
  MG: 'mg',
  MCG: 'mcg',
  G: 'g',
  IU: 'IU',
  MMOL: 'mmol',
  ML: 'ml',
  PERCENT: '%',
}

/** `4 g`, `500 mg`: no more figures than somebody would say. */
export function said(amount: number, unit: AmountUnit): string {
  const grams = unit === 'MG' && amount >= 1000
  const figure = Number((grams ? amount / 1000 : amount).toPrecision(4))
  return `${figure} ${words[grams ? 'G' : unit]}`
}

/** At once, of one ingredient; null where nobody can say. */
export function atOnce(line: CheckedLine, code: string, unit: AmountUnit): number | null {
  const found = line.medicine.ingredients.find(({ ingredient_code }) => ingredient_code === code)
  if (found === undefined || line.per_dose === null) return null
  const each = inUnit(found.amount, found.unit, unit)
  return each === null ? null : each * line.per_dose
}

/** In seven days: who takes it once a week takes it once. */
export const inAWeek = (lines: readonly CheckedLine[], code: string, unit: AmountUnit): number =>
  lines.reduce(
    (sum, line) =>
      sum + (atOnce(line, code, unit) ?? 0) * (line.doses_a_week ?? (line.doses_a_day ?? 0) * 7),
    0,
  )

/** In 24 hours, of one ingredient over several lines; what cannot be said adds nothing. */
export const inADay = (lines: readonly CheckedLine[], code: string, unit: AmountUnit): number =>
  lines.reduce((sum, line) => sum + (atOnce(line, code, unit) ?? 0) * (line.doses_a_day ?? 0), 0)
