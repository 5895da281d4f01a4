// What other areas ask of a patient, and write to one (FRO-10).

import type { Caller } from '../../../core/caller.ts'
import { difference, record } from '../../office/audit/record.ts'
import { admissionOf } from '../../neighbours/care.ts'
import { openVisitsOf } from '../../neighbours/visits.ts'
import { patientRecord, writable } from './rows.ts'
import { patients } from './tables.ts'
import type { allergy_states, blood_groups } from './words.ts'

/** Where the patient is now: a ward and bed, a point of the queue, or only the branch. */
export async function locationOf(
  caller: Caller,
  patient_id: string,
): Promise<{
  service_point: string | null
  ward: string | null
  bed: string | null
  facility_id: string
}> {
  const { facility_id } = await patientRecord.get(caller, patient_id)
  const admission = await admissionOf(caller, patient_id)
  const visit = (await openVisitsOf(caller, [patient_id])).get(patient_id)
  return {
    service_point: visit?.service_point ?? null,
    ward: admission?.ward ?? null,
    bed: admission?.bed ?? null,
    facility_id: caller.facility_id ?? facility_id,
  }
}

/** Of diagnostics and the blood bank, the only ones who know a TESTED group. */
export async function setTestedGroup(
  caller: Caller,
  asked: { patient_id: string; group: (typeof blood_groups)[number]; source: string },
): Promise<void> {
  const before = await writable(caller, asked.patient_id)
  const changes = { blood_group: asked.group, blood_group_source: 'TESTED' as const }
  const found = difference(before, changes)
  if (found === undefined) return
  const { id, number } = before
  await patients.change({ hospital_id: caller.hospital_id, id }, changes)
  record(caller, 'patient.blood_group', {
    entity_type: 'patient',
    entity_id: id,
    entity_label: number,
    patient_id: id,
    changes: found,
    reason: asked.source,
  })
}

/** CAR-38: of care, the only one who knows. What the desk may write is as fresh as it was. */
export async function setAllergyStatus(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  asked: { patient_id: string; status: (typeof allergy_states)[number] },
): Promise<void> {
  const { patient_id: id, status: allergy_status } = asked
  const { version } = await patientRecord.get({ hospital_id }, id)
  await patients.change({ hospital_id, id }, { allergy_status, version })
}
