// What stands on the card of an appointment (APT-20): when, and whose. Never what for (TBC-23).

import type { Caller } from '../../../core/caller.ts'
import { clock, timeIn } from '../../../core/clock.ts'
import { conflict } from '../../../core/refusal.ts'
import type { Language } from '../../office/hospitals/words.ts'
import { patientRecord } from '../patients/rows.ts'
import { appointmentRecord } from './rows.ts'
import { zoneOf } from './times.ts'

const to_come: readonly string[] = ['REQUESTED', 'BOOKED', 'CONFIRMED']

export async function cardOnPaper(caller: Caller, id: string, asked?: Language) {
  const row = await appointmentRecord.get(caller, id)
  if (!to_come.includes(row.status)) {
    throw conflict(`${row.number} is ${row.status}: there is nothing to come to.`, 'state')
  }
  const { number, full_name, language } = await patientRecord.get(caller, row.patient_id)
  return {
    facility_id: row.facility_id,
    language: asked ?? language,
    number: row.number,
    patient: { number, full_name },
    day: row.local_day,
    hour: timeIn(await zoneOf(caller, row.facility_id), new Date(row.scheduled_for)),
    printed: { at: clock.instant(), by: caller.name },
  }
}
