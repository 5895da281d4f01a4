// The desk's page of a patient (PAT-32): what is open, what is due, and for who treats the clinical strip.

import { type Caller, can } from '../../../core/caller.ts'
import { list as appointments } from '../../desk/appointments/list.ts'
import * as patients from '../../desk/patients/patients.ts'
import { consentsOf, shown } from '../../desk/patients/privacy/consents.ts'
import { canSee } from '../../desk/patients/privacy/privacy.ts'
import { patientRecord } from '../../desk/patients/rows.ts'
import { list as referrals } from '../../desk/referrals/referrals.ts'
import { live_states } from '../../desk/referrals/words.ts'
import { latest } from '../../desk/vitals/vitals.ts'
import { membershipsOf, patientAccount } from '../../neighbours/billing.ts'
import { today } from '../../office/hospitals/hospitals.ts'

/** So many of each stand on one page. */
const page = { page: 1, per_page: 20 }

export async function deskSummary(caller: Caller, patient_id: string) {
  const patient = await patients.view(caller, await patientRecord.get(caller, patient_id))
  const due = await appointments(caller, { ...page, patient_id, from: await today(caller) })
  return {
    patient,
    appointments: due.rows.filter(({ cancelled_by }) => cancelled_by === null),
    referrals: await liveReferrals(caller, patient_id),
    memberships: (await membershipsOf(caller, patient_id)).map((one) => ({ ...one })),
    consents: (await consentsOf(caller, patient_id)).map(shown),
    account: can(caller, 'bill:read') ? await patientAccount(caller, patient_id) : null,
    last_vitals: (await seesStrip(caller, patient_id)) ? await latest(caller, patient_id) : null,
  }
}

/** Where to and how far; what the letter says is not the desk's. */
async function liveReferrals(caller: Caller, patient_id: string) {
  const found = await referrals(caller, { ...page, patient_id })
  const states: readonly string[] = live_states
  return found.rows
    .filter(({ status }) => states.includes(status))
    .map(({ id, number, direction, status, urgency, facility }) => ({
      id,
      number,
      direction,
      status,
      urgency,
      facility,
    }))
}

const seesStrip = async (caller: Caller, patient_id: string): Promise<boolean> =>
  can(caller, 'patient-clinical:read') && (await canSee(caller, { patient_id }))
