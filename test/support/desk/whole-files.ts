// The copy that somebody asked for of a patient's record, made and there to be taken.

import { join } from 'node:path'
import { setExportFolder } from '../../../db/hospital/office/exports/files.ts'
import type { House } from '../boot.ts'
import { workAll } from '../jobs.ts'
import type { Person } from '../people.ts'
import { done } from './ward.ts'

export async function copyOfRecord(
  { house, hands }: { house: House; hands: Person },
  patient_id: string,
): Promise<Record<string, string>> {
  setExportFolder(join(house.database.folder, 'exports'))
  const asked = await done(
    hands.post(`/patients/${patient_id}/exports`, { reason: 'Asked for by the patient' }),
  )
  await workAll()
  return { 'patient-exports': asked.id }
}
