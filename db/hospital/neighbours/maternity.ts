// What is asked of maternity (MAT-31) before it stands: nobody is known to be pregnant.

import type { Caller } from '../../caller.ts'
import { question } from './question.ts'

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
