// Where a certificate belongs, and the day the patient came (CAR-3, CAR-29).

import type { Caller } from '../../../core/caller.ts'
import { dayIn } from '../../../core/clock.ts'
import type { Row as Patient } from '../../desk/patients/rows.ts'
import { openVisitRow } from '../../desk/visits/moves/open.ts'
import { visitRecord } from '../../desk/visits/rows.ts'
import { zoneOf } from '../../office/places/hours.ts'
import { placeOf } from '../records/place.ts'
import { liveOf } from '../wards/admissions/record.ts'
import type { CertificateRow } from './record.ts'
import type { CertificateInput } from './shapes.ts'

export type Where = Pick<CertificateRow, 'facility_id' | 'visit_id' | 'admission_id'>

/** CAR-3: what was named, what goes on, else nothing: a certificate needs no visit. */
export async function whereOf(
  caller: Caller,
  patient: Patient,
  asked: CertificateInput,
): Promise<Where> {
  if (asked.visit_id || asked.admission_id) {
    const { visit_id, admission_id } = asked
    const place = await placeOf(caller, patient, { visit_id, admission_id, whenever: true })
    const { facility_id } = place
    return { facility_id, visit_id: place.visit_id, admission_id: place.admission_id }
  }
  const stay = await liveOf(caller, patient.id)
  if (stay !== undefined && stay.admitted_at !== null) {
    return { facility_id: stay.facility_id, visit_id: stay.visit_id, admission_id: stay.id }
  }
  const visit = await openVisitRow(caller, patient.id)
  const facility_id = visit?.facility_id ?? caller.facility_id ?? patient.facility_id
  return { facility_id, visit_id: visit?.id ?? null, admission_id: null }
}

/** The day the patient came; without a visit, this day. */
export async function seenOn(
  caller: Caller,
  { visit_id, facility_id }: Where,
  otherwise: string,
): Promise<string> {
  if (visit_id === null) return otherwise
  const { opened_at } = await visitRecord.get(caller, visit_id)
  return dayIn(await zoneOf(caller, facility_id), new Date(opened_at))
}
