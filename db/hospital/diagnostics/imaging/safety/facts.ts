// Everything that the safety of a study is reckoned from, as the house knows it now (DIA-116).

import type { Caller } from '../../../../core/caller.ts'
import { clock, days, hours, instantIn } from '../../../../core/clock.ts'
import { ageOn } from '../../../desk/patients/register/ages.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { pregnanciesOf } from '../../../neighbours/care.ts'
import { allergiesOf } from '../../../neighbours/medicines.ts'
import { today } from '../../../office/places/hours.ts'
import { settingsOf } from '../../laboratory/catalogue/settings.ts'
import { latestReleased } from '../../laboratory/results/latest.ts'
import type { StudyRow } from '../studies/record.ts'
import type { Facts } from './questions.ts'

const pregnancy_tests = ['UPT', 'BHCG']
const of_contrast = /contrast|iodin|iohex|iopam|iodix|gadolin|gadob|barium/i

/** As much of a study as the questions are about: one that is not ordered yet has no more. */
export type Questioned = Pick<
  StudyRow,
  | 'patient_id'
  | 'facility_id'
  | 'safety'
  | 'answered_at'
  | 'modality'
  | 'body_part'
  | 'contrast'
  | 'test_code'
>

export async function factsOf(caller: Caller, study: Questioned): Promise<Facts> {
  const { patient_id, safety } = study
  const settings = await settingsOf(caller)
  const patient = await patientRecord.get(caller, patient_id)
  const on = await today(caller, study.facility_id)
  const pregnancies = await pregnanciesOf(caller, [patient_id])
  const allergies = (await allergiesOf(caller, [patient_id])).get(patient_id) ?? []
  const since = instantIn(-days(settings.egfr_days))
  const egfr = await latestReleased(caller, patient_id, ['EGFR'], since)
  const asked = await latestReleased(caller, patient_id, pregnancy_tests, instantIn(-hours(72)))
  return {
    study,
    sex: patient.sex,
    age: ageOn(patient.birth_date, on, 'en').years,
    safety,
    answered_freshly:
      study.answered_at !== null && Date.parse(study.answered_at) > clock.ms() - hours(24),
    known_pregnant: pregnancies.get(patient_id)?.pregnant === true,
    tested_negative: asked?.flag === 'NORMAL',
    egfr: egfr?.value ?? null,
    egfr_at: egfr?.at ?? null,
    contrast_allergy:
      allergies.find(({ substance }) => of_contrast.test(substance))?.substance ?? null,
    today: on,
    limits: settings,
  }
}
