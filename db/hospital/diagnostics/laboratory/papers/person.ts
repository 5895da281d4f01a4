// Of whom an order's paper is, as old as when it was ordered, and in whose language it speaks.

import type { Caller } from '../../../../core/caller.ts'
import { dayIn } from '../../../../core/clock.ts'
import { ageOn } from '../../../desk/patients/register/ages.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import type { Language } from '../../../office/hospitals/words.ts'
import type { OrderRow } from '../orders/record.ts'

export async function personOnPaper(
  caller: Caller,
  { patient_id, ordered_at }: Pick<OrderRow, 'patient_id' | 'ordered_at'>,
  asked: Language | undefined,
) {
  const found = await patientRecord.get(caller, patient_id)
  const { number, full_name, sex, birth_date } = found
  const language = asked ?? found.language
  const { timezone } = await hospitalOf(caller)
  const age = ageOn(birth_date, dayIn(timezone, new Date(ordered_at)), language).text
  return {
    language,
    patient: { number, full_name, sex, birth_date, age },
    age_estimated: found.birth_date_estimated,
  }
}
