// How every move of an admission begins: the patient is locked before it (one order of locks), and
// whoever died or was merged away is moved by few of them (FRO-8).

import type { Caller } from '../../../../core/caller.ts'
import { patientRecord, type Row as Patient, writable } from '../../../desk/patients/rows.ts'
import type { admission_moves } from '../words.ts'
import { admissionRecord, type Row } from './record.ts'

export interface Begun {
  before: Row
  patient: Patient
}

type Move = (typeof admission_moves)[number]

/** Of a patient who lives. */
export async function begun(caller: Caller, id: string, move: Move): Promise<Begun> {
  const { patient_id } = await admissionRecord.get(caller, id)
  const patient = await writable(caller, patient_id)
  return { patient, before: await admissionRecord.begin(caller, id, move) }
}

/** Of whoever died as well: what ends a stay goes on after a death. */
export async function begunAfterAll(caller: Caller, id: string, move: Move): Promise<Begun> {
  const { patient_id } = await admissionRecord.get(caller, id)
  const patient = await patientRecord.locked(caller, patient_id)
  return { patient, before: await admissionRecord.begin(caller, id, move) }
}
