// What the checks of medicines look at (4.8): everything they need and nothing they would have to ask for.

import type { SafetyRules } from '../safety/bodies.ts'
import type { ByTrimester, Ingredient } from '../formulary/tables.ts'
import type { RiskLevel } from '../words.ts'

export interface CheckedMedicine {
  /** Null: written in words, not in the formulary. */
  id: string | null
  name: string
  ingredients: readonly (Ingredient & { classes: readonly string[] })[]
  /** Of the medicine itself, beside those of what is in it. */
  classes: readonly string[]
  pregnancy: ByTrimester
  lactation: RiskLevel
  aware: 'ACCESS' | 'WATCH' | 'RESERVE' | null
  controlled: string
  levels: readonly string[]
  cadres: readonly string[]
  specialities: readonly string[]
  in_formulary: boolean
  /** Somebody of the hospital has looked at what it says of itself. */
  confirmed: boolean
}

export interface CheckedLine {
  medicine: CheckedMedicine
  /** `Line 2` of what is asked; of what stands already, where it stands: `RX-2026-000012`. */
  at: string
  route: string | null
  /** Units of dose at once; null where nobody can say. */
  per_dose: number | null
  /** The most in 24 hours: what is given when needed counts at its maximum. */
  doses_a_day: number | null
  /** Where that is not seven times as many. */
  doses_a_week?: number | null
  start: string
  end: string | null
  once: boolean
  when_needed: boolean
  indication: string | null
  duration_days: number | null
  /** Goes into the bag of the line of this index: what is found of it is told of that line. */
  part_of?: number
}

export interface KnownAllergy {
  substance: string
  ingredient_code: string | null
  class_code: string | null
  /** Those of its ingredient. */
  classes: readonly string[]
  severity: string
  reactions: readonly string[]
}

export interface Person {
  age_days: number
  sex: string
  weight_kg: number | null
  /** How old that weight is. */
  weight_days: number | null
  weight_at?: string | null
  height_cm: number | null
}

export interface Situation {
  person: Person
  allergies: readonly KnownAllergy[]
  /** Somebody has asked. */
  allergies_asked: boolean
  pregnancy: {
    pregnant: 'YES' | 'NO' | 'UNKNOWN'
    weeks: number | null
    stale: boolean
    breastfeeding: boolean
  } | null
  /** Micromoles in a litre. */
  creatinine: number | null
  kidney_problem: boolean
  /** Codes of ICD-10. */
  conditions: readonly string[]
  prescriber: { level: string | null; cadre: string | null; department: string | null }
  /** What is taken already: active, on hold, at home, dispensed and not used up. */
  standing: readonly CheckedLine[]
  rules: SafetyRules
  settings: {
    weight_needed_under_years: number
    weight_max_age_days: { under_1y: number; under_5y: number; under_12y: number }
    creatinine_max_age_days: number
    controlled_days: number
  }
}

export const rx_gates = [
  'RX_ALLERGY_EXACT',
  'RX_ALLERGY_CLASS',
  'RX_ALLERGY_UNKNOWN',
  'RX_DUPLICATE',
  'RX_DUPLICATE_CLASS',
  'RX_INTERACTION',
  'RX_MAX_DOSE',
  'RX_LOW_DOSE',
  'RX_WEIGHT',
  'RX_PREGNANCY',
  'RX_PREGNANCY_UNKNOWN',
  'RX_LACTATION',
  'RX_RENAL',
  'RX_CONDITION',
  'RX_AGE',
  'RX_CADRE',
  'RX_INDICATION',
  'RX_RESERVE',
  'RX_CONTROLLED_DAYS',
  'RX_FORMULARY',
  'OTC_RX_ONLY',
] as const
export type RxGate = (typeof rx_gates)[number]

export interface Finding {
  gate: RxGate
  /** Index of the line that it is about; null: of all of them. */
  line: number | null
  /** By which the rows of the gate differ. */
  severity: string | null
  what: string
  mend: string | null
  /** False: of a shipped table that nobody has adopted. */
  adopted: boolean
}

/** Each of the checks answers what it found of one line. */
export type Check = (asked: {
  line: CheckedLine
  index: number
  lines: readonly CheckedLine[]
  of: Situation
}) => readonly Omit<Finding, 'line'>[]

export const targetsOf = (
  medicine: CheckedMedicine,
  ingredient: CheckedMedicine['ingredients'][number],
): ReadonlySet<string> =>
  new Set([
    ...(medicine.id === null ? [] : [`medicine:${medicine.id}`]),
    `ingredient:${ingredient.ingredient_code}`,
    ...[...ingredient.classes, ...medicine.classes].map((one) => `class:${one}`),
  ])

/** Of the whole medicine. */
export const allTargets = (medicine: CheckedMedicine): ReadonlySet<string> =>
  new Set(medicine.ingredients.flatMap((one) => [...targetsOf(medicine, one)]))

export const classesOfMedicine = ({ classes, ingredients }: CheckedMedicine): ReadonlySet<string> =>
  new Set([...classes, ...ingredients.flatMap((one) => one.classes)])

/** `Line 1, Amoxicillin 250 mg capsule`; by its name alone where it stands nowhere. */
export const titled = ({ at, medicine }: CheckedLine): string =>
  at === '' ? medicine.name : `${at}, ${medicine.name}`

export const years = (age_days: number): number => age_days / 365.25

/** In the middle of a sentence; what is written in capitals stays so. */
export const lower = (name: string): string =>
  /^[A-Z][a-z]/.test(name) ? name[0]?.toLowerCase() + name.slice(1) : name
