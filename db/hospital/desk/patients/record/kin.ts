// Next of kin (2.2, PAT-13).

import type { Caller } from '../../../../core/caller.ts'
import { record } from '../../../office/audit/record.ts'
import { phone } from '../../../office/hospitals/hospitals.ts'
import { patientRecord, writable } from '../rows.ts'
import type { KinInput, NextOfKin } from './hanging-shapes.ts'
import { patient_kin } from './hanging-tables.ts'

export async function kinOf(caller: Caller, patient_id: string): Promise<NextOfKin[]> {
  return patient_kin.all(
    { hospital_id: caller.hospital_id, patient_id, removed_at: null },
    { order: ['created_at', 'id'] },
  )
}

export async function add(caller: Caller, patient_id: string, input: KinInput): Promise<NextOfKin> {
  const patient = await writable(caller, patient_id)
  const made = await insert(caller, patient_id, input, '')
  record(caller, 'next_of_kin.create', {
    entity_type: 'next_of_kin',
    entity_id: made.id,
    entity_label: patient.number,
    patient_id,
  })
  return made
}

/** `at` stands before the field's name where it is one of several in a body. */
export async function insert(
  caller: Caller,
  patient_id: string,
  input: KinInput,
  at: string,
): Promise<NextOfKin> {
  const { hospital_id } = caller
  const number = async (field: 'phone' | 'alt_phone'): Promise<string | null> =>
    input[field] ? phone(caller, `${at}${field}`, input[field]) : null
  const kept = { phone: await number('phone'), alt_phone: await number('alt_phone') }
  const linked_patient_id = input.linked_patient_id ?? null
  if (linked_patient_id !== null) await patientRecord.get(caller, linked_patient_id)
  if (input.is_emergency_contact === true) {
    // One at a time: the mark moves.
    await patient_kin.change(
      { hospital_id, patient_id, is_emergency_contact: true },
      { is_emergency_contact: false },
    )
  }
  return patient_kin.insert({ ...input, ...kept, linked_patient_id, hospital_id, patient_id })
}
