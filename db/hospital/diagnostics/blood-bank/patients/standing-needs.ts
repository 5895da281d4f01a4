// What every unit of cells for a patient must be, whoever asks for it: who once had a severe allergy to blood gets
// washed cells (BLD-84). Read from what was concluded, so that a conclusion that is revised revises it.

import type { Caller } from '../../../../core/caller.ts'
import { isAllergic } from '../bedside/allergic.ts'
import { blood_reactions } from '../bedside/tables.ts'
import type { requirement_kinds } from '../words.ts'

export interface StandingNeed {
  kind: (typeof requirement_kinds)[number]
  antigen: string | null
  reason: string
}

export async function standingNeeds(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  patient_id: string,
): Promise<StandingNeed[]> {
  const concluded = await blood_reactions.all(
    { hospital_id, patient_id, status: 'CONCLUDED' },
    { order: ['created_at', 'id'] },
  )
  const severe = concluded.find(({ conclusion }) => conclusion !== null && isAllergic(conclusion))
  if (severe === undefined) return []
  return [{ kind: 'WASHED', antigen: null, reason: `Reaction to unit ${severe.unit_number}` }]
}
