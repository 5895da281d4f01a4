// The copy that somebody asked for of a patient's record.

import type { Person } from '../people.ts'
import { done } from './ward.ts'

export async function copyOfRecord(
  hands: Person,
  patient_id: string,
): Promise<Record<string, string>> {
  const asked = await done(
    hands.post(`/patients/${patient_id}/exports`, { reason: 'Asked for at the desk' }),
  )
  return { 'patient-exports': asked.id }
}
