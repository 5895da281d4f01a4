// What a donation keeps as it was said.

import type {
  adverse_severities,
  adverse_types,
  Anticoagulant,
  bag_types,
  DeferralKind,
  Family,
  Strength,
} from '../words.ts'

export interface Exam {
  weight_kg: number
  haemoglobin: number
  haemoglobin_method?: string | null
  systolic: number
  diastolic: number
  pulse: number
  temperature: number
}

export interface Finding {
  code: string
  kind: DeferralKind
  until: string | null
  text: string
  text_sw: string
  /** The donor is not deferred; these are not made of the donation. */
  not_for: Family[]
}

export interface Bag {
  type: (typeof bag_types)[number]
  anticoagulant: Anticoagulant
  nominal_ml: number
  lot: string
  batch_id?: string | null
}

export interface Adverse {
  type: (typeof adverse_types)[number]
  severity: (typeof adverse_severities)[number]
  action?: string | null
  referred?: boolean | null
}

export interface Forward {
  anti_a: Strength
  anti_b: Strength
  anti_ab?: Strength | null
  anti_d: Strength
}

export interface Reverse {
  a_cells: Strength
  b_cells: Strength
}
