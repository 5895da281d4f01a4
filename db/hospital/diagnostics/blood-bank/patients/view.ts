// A sample, and a patient's blood record, as people see them (blood-bank 2.4).

import type { Caller } from '../../../../core/caller.ts'
import { noSuch } from '../../../../core/refusal.ts'
import { refusedOf } from '../../../care/consents/consents.ts'
import { patientsById } from '../../../desk/patients/register/many.ts'
import { blood_issues, blood_requests } from '../requests/tables.ts'
import { open_states } from '../requests/record.ts'
import { antibodiesOf, bloodOf, determinationsOf, type SampleRow, sampleRecord } from './record.ts'
import type { PatientBlood, Sample } from './shapes.ts'
import { standingNeeds } from './standing-needs.ts'
import { blood_samples } from './tables.ts'

export async function sampleShown(caller: Caller, { id }: Pick<SampleRow, 'id'>): Promise<Sample> {
  const row = await sampleRecord.get(caller, id)
  const patient = (await patientsById(caller, [row.patient_id])).get(row.patient_id)
  if (patient === undefined) throw noSuch('sample')
  const determinations = await determinationsOf(caller, row.patient_id)
  return {
    ...row,
    patient,
    groupings: determinations.filter(({ sample_id }) => sample_id === id),
    moves: sampleRecord.moves(caller, row),
    history: await sampleRecord.history(caller, id),
  }
}

const newest = 200

export async function bloodRecord(caller: Caller, patient_id: string): Promise<PatientBlood> {
  const { hospital_id } = caller
  const { group, confirmed } = await bloodOf(caller, patient_id)
  const samples = await blood_samples.all(
    { hospital_id, patient_id },
    { order: ['-created_at', '-id'], limit: newest },
  )
  const requests = await blood_requests.all(
    { hospital_id, patient_id },
    { order: ['-created_at', '-id'], limit: newest },
  )
  const antibodies = await antibodiesOf(caller, patient_id)
  const asked = requests
    .filter(({ status }) => open_states.some((state) => state === status))
    .flatMap(({ requirements, number }) =>
      requirements.map(({ kind, antigen = null }) => ({ kind, antigen, reason: number })),
    )
  return {
    patient_id,
    group,
    group_confirmed: confirmed,
    determinations: await determinationsOf(caller, patient_id),
    screens: samples.flatMap(({ id, screen_result, received_at }) =>
      screen_result === null || received_at === null
        ? []
        : [{ sample_id: id, result: screen_result, at: received_at }],
    ),
    antibodies: antibodies.map((one) => ({ ...one, found_on: one.found_at })),
    requirements: [...(await standingNeeds(caller, patient_id)), ...asked],
    requests: requests.map((one) => ({ ...one, reference: one.number })),
    issues: await blood_issues.all(
      { hospital_id, patient_id },
      { order: ['-at', '-id'], limit: newest },
    ),
    refuses_blood: (await refusedOf(caller, { patient_id, kind: 'TRANSFUSION' })) !== null,
  }
}
