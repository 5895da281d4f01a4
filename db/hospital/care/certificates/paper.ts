// What stands on a certificate as it is printed: what was frozen at its issue, or the draft as it is now.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { ageOn } from '../../desk/patients/register/ages.ts'
import { patientRecord } from '../../desk/patients/rows.ts'
import { printOf } from '../../office/papers/codes.ts'
import type { Language } from '../../office/hospitals/words.ts'
import { today } from '../../office/places/hours.ts'
import { certificateRecord, type CertificateRow, daysOf } from './record.ts'
import type { Frozen } from './tables.ts'

export async function certificateOnPaper(caller: Caller, id: string, asked?: Language) {
  const row = await certificateRecord.get(caller, id)
  const patient = await patientRecord.get(caller, row.patient_id)
  const language = asked ?? patient.language
  const said = row.frozen ?? (await asDraft(caller, row))
  const { on, birth_date, ...who } = said.patient
  const age = birth_date === null ? '' : ageOn(birth_date, on, language).text
  return {
    facility_id: row.facility_id,
    language,
    kind: row.kind,
    status: row.status,
    number: row.number,
    patient: { ...who, birth_date, age },
    visited_on: said.visited_on,
    diagnoses: said.diagnoses,
    from_date: row.from_date,
    to_date: row.to_date,
    days: daysOf(row),
    text: row.text,
    issued_to: row.issued_to,
    details: row.details,
    signature:
      row.issued_at === null
        ? null
        : {
            name: row.issued_by_name ?? row.staff_name,
            cadre: row.issued_by_cadre,
            licence_no: row.issued_by_licence,
            at: row.issued_at,
          },
    at: row.issued_at ?? row.created_at,
    printed: { at: clock.instant(), by: caller.name },
    ...(await codeFor(caller, row)),
  }
}

async function asDraft(
  caller: Caller,
  { patient_id, facility_id }: CertificateRow,
): Promise<Frozen> {
  const { number, full_name, sex, birth_date } = await patientRecord.get(caller, patient_id)
  const on = await today(caller, facility_id)
  return { patient: { number, full_name, sex, birth_date, on }, visited_on: null, diagnoses: [] }
}

/** A draft is no paper yet: it has no code, and nobody counts its prints. */
async function codeFor(caller: Caller, { id, number, patient_id }: CertificateRow) {
  if (number === null) return { code: null, copy: null }
  const { code, copy } = await printOf(caller, {
    kind: 'certificate',
    entity_id: id,
    number,
    patient_id,
  })
  return { code, copy }
}
