// What stands on the notification of a birth: what was kept when it was issued, in the language of the mother.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import { ageOn } from '../../../desk/patients/register/ages.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { dayAt } from '../../../office/hospitals/hospitals.ts'
import type { Language } from '../../../office/hospitals/words.ts'
import { printOf } from '../../../office/papers/codes.ts'
import { issuedAmong } from './issued.ts'
import { birthRecord } from './record.ts'
import { birth_notifications } from './tables.ts'

export async function notificationOnPaper(caller: Caller, birth_id: string, asked?: Language) {
  const birth = await birthRecord.get(caller, birth_id)
  const row = (await issuedAmong(caller, [birth_id])).get(birth_id)
  if (row === undefined) throw conflict('This birth is not notified yet.', 'not_notified')
  const mother = await patientRecord.get(caller, birth.mother_id)
  const language = asked ?? mother.language
  const { birth_date, ...who } = row.notified.mother
  const on = await dayAt(caller, row.issued_at)
  const { code, copy } = await printOf(caller, {
    kind: 'birth_notification',
    entity_id: row.id,
    number: row.number,
    patient_id: row.patient_id,
  })
  return {
    facility_id: row.facility_id,
    language,
    number: row.number,
    status: row.status,
    child_name: row.child_name,
    child: row.notified.child,
    mother: { ...who, age: ageOn(birth_date, on, language).text },
    father: row.father,
    informant: row.informant,
    registration_no: row.registration_no,
    signature: { name: row.issued_by_name, cadre: row.issued_by_cadre, at: row.issued_at },
    copy,
    code,
    printed: { at: clock.instant(), by: caller.name },
  }
}

/** Whether such a paper was issued, and stands; nothing that names a person (MAT-28). */
export async function genuineNotification({ hospital_id }: Caller, id: string) {
  const row = await birth_notifications.find({ hospital_id, id })
  if (row === undefined) return undefined
  const status = row.status === 'ISSUED' ? ('VALID' as const) : ('CANCELLED' as const)
  return { number: row.number, date: row.issued_at.slice(0, 10), amount: null, status }
}
