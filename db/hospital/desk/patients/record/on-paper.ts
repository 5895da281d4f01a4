// Who a paper is about, as papers say it, and the language in which they are read.

import type { Caller } from '../../../../core/caller.ts'
import type { Language } from '../../../office/hospitals/words.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { ageOn } from '../register/ages.ts'
import { patientRecord } from '../rows.ts'

export async function patientOnPaper(caller: Caller, patient_id: string, asked?: Language) {
  const {
    number,
    full_name,
    sex,
    birth_date,
    language: own,
  } = await patientRecord.get(caller, patient_id)
  const language = asked ?? own
  const age = ageOn(birth_date, await today(caller), language).text
  return { patient: { number, full_name, sex, age, birth_date }, language }
}
