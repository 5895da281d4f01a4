// The measures of a set: how each is asked for and kept, in one list.

import type { TSchema } from '../../../core/kinds/kinds.ts'
import {
  optional,
  choice,
  Day,
  Decimal,
  Flag,
  nullable,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import {
  bp_arms,
  bp_positions,
  consciousness_words,
  deliveries,
  efforts,
  glucose_contexts,
  heart_rhythms,
  height_positions,
  mobilities,
  temperature_sites,
} from './words.ts'

/** Wide: what is possible stands in the table PLAUSIBILITY, which has the sentences. */
const number = Decimal(-100_000, 100_000)
const whole = Whole(-100_000, 100_000)

/** What is measured; the others say how or where. */
export const measured = {
  temperature: number,
  systolic: whole,
  diastolic: whole,
  heart_rate: whole,
  respiratory_rate: whole,
  respiratory_effort: choice(efforts),
  oxygen_saturation: whole,
  consciousness: choice(consciousness_words),
  gcs_eye: Whole(1, 4),
  gcs_verbal: Whole(1, 5),
  gcs_motor: Whole(1, 6),
  pain_score: Whole(0, 10),
  capillary_refill: number,
  blood_glucose: number,
  weight: number,
  height: number,
  head_circumference: number,
  muac: number,
  waist: number,
  oedema: Whole(0, 3),
  mobility: choice(mobilities),
  urine_output: Decimal(0, 20_000),
  fetal_heart_rate: whole,
} as const

export const beside = {
  temperature_site: choice(temperature_sites),
  bp_position: choice(bp_positions),
  bp_arm: choice(bp_arms),
  heart_rhythm: choice(heart_rhythms),
  oxygen_delivery: choice(deliveries),
  oxygen_flow: number,
  pain_site: Text(1, 120),
  glucose_context: choice(glucose_contexts),
  height_position: choice(height_positions),
  trauma: Flag,
  urine_hours: Decimal(0, 72),
  last_period: Day,
} as const

const fields = { ...measured, ...beside }
export type Field = keyof typeof fields
export const field_names = Object.keys(fields) as Field[]
export const measured_names = Object.keys(measured) as (keyof typeof measured)[]

type Given<F extends Record<string, TSchema>> = {
  [K in keyof F]: ReturnType<typeof optional<ReturnType<typeof nullable<F[K]>>>>
}
type Shown<F extends Record<string, TSchema>> = {
  [K in keyof F]: ReturnType<typeof nullable<F[K]>>
}

/** Each may be left out, and null clears it. */
export const given = Object.fromEntries(
  Object.entries(fields).map(([name, kind]) => [name, optional(nullable(kind))]),
) as unknown as Given<typeof fields>

export const shown = Object.fromEntries(
  Object.entries(fields).map(([name, kind]) => [name, nullable(kind)]),
) as unknown as Shown<typeof fields>

/** Those with numbers, of which a curve can be drawn. */
export const drawn = [
  'temperature',
  'systolic',
  'diastolic',
  'heart_rate',
  'respiratory_rate',
  'oxygen_saturation',
  'oxygen_flow',
  'pain_score',
  'capillary_refill',
  'blood_glucose',
  'weight',
  'height',
  'head_circumference',
  'muac',
  'waist',
  'oedema',
  'urine_output',
  'fetal_heart_rate',
  'gcs_total',
  'bmi',
  'map',
  'shock_index',
] as const
export type Drawn = (typeof drawn)[number]

const in_words: Readonly<Record<string, string>> = {
  heart_rate: 'pulse',
  oxygen_saturation: 'SpO2',
  systolic: 'systolic pressure',
  diastolic: 'diastolic pressure',
  muac: 'MUAC',
  gcs_total: 'coma scale',
  fetal_heart_rate: 'fetal heart rate',
}

/** As a person says it. */
export const calledInWords = (field: string): string =>
  in_words[field] ?? field.replaceAll('_', ' ')
