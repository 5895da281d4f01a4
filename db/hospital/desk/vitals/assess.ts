// What a set says (VIT-4 to VIT-14): computed figures, flags, scores, thinness, and which alerts are
// due. Pure: the tables, the person and what was measured before are handed in.

import { bmiClassOf, bmiOf, bsaOf, gcsOf, mapOf, shockIndexOf } from './derived.ts'
import { type Flag, flagsOf } from './flags.ts'
import { calledInWords } from './measures.ts'
import { type Nutrition, nutritionOf } from './nutrition.ts'
import type { Values } from './read-input.ts'
import { age_16, fits, type Person } from './rows.ts'
import { type Chart, type Score, score, scoreFor } from './scoring.ts'
import type { ScoreCode, VitalAlertKind, VitalAlertSeverity } from './words.ts'
import type { InForce } from './vital-tables.ts'

export const needed_tables = [
  'RANGES',
  'CRITICAL_LIMITS',
  'PLAUSIBILITY',
  'NEWS2',
  'PEWS',
  'MEOWS',
  'TEWS',
  'OBSERVE_EVERY',
  'MUAC',
  'GROWTH',
] as const
export type Tables = { [K in (typeof needed_tables)[number]]: InForce<K> }

export interface Weighed {
  weight: number
  taken_at: string
  visit_id: string
}

/** What was measured before this set. */
export interface Before {
  /** Newest first, of the last 180 days. */
  weights: readonly Weighed[]
  /** Of the last five years, for people from 16 years on. */
  height: number | null
}

export interface Case {
  person: Person
  taken_at: string
  visit_id: string
  /** At triage and in the emergency room a triage score is made as well (VIT-6). */
  triage: boolean
}

export interface Assessment {
  age_days: number
  weight_used: number | null
  bmi: number | null
  bmi_class: ReturnType<typeof bmiClassOf>
  map: number | null
  shock_index: number | null
  gcs_total: number | null
  bsa: number | null
  flags: Flag[]
  scores: Score[]
  nutrition: Nutrition | null
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

export function assess(
  tables: Tables,
  values: Values,
  { person, visit_id, triage }: Case,
  before: Before,
  growth: Readonly<Record<string, unknown>> | null = null,
): Assessment {
  const weight = numberOf(values.weight)
  const weight_used =
    weight ?? before.weights.find((one) => one.visit_id === visit_id)?.weight ?? null
  const grown = person.age_months >= age_16
  const height = numberOf(values.height) ?? (grown ? before.height : null)
  const bmi = bmiOf(weight_used, height)
  const figures = {
    map: mapOf(numberOf(values.systolic), numberOf(values.diastolic)),
    shock_index: shockIndexOf(numberOf(values.heart_rate), numberOf(values.systolic)),
    gcs_total: gcsOf(
      numberOf(values.gcs_eye),
      numberOf(values.gcs_verbal),
      numberOf(values.gcs_motor),
    ),
  }
  const measures = { ...values, ...figures }
  return {
    age_days: person.age_days,
    weight_used: weight === null ? weight_used : null,
    bmi,
    bmi_class: bmiClassOf(bmi, person),
    ...figures,
    bsa: bsaOf(weight_used, height),
    flags: flagsOf(tables.RANGES.rows, tables.CRITICAL_LIMITS.rows, person, measures),
    scores: scoresOf(tables, person, measures, triage),
    nutrition: nutritionOf(tables.MUAC.rows, person, {
      muac: numberOf(values.muac),
      oedema: numberOf(values.oedema),
      whz: numberOf(growth?.['z_wflh']),
    }),
  }
}

function scoresOf(
  tables: Tables,
  person: Person,
  measures: Readonly<Record<string, unknown>>,
  triage: boolean,
): Score[] {
  const codes: ScoreCode[] = triage ? [scoreFor(person), 'TEWS'] : [scoreFor(person)]
  return codes.map((code) => {
    const { rows, version, adopted } = tables[code]
    const chart: Chart = { code, rows, version, adopted }
    return score(chart, person, measures, tables.OBSERVE_EVERY.rows)
  })
}

/** The score that watches over a patient; a triage score only proposes. */
export const watching = (scores: readonly Score[]): Score | null =>
  scores.find(({ code }) => code !== 'TEWS') ?? null

export interface Due {
  kind: VitalAlertKind
  severity: VitalAlertSeverity
  message: string
  fields: string[]
}

/** VIT-13, VIT-14, VIT-16: what somebody must be told of. */
export function alertsDue(
  tables: Tables,
  values: Values,
  assessment: Assessment,
  { person, taken_at }: Case,
  before: Before,
  growth: Readonly<Record<string, unknown>> | null = null,
): Due[] {
  return [
    criticalValue(values, assessment),
    earlyWarning(assessment),
    pregnancyPressure(values, assessment, person),
    malnutrition(assessment, growth),
    faltering(growth),
    weightLoss(tables, values, person, taken_at, before),
  ].filter((one): one is Due => one !== null)
}

const isCritical = ({ flag }: Flag): boolean => flag.startsWith('CRITICAL')

function criticalValue(values: Values, { flags, gcs_total }: Assessment): Due | null {
  const critical = flags.filter(isCritical)
  if (critical.length === 0) return null
  const all: Record<string, unknown> = { ...values, gcs_total }
  const said = critical
    .map(({ field }) => `${calledInWords(field)} ${String(all[field])}`)
    .join(', ')
  return {
    kind: 'CRITICAL_VALUE',
    severity: 'DANGER',
    message: `Critical: ${said}.`,
    fields: critical.map(({ field }) => field),
  }
}

function earlyWarning({ scores }: Assessment): Due | null {
  const one = watching(scores)
  if (one === null || !one.trigger) return null
  // Without a total a red sign of a mother is as grave as the band it would give.
  const high = one.band === 'HIGH' || (one.value === null && one.code === 'MEOWS')
  const total = one.value === null ? 'one sign' : `${one.value}, ${one.band}`
  return {
    kind: 'EARLY_WARNING',
    severity: high ? 'DANGER' : 'WARNING',
    message: `${one.code} ${total}. ${one.action ?? ''}`.trim(),
    fields: Object.keys(one.parts),
  }
}

function pregnancyPressure(values: Values, { flags }: Assessment, person: Person): Due | null {
  if (!person.pregnant) return null
  const high = flags.filter(
    ({ field, flag }) => (field === 'systolic' || field === 'diastolic') && flag.endsWith('HIGH'),
  )
  if (high.length === 0) return null
  return {
    kind: 'PREGNANCY_BLOOD_PRESSURE',
    severity: high.some(isCritical) ? 'DANGER' : 'WARNING',
    message: `Blood pressure ${numberOf(values.systolic) ?? '–'}/${numberOf(values.diastolic) ?? '–'} in pregnancy.`,
    fields: high.map(({ field }) => field),
  }
}

function malnutrition(
  { nutrition }: Assessment,
  growth: Readonly<Record<string, unknown>> | null,
): Due | null {
  if (nutrition?.class !== 'SEVERE' && growth?.['class'] !== 'SEVERE_ACUTE') return null
  return {
    kind: 'MALNUTRITION',
    severity: 'WARNING',
    message: 'Severe acute malnutrition.',
    fields: ['muac', 'weight', 'oedema'],
  }
}

function faltering(growth: Readonly<Record<string, unknown>> | null): Due | null {
  if (growth?.['faltering'] !== true) return null
  return {
    kind: 'GROWTH_FALTER',
    severity: 'WARNING',
    message: 'The child does not gain weight as expected.',
    fields: ['weight'],
  }
}

function weightLoss(
  tables: Tables,
  values: Values,
  person: Person,
  taken_at: string,
  { weights }: Before,
): Due | null {
  const weight = numberOf(values.weight)
  if (weight === null || person.pregnant) return null
  for (const row of tables.CRITICAL_LIMITS.rows) {
    if (row.percent === undefined || row.field !== 'weight' || !fits(row, person)) continue
    const since = Date.parse(taken_at) - (row.within_days ?? 0) * 86_400_000
    const own = weights.filter((one) => Date.parse(one.taken_at) >= since)
    const most = own.reduce<Weighed | null>(
      (heaviest, one) => (heaviest === null || one.weight > heaviest.weight ? one : heaviest),
      null,
    )
    if (most === null || ((most.weight - weight) / most.weight) * 100 < row.percent) continue
    const days = Math.round((Date.parse(taken_at) - Date.parse(most.taken_at)) / 86_400_000)
    return {
      kind: 'WEIGHT_CHANGE',
      severity: 'WARNING',
      message: `Weight ${weight} kg, ${most.weight} kg ${days} days ago.`,
      fields: ['weight'],
    }
  }
  return null
}
