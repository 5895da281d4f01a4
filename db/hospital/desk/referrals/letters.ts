// The letter of a referral (REF-3): frozen when it is sent, printed as it was then.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { noSuch } from '../../../core/refusal.ts'
import type { Language } from '../../office/hospitals/words.ts'
import { hospitalOf, today } from '../../office/hospitals/hospitals.ts'
import { activeMedicines, allergiesOf } from '../../neighbours/medicines.ts'
import { pathsOf } from '../patients/areas/administrative-areas.ts'
import { ageOn } from '../patients/register/ages.ts'

import { patientRecord } from '../patients/rows.ts'
import { visitRecord } from '../visits/rows.ts'
import { type Row as Set, vitalSetRecord } from '../vitals/vitals.ts'
import { vitalsOfVisit } from '../vitals/last.ts'
import { referralRecord, type Row } from './record.ts'
import { referral_letters } from './tables.ts'

/** As templates/letters.ts prints it, without the head of the paper. */
export interface LetterContent {
  number: string
  at: string
  urgency: Row['urgency']
  patient: {
    number: string
    full_name: string
    sex: 'Male' | 'Female' | 'Ambiguous'
    /** In the language of the house, and in either for who prints it in one of them. */
    age: string
    ages?: Readonly<Record<Language, string>>
    birth_date: string | null
    phone: string | null
    address: string | null
    payer: string | null
    scheme_referral_no: string | null
  }
  from: { department: string | null; name: string; phone: string | null }
  to: { facility: string; department: string | null; contact: string | null }
  reason: string
  summary: string | null
  diagnoses: string[]
  treatment_given: string | null
  investigations: string | null
  allergies: string[] | null
  medicines: string[]
  vitals: { at: string; readings: [string, string][] } | null
  requested: string | null
  escort: string | null
  signature: { name: string; cadre: string | null; licence_no: string | null; at: string } | null
}

export async function contentOf(caller: Caller, row: Row, signed: boolean): Promise<LetterContent> {
  const patient = await patientRecord.get(caller, row.patient_id)
  const { language } = await hospitalOf(caller)
  const visit = row.visit_id === null ? null : await visitRecord.get(caller, row.visit_id)
  const known = (await allergiesOf(caller, [row.patient_id])).get(row.patient_id)
  const age = async (spoken: Language): Promise<string> =>
    ageOn(patient.birth_date, await today(caller), spoken).text
  const paths = await pathsOf(caller, patient.area_id === null ? [] : [patient.area_id])
  const referrer = row.referrer
  return {
    number: row.number,
    at: clock.instant(),
    urgency: row.urgency,
    patient: {
      number: patient.number,
      full_name: patient.full_name,
      sex: patient.sex,
      age: await age(language),
      ages: { en: await age('en'), sw: await age('sw') },
      birth_date: patient.birth_date_estimated ? null : patient.birth_date,
      phone: patient.phone,
      address: paths.get(patient.area_id ?? '') ?? null,
      payer: visit === null ? null : (visit.payer.name ?? visit.payer.kind),
      scheme_referral_no: row.scheme_referral_no,
    },
    from: {
      department: visit?.department ?? null,
      name: referrer?.name ?? '',
      phone: row.contact,
    },
    to: {
      facility: row.facility,
      department: row.department ?? row.specialty,
      contact: null,
    },
    reason: row.reason,
    summary: row.clinical_summary,
    diagnoses: row.diagnosis.map(({ code, title }) => [code, title].filter(Boolean).join(' ')),
    treatment_given: row.treatment_given,
    investigations: row.investigations,
    allergies:
      known?.map(({ substance }) => substance) ??
      (patient.allergy_status === 'NONE_KNOWN' ? [] : null),
    medicines: (await activeMedicines(caller, row.patient_id)).map(({ name, detail }) =>
      [name, detail].filter(Boolean).join(', '),
    ),
    vitals: readingsOf(await setOf(caller, row)),
    requested: row.requested_services,
    escort: row.escort_needs,
    signature:
      signed && referrer !== null
        ? {
            name: referrer.name,
            cadre: referrer.cadre,
            licence_no: referrer.licence_no,
            at: clock.instant(),
          }
        : null,
  }
}

/** The set that was named, or the last of the visit. */
async function setOf(caller: Caller, { vitals_id, visit_id }: Row): Promise<Set | null> {
  if (vitals_id !== null) return vitalSetRecord.get(caller, vitals_id)
  return visit_id === null ? null : vitalsOfVisit(caller, visit_id)
}

const signs: readonly [keyof Set, string, string][] = [
  ['temperature', 'Temperature', '°C'],
  ['heart_rate', 'Pulse', '/min'],
  ['respiratory_rate', 'Respiratory rate', '/min'],
  ['oxygen_saturation', 'Oxygen saturation', '%'],
  ['blood_glucose', 'Blood glucose', 'mmol/L'],
  ['weight', 'Weight', 'kg'],
  ['gcs_total', 'Coma scale', '/15'],
]

function readingsOf(set: Set | null): LetterContent['vitals'] {
  if (set === null || set.voided_at !== null) return null
  const readings = signs.flatMap(([field, label, unit]): [string, string][] => {
    const value = set[field]
    return typeof value === 'number' ? [[label, `${value} ${unit}`]] : []
  })
  if (set.systolic !== null && set.diastolic !== null) {
    readings.unshift(['Blood pressure', `${set.systolic}/${set.diastolic} mmHg`])
  }
  if (set.consciousness !== null) readings.push(['Consciousness', set.consciousness])
  return { at: set.taken_at, readings }
}

export async function freeze(
  caller: Caller,
  row: Row,
  asked: { include_sensitive: boolean; reason: string | null; staff_id: string | null },
): Promise<number> {
  const edition = row.letter_version + 1
  await referral_letters.insert({
    hospital_id: caller.hospital_id,
    referral_id: row.id,
    edition,
    content: (await contentOf(caller, row, true)) as unknown as Record<string, unknown>,
    at: clock.instant(),
    by_name: row.referrer?.name ?? caller.name,
    ...asked,
  })
  return edition
}

export interface Letter {
  /** Of one that was sent; a draft is no paper yet. */
  letter_id: string | null
  content: LetterContent
  facility_id: string
  patient_id: string
}

/** As it was sent; a draft as it stands now. What comes to us has the sender's letter, not ours. */
export async function letterOf(caller: Caller, id: string, version?: number): Promise<Letter> {
  const row = await referralRecord.get(caller, id)
  const edition = version ?? row.letter_version
  const of = { facility_id: row.facility_id, patient_id: row.patient_id }
  if (edition === 0) return { letter_id: null, content: await contentOf(caller, row, false), ...of }
  const kept = await referral_letters.find({
    hospital_id: caller.hospital_id,
    referral_id: id,
    edition,
  })
  if (kept === undefined) throw noSuch('version of this letter')
  return { letter_id: kept.id, content: kept.content as unknown as LetterContent, ...of }
}

/** What its code leads to: no name of anybody, and whether it still counts. */
export async function genuineLetter({ hospital_id }: Pick<Caller, 'hospital_id'>, id: string) {
  const letter = await referral_letters.find({ hospital_id, id })
  if (letter === undefined) return undefined
  const { number, status } = await referralRecord.get({ hospital_id }, letter.referral_id)
  const ended = status === 'CANCELLED' || status === 'VOIDED'
  return {
    number,
    date: letter.at.slice(0, 10),
    amount: null,
    status: ended ? ('CANCELLED' as const) : ('VALID' as const),
  }
}
