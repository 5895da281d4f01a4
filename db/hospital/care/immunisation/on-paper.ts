// What stands on the immunisation card (CAR-168): what was given, and when the next is due.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { ageOn } from '../../desk/patients/register/ages.ts'
import { patientRecord } from '../../desk/patients/rows.ts'
import type { Language } from '../../office/hospitals/words.ts'
import { today } from '../../office/places/hours.ts'
import { dueVaccines, immunisationsOf } from './view.ts'

const on_card: readonly string[] = ['NOT_YET', 'DUE', 'OVERDUE']

export async function cardOnPaper(caller: Caller, patient_id: string, asked?: Language) {
  const patient = await patientRecord.get(caller, patient_id)
  const { number, full_name, sex, birth_date, facility_id } = patient
  const language = asked ?? patient.language
  const on = await today(caller, facility_id)
  const doses = await immunisationsOf(caller, patient_id)
  const lines = (await dueVaccines(caller, patient_id)).filter(({ state }) =>
    on_card.includes(state),
  )
  const named = ({ name, name_sw }: { name: string; name_sw: string | null }): string =>
    language === 'sw' ? (name_sw ?? name) : name
  return {
    facility_id: caller.facility_id ?? facility_id,
    language,
    number,
    patient: { number, full_name, sex, birth_date, age: ageOn(birth_date, on, language).text },
    given: doses.map((dose) => ({ ...dose, vaccine: named(dose.vaccine) })),
    due: lines
      .map((line) => ({ ...line, vaccine: named(line.vaccine) }))
      .sort((a, b) => a.due_on.localeCompare(b.due_on)),
    at: clock.instant(),
    printed: { at: clock.instant(), by: caller.name },
  }
}
