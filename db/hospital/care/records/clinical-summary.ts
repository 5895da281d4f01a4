// Everything that matters of one patient on one page (5.1 clinical-summary).

import { type Caller, can } from '../../../core/caller.ts'
import { alertsOf } from '../../desk/patients/record/alerts.ts'
import { latest } from '../../desk/vitals/vitals.ts'
import { dueVaccines } from '../../neighbours/care.ts'
import { activeMedicines, homeMedicinesOf } from '../../neighbours/medicines.ts'
import { enrolmentsOf } from '../../neighbours/to-care.ts'
import * as allergies from '../chart/allergies.ts'
import * as pregnancy from '../chart/pregnancy.ts'
import * as problems from '../chart/problems.ts'
import * as admissions from '../wards/admissions/admissions.ts'

const stays_shown = 10
const problems_shown = 100

export async function clinicalSummary(caller: Caller, patient_id: string) {
  const known = await allergies.ofPatient(caller, patient_id, 'ACTIVE')
  const listed = await problems.list(caller, patient_id, {
    page: 1,
    per_page: problems_shown,
    status: 'ACTIVE',
  })
  const stays = await admissions.list(caller, { page: 1, per_page: stays_shown, patient_id })
  return {
    allergies: known.allergies,
    allergy_status: known.allergy_status,
    problems: listed.rows,
    medicines: await activeMedicines(caller, patient_id),
    home_medicines: (await homeMedicinesOf(caller, patient_id)).map((one) => ({ ...one })),
    pregnancy: await pregnancy.find(caller, patient_id),
    last_vitals: await latest(caller, patient_id),
    abnormal_results: [],
    enrolments: (await enrolmentsOf(caller, patient_id)).filter(
      ({ needs }) => needs === null || can(caller, needs),
    ),
    immunisations_due: (await dueVaccines(caller, patient_id))
      .filter(({ state }) => state === 'DUE' || state === 'OVERDUE')
      .map((due) => ({ ...due })),
    admissions: stays.rows,
    alerts: await alertsOf(caller, patient_id, 'ACTIVE'),
    consents: [],
  }
}
