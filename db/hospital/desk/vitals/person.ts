// The person as the charts see him or her at the moment of measuring.

import type { Caller } from '../../../core/caller.ts'
import { dayIn } from '../../../core/clock.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import { pregnancyOf } from '../../neighbours/maternity.ts'
import { ageOn } from '../patients/register/ages.ts'
import type { Row as Patient } from '../patients/rows.ts'
import type { Person } from './rows.ts'

export async function personOf(
  caller: Caller,
  patient: Pick<Patient, 'id' | 'birth_date' | 'spo2_target' | 'sex'>,
  taken_at: string,
): Promise<Person> {
  const { timezone } = await hospitalOf(caller)
  const day = dayIn(timezone, new Date(taken_at))
  const { years, months } = ageOn(patient.birth_date, day, 'en')
  const pregnancy = patient.sex === 'Male' ? null : await pregnancyOf(caller, patient.id, taken_at)
  return {
    age_days: Math.max(0, daysFrom(patient.birth_date, day)),
    age_months: years * 12 + months,
    pregnant: pregnancy !== null && (pregnancy.pregnant || pregnancy.postpartum),
    spo2_target: patient.spo2_target,
  }
}

const daysFrom = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
