// How every change of a labour begins: the patient, then the labour, locked, and in its own branch.

import type { Caller } from '../../../../core/caller.ts'
import { patientRecord, type Row as Patient } from '../../../desk/patients/rows.ts'
import { mustBeHere } from '../../../office/places/own-branch.ts'
import type { LabourRow } from './of.ts'
import { labour_life, labourRecord } from './record.ts'

export interface Held {
  patient: Patient
  labour: LabourRow
}

export async function held(caller: Caller, id: string): Promise<Held> {
  const { patient_id } = await labourRecord.get(caller, id)
  const patient = await patientRecord.locked(caller, patient_id)
  const labour = await labourRecord.locked(caller, id)
  await mustBeHere(caller, labour.facility_id, 'labour')
  return { patient, labour }
}

export function mustGoOn({ number, status }: LabourRow): void {
  if (status === 'ENDED') throw labour_life.refusal(status, number)
}
