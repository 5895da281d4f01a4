// What the papers say with which somebody leaves a ward (CAR-162, ruling 42).

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { conflict, noSuch } from '../../../core/refusal.ts'
import { ageOn } from '../../desk/patients/register/ages.ts'
import { patientRecord } from '../../desk/patients/rows.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import type { Language } from '../../office/hospitals/words.ts'
import { admissionRecord, type Row as Admission } from '../wards/admissions/record.ts'
import { placesOf } from '../wards/admissions/view.ts'
import { summariesOf } from './discharge-summary.ts'

async function personOf(caller: Caller, patient_id: string, asked: Language | undefined) {
  const patient = await patientRecord.get(caller, patient_id)
  const language = asked ?? patient.language
  const { number, full_name, sex, birth_date } = patient
  const age = ageOn(birth_date, await today(caller), language).text
  return { language, patient: { number, full_name, sex, birth_date, age } }
}

async function stayOf(caller: Caller, row: Admission) {
  const place = (await placesOf(caller, [row.id])).get(row.id)
  return {
    number: row.number,
    ward: place?.ward ?? null,
    bed: place?.bed ?? null,
    admitted_at: row.admitted_at,
    clinically_at: row.clinically_at,
    attending: row.attending_name,
    outcome: row.outcome,
  }
}

/** The one that was signed, else the draft; in the patient's language unless another is asked for. */
export async function summaryOnPaper(caller: Caller, id: string, asked?: Language) {
  const stay = await admissionRecord.get(caller, id)
  const found = await summariesOf(caller, id)
  const row = found.find(({ hash }) => hash !== null) ?? found[0]
  if (row === undefined) throw noSuch('summary')
  return {
    facility_id: stay.facility_id,
    ...(await personOf(caller, stay.patient_id, asked)),
    stay: await stayOf(caller, stay),
    sections: row.sections ?? [],
    body: row.body,
    signature:
      row.hash === null || row.signed_at === null
        ? null
        : {
            name: row.signed_by_name ?? row.staff_name,
            cosigner: row.cosigned_by_name,
            at: row.signed_at,
            version_no: row.version_no,
            hash: row.hash,
          },
    at: row.signed_at ?? row.created_at,
    printed: { at: clock.instant(), by: caller.name },
  }
}

export async function gatePassOf(caller: Caller, id: string, asked?: Language) {
  const row = await admissionRecord.get(caller, id)
  if (row.gate_pass_no === null || row.cleared_at === null) {
    throw conflict(`Admission ${row.number} is ${row.status}: it has no gate pass before clear.`)
  }
  const { left_with, cleared_by_name: cleared_by, cleared_at, gate_pass_no: number } = row
  return {
    facility_id: row.facility_id,
    ...(await personOf(caller, row.patient_id, asked)),
    stay: await stayOf(caller, row),
    number,
    cleared_at,
    cleared_by,
    left_with,
  }
}
