// Who is enrolled in which clinic: the packs TB and CTC, as care and the front office ask (TBC-27). The
// answer is the same while the module is off.

import type { Caller } from '../../../core/caller.ts'
import type { EnrolmentBrief } from '../../neighbours/to-care.ts'
import { ctc_clients } from './ctc/tables.ts'
import { tb_cases } from './tb/tables.ts'

type Of = Pick<Caller, 'hospital_id'>

export async function enrolments(
  { hospital_id }: Of,
  patient_ids: readonly string[],
): Promise<ReadonlyMap<string, readonly EnrolmentBrief[]>> {
  const patient_id = [...new Set(patient_ids)]
  if (patient_id.length === 0) return new Map()
  const cases = await tb_cases.all({ hospital_id, patient_id }, { order: ['registered_on', 'id'] })
  const clients = await ctc_clients.all({ hospital_id, patient_id }, { order: ['id'] })
  const briefs = [
    ...cases.flatMap((row) =>
      row.registered_on === null
        ? []
        : [
            {
              patient_id: row.patient_id,
              programme_key: 'TB',
              enrolled_on: row.registered_on,
              status: row.status === 'CLOSED' ? 'COMPLETED' : 'ACTIVE',
              needs: null,
            },
          ],
    ),
    ...clients.map((row) => ({
      patient_id: row.patient_id,
      programme_key: 'CTC',
      enrolled_on: row.enrolled_on,
      status: row.status,
      needs: 'ctc:read',
    })),
  ]
  return Map.groupBy(briefs, (one) => one.patient_id)
}

export const enrolmentsOfOne = async (
  caller: Of,
  patient_id: string,
): Promise<readonly EnrolmentBrief[]> =>
  (await enrolments(caller, [patient_id])).get(patient_id) ?? []

export async function patientsEnrolled(
  { hospital_id }: Of,
  { programme_key, on }: { programme_key: 'TB' | 'CTC'; on: string },
): Promise<readonly string[]> {
  const found =
    programme_key === 'TB'
      ? (await tb_cases.all({ hospital_id, status: 'ON_TREATMENT' })).filter(
          ({ registered_on }) => registered_on !== null && registered_on <= on,
        )
      : (await ctc_clients.all({ hospital_id, status: ['ACTIVE', 'INTERRUPTED'] })).filter(
          ({ enrolled_on }) => enrolled_on <= on,
        )
  return found.map(({ patient_id }) => patient_id)
}
