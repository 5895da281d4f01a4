// What is asked of maternity (MAT-31) before it stands: nobody is known to be pregnant, and nobody
// has an antenatal card.

import type { Caller } from '../../core/caller.ts'
import { question } from '../../core/question.ts'

export interface Pregnancy {
  pregnant: boolean
  pregnancy_id?: string | null
  status: string
  edd?: string | null
  gestation?: number | null
  trimester?: number | null
  breastfeeding?: boolean
  postpartum: boolean
  postpartum_until?: string | null
  high_risk: boolean
}

export const pregnancyOf = question(
  async (_caller: Caller, _patient_id: string, _at?: string): Promise<Pregnancy | null> => null,
)

export interface Gestation {
  weeks: number
  days: number
}

export interface AntenatalContact {
  number: number
  on: string
  place: string
  gestation: Gestation | null
  weight_kg: number | null
  systolic: number | null
  diastolic: number | null
  haemoglobin: number | null
  fundal_height_cm: number | null
  fetal_heart_rate: number | null
  advice: string[]
}

type BirthPlanField = 'place' | 'companion' | 'transport' | 'donor' | 'decision_maker' | 'savings'

/**
 * The card that a woman carries: of the pregnancy that is open, or until 42 days after birth. What
 * is sensitive (MAT-9), risks and the partner are not on it.
 */
export interface AntenatalCard {
  pregnancy_id: string
  number: string
  card_no: string | null
  status: string
  edd: string | null
  gestation: Gestation | null
  gravida: number
  para: number
  multiple: number | null
  blood_group: string | null
  rhesus: string | null
  birth_plan: Record<BirthPlanField, string | null> | null
  contacts: AntenatalContact[]
  due: { title: string; due_on: string; state: string }[]
  next_contact_on: string | null
}

export const antenatalCard = question(
  async (_caller: Caller, _patient_id: string): Promise<AntenatalCard | null> => null,
)

/** MAT-31: null, nobody of this name is in labour. */
export const labourOf = question(
  async (_caller: Caller, _patient_id: string): Promise<{ started_at: string } | null> => null,
)

/** The local day of birth of those who gave birth in the last 42 days, by patient. */
export const deliveredOn = question(
  async (_caller: Caller, _patient_ids: readonly string[]): Promise<ReadonlyMap<string, string>> =>
    new Map(),
)

/** MAT-1: the number of the pregnancy that is open with maternity; null: none is. */
export const pregnancyInHand = question(
  async (_caller: Caller, _patient_id: string): Promise<string | null> => null,
)
