// What a hospital may choose for its blood bank (blood-bank 2.8).

import type { Anticoagulant, BloodGroup, DeferralKind, Family, Marker } from '../words.ts'

export const din_modes = ['OWN', 'EXTERNAL'] as const
export const two_sample_rules = ['REQUIRED', 'SECOND_TEST'] as const
export const rule_bases = ['ANSWER', 'EXAM', 'COMPUTED'] as const
export const exam_numbers = [
  'weight_kg',
  'haemoglobin',
  'systolic',
  'diastolic',
  'pulse',
  'temperature',
] as const
export type ExamNumber = (typeof exam_numbers)[number]

export interface Words {
  sw: string
  en: string
}

/** A finding where the answer is YES, where a measure lies outside, or by what is known of the donor. */
export interface When {
  by: (typeof rule_bases)[number]
  field?: ExamNumber | null
  below?: number | null
  above?: number | null
}

export interface DeferralRule {
  code: string
  question: Words | null
  when: When
  kind: DeferralKind
  days: number | null
  sex: 'Male' | 'Female' | null
  /** Not the donor is deferred: of the donation these are not made. */
  applies_to: Family[]
  text: Words
  order: number
  active: boolean
  unconfirmed: boolean
}

export interface Component {
  code: string
  name: string
  name_sw: string
  family: Family
  made_from: string[]
  make_within_hours: number | null
  /** Days that it keeps, by what the bag holds. */
  shelf_days: Record<Anticoagulant, number> | null
  shelf_hours: number | null
  volume_min: number
  volume_max: number
  storage_min: number
  storage_max: number
  crossmatch: boolean
  tariff_code: string | null
  active: boolean
  unconfirmed: boolean
}

export interface Level {
  facility_id: string
  component_code: string
  group: BloodGroup
  minimum: number
  target: number
}

export interface BloodSettings {
  din: { fin: string; mode: (typeof din_modes)[number] }
  markers: Marker[]
  deferral_rules: DeferralRule[]
  components: Component[]
  levels: Level[]
  interval_months: { Male: number; Female: number }
  age_from: number
  age_to: number
  max_ml_per_kg: number
  two_sample: (typeof two_sample_rules)[number]
  sample_hours: number
  sample_days: number
  electronic_issue: boolean
  reserve_hours: number
  return_minutes: number
  start_minutes: number
  max_hours: number
  temperature_rise: number
  childbearing_to: number
  emergency_female: BloodGroup
  emergency_male: BloodGroup
  retro_hours: number
  look_back_months: number
  near_expiry_days: number
  tariffs: { group: string | null; screen: string | null; crossmatch: string | null }
}
