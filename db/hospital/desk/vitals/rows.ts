// What stands in a vital table (VIT-20). A row fits a person by age, pregnancy and oxygen target,
// and a value by its bounds, both of which belong to it; a bound that is null is open.

import type { growth_sexes, GrowthAxis, GrowthIndicator } from './words.ts'

export interface Fits {
  /** How the chart calls these people. */
  band?: string
  from_days?: number
  to_days?: number
  from_months?: number
  to_months?: number
  pregnant?: boolean
  spo2_target?: '94-98' | '88-92'
}

export interface Bounds {
  min: number | null
  max: number | null
}

export interface RangeRow extends Fits, Bounds {
  field: string
  context?: string
}

export interface LimitRow extends Fits {
  field: string
  side: 'LOW' | 'HIGH'
  min?: number | null
  max?: number | null
  values?: string[]
  /** Loss of weight: so many per cent of what it was within so many days. */
  percent?: number
  within_days?: number
}

export interface PlausibilityRow extends Fits {
  field: string
  unit: string
  confirm_min?: number
  confirm_max?: number
  refuse_min?: number
  refuse_max?: number
  /** Weight: a change of more than so many per cent within so many days is asked about. */
  percent?: number
  within_days?: number
}

export interface ScoreRow extends Fits {
  /** A vital sign; `total` for the bands, `single` for what one part alone brings about. */
  part: string
  points?: number
  min?: number | null
  max?: number | null
  values?: (string | boolean)[]
  /** Measured in another field: oxygen by its flow. */
  by?: string
  on_oxygen?: boolean
  group?: string
  /** Of `total` and `single`. */
  gives?: string
  trigger?: boolean
  action?: string
}

export interface ObserveRow {
  score: string
  band: string
  /** Only for this very total. */
  value?: number
  minutes: number
}

export interface MuacRow extends Fits {
  severe_below: number
  moderate_below: number
}

/** One file of a growth standard: its rows stand in `growth_rows` under `set_id`. */
export interface GrowthSet {
  set_id: string
  indicator: GrowthIndicator
  sex: (typeof growth_sexes)[number]
  by: GrowthAxis
  /** In days, or in cm. */
  from: number
  to: number
  rows: number
  source: string
  on: string
}

export interface TargetRow {
  category: number
  acuity: string
  minutes: number | null
  words: string
}

export interface DiscriminatorRow {
  code: string
  category: 1 | 2 | 3
  words: string
  /** Absent: for everybody. */
  for?: 'ADULT' | 'CHILD'
}

export interface RowsOf {
  RANGES: RangeRow[]
  CRITICAL_LIMITS: LimitRow[]
  PLAUSIBILITY: PlausibilityRow[]
  NEWS2: ScoreRow[]
  PEWS: ScoreRow[]
  MEOWS: ScoreRow[]
  TEWS: ScoreRow[]
  OBSERVE_EVERY: ObserveRow[]
  MUAC: MuacRow[]
  GROWTH: GrowthSet[]
  TRIAGE_TARGETS: TargetRow[]
  DISCRIMINATORS: DiscriminatorRow[]
}

export interface Person {
  age_days: number
  age_months: number
  /** Pregnant, or within the days after a birth. */
  pregnant: boolean
  spo2_target: '94-98' | '88-92'
}

export function fits(row: Fits, person: Person): boolean {
  const { age_days, age_months } = person
  return (
    (row.from_days === undefined || age_days >= row.from_days) &&
    (row.to_days === undefined || age_days <= row.to_days) &&
    (row.from_months === undefined || age_months >= row.from_months) &&
    (row.to_months === undefined || age_months <= row.to_months) &&
    (row.pregnant === undefined || row.pregnant === person.pregnant) &&
    (row.spo2_target === undefined || row.spo2_target === person.spo2_target)
  )
}

export const inside = (
  { min, max }: { min?: number | null; max?: number | null },
  value: number,
): boolean => value >= (min ?? Number.NEGATIVE_INFINITY) && value <= (max ?? Infinity)

export const age_16 = 192
