// What the papers of an admission say (CAR-144): the form that is signed, and the card at the bed.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import { pathsOf } from '../../../desk/patients/areas/administrative-areas.ts'
import { kinOf } from '../../../desk/patients/record/kin.ts'
import { ageOn } from '../../../desk/patients/register/ages.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { visitOf } from '../../../desk/visits/for-areas.ts'
import { allergiesOf } from '../../../neighbours/medicines.ts'
import { hospitalOf, today } from '../../../office/hospitals/hospitals.ts'
import type { Language } from '../../../office/hospitals/words.ts'
import { initials } from '../places/taken.ts'
import { admissionRecord, type Row } from './record.ts'
import { placesOf } from './view.ts'

type Patient = Awaited<ReturnType<typeof patientRecord.get>>

/** In the patient's language, who signs it. */
export async function formOnPaper(caller: Caller, id: string, asked?: Language) {
  const row = await admissionRecord.get(caller, id)
  const patient = await patientRecord.get(caller, row.patient_id)
  const language = asked ?? patient.language
  const { number, full_name, sex, birth_date } = patient
  return {
    ...(await stayOnPaper(caller, row)),
    language,
    patient: { number, full_name, sex, birth_date, age: await ageIn(caller, patient, language) },
    kind: row.kind,
    department: row.department,
    payer: await payerOf(caller, row),
    phone: patient.phone,
    address: await addressOf(caller, patient),
    asked_by: row.requested_by_name,
    asked_at: row.created_at,
    expected_on: row.expected_discharge_on,
    reason: row.reason,
    allergies: await allergiesTold(caller, patient),
    kin: (await kinOf(caller, patient.id)).map((one) => ({ ...one, name: one.full_name })),
    valuables: row.valuables.map(({ item, kept_by = null, signed = false }) => ({
      item,
      kept_by,
      signed,
    })),
    admitted_by: row.admitted_by_name,
  }
}

/** In the language of the house: the ward reads it. */
export async function cardOnPaper(caller: Caller, id: string, asked?: Language) {
  const row = await admissionRecord.get(caller, id)
  const stay = await stayOnPaper(caller, row)
  if (stay.bed === null) {
    throw conflict(`Admission ${row.number} is ${row.status}: it has no bed.`, 'state')
  }
  const patient = await patientRecord.get(caller, row.patient_id)
  const language = asked ?? (await hospitalOf(caller)).language
  const { number, sex, full_name } = patient
  return {
    ...stay,
    bed: stay.bed,
    language,
    patient: {
      number,
      sex,
      age: await ageIn(caller, patient, language),
      initials: initials(full_name),
    },
    has_allergy: ((await allergiesTold(caller, patient)) ?? []).length > 0,
  }
}

async function stayOnPaper(caller: Caller, row: Row) {
  const place = (await placesOf(caller, [row.id])).get(row.id)
  const where = [place?.ward, place?.room, place?.bed].filter(Boolean).join(', ')
  const stands = row.isolation !== null && (row.isolation.ended_at ?? null) === null
  return {
    facility_id: row.facility_id,
    number: row.number,
    place: where || null,
    bed: place?.bed ?? null,
    attending: row.attending_name,
    admitted_at: row.admitted_at,
    isolation: stands ? (row.isolation?.kinds ?? []) : [],
    at: row.admitted_at ?? row.created_at,
    printed: { at: clock.instant(), by: caller.name },
  }
}

const ageIn = async (caller: Caller, { birth_date }: Patient, language: Language) =>
  ageOn(birth_date, await today(caller), language).text

/** Null: nobody has asked. */
export async function allergiesTold(
  caller: Caller,
  { id, allergy_status }: Pick<Patient, 'id' | 'allergy_status'>,
): Promise<string[] | null> {
  const known = (await allergiesOf(caller, [id])).get(id) ?? []
  if (known.length === 0 && allergy_status === 'UNKNOWN') return null
  return known.map(({ substance }) => substance)
}

async function payerOf(caller: Caller, { visit_id }: Row): Promise<string | null> {
  if (visit_id === null) return null
  const { payer } = await visitOf(caller, visit_id)
  return payer.name ?? payer.kind
}

async function addressOf(caller: Caller, { area_id, street, house_no, landmark }: Patient) {
  const paths = await pathsOf(caller, area_id === null ? [] : [area_id])
  const parts = [paths.get(area_id ?? ''), street, house_no, landmark]
  return parts.filter(Boolean).join(', ') || null
}
