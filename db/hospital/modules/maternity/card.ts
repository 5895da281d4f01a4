// The card that a woman carries (MAT-31): what is sensitive, risks and the partner are not on it.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import type { AntenatalCard, AntenatalContact } from '../../neighbours/maternity.ts'
import { ageOn } from '../../desk/patients/register/ages.ts'
import { patientRecord } from '../../desk/patients/rows.ts'
import type { Language } from '../../office/hospitals/words.ts'
import { today } from '../../office/places/hours.ts'
import { rowsIn } from '../parts/part-table.ts'
import { signs_table } from './chosen/tables.ts'
import { gestationOn } from './pregnancies/dates.ts'
import { type ContactRow, contactsOf, dueFor, testedGroup } from './pregnancies/known.ts'
import { openOf, pregnancyRecord, type PregnancyRow } from './pregnancies/record.ts'

export async function antenatalCard(
  caller: Caller,
  patient_id: string,
): Promise<AntenatalCard | null> {
  const row = await openOf(caller, patient_id)
  return row === undefined ? null : cardOf(caller, row)
}

const private_rules = ['PMTCT_TEST', 'IPTP']

export async function cardOf(caller: Caller, row: PregnancyRow): Promise<AntenatalCard> {
  const patient = await patientRecord.get(caller, row.patient_id)
  const contacts = await contactsOf(caller, row.id)
  const { due } = await dueFor(caller, row, contacts)
  const group = testedGroup(patient)
  const plan = row.birth_plan
  return {
    pregnancy_id: row.id,
    number: row.number,
    card_no: row.card_no,
    status: row.status,
    edd: row.edd,
    gestation: gestationOn(row.edd, await today(caller, row.facility_id)),
    gravida: row.gravida,
    para: row.para,
    multiple: row.multiple,
    blood_group: group?.slice(0, -1) ?? null,
    rhesus: group === null ? null : group.endsWith('-') ? 'NEGATIVE' : 'POSITIVE',
    birth_plan:
      plan === null
        ? null
        : {
            place: plan.place ?? null,
            companion: plan.companion ?? null,
            transport: plan.transport ?? null,
            donor: plan.donor ?? null,
            decision_maker: plan.decision_maker ?? null,
            savings: plan.savings ?? null,
          },
    contacts: contacts.filter(({ kind }) => kind === 'ANTENATAL').map(contactOnCard),
    due: due
      .filter(({ rule }) => !private_rules.includes(rule))
      .map(({ title, due_on, state }) => ({ title, due_on, state })),
    next_contact_on: row.next_contact_on,
  }
}

const measure = ({ measures }: ContactRow, field: string): number | null => {
  const value = measures[field]
  return typeof value === 'number' ? value : null
}

const contactOnCard = (row: ContactRow): AntenatalContact => ({
  number: row.number,
  on: row.seen_on,
  place: row.place,
  gestation: row.gestation,
  weight_kg: measure(row, 'weight_kg'),
  systolic: measure(row, 'systolic'),
  diastolic: measure(row, 'diastolic'),
  haemoglobin: measure(row, 'haemoglobin'),
  fundal_height_cm: measure(row, 'fundal_height_cm'),
  fetal_heart_rate: measure(row, 'fetal_heart_rate'),
  advice: (row.measures['advice'] ?? []) as string[],
})

/** The same on paper, in the language that she reads. */
export async function cardOnPaper(caller: Caller, id: string, asked?: Language) {
  const row = await pregnancyRecord.get(caller, id)
  const patient = await patientRecord.get(caller, row.patient_id)
  const language = asked ?? patient.language
  const on = await today(caller, row.facility_id)
  const signs = (await rowsIn(caller, signs_table)).filter(({ of }) => of === 'MOTHER')
  return {
    ...(await cardOf(caller, row)),
    facility_id: row.facility_id,
    language,
    patient: {
      number: patient.number,
      full_name: patient.full_name,
      sex: patient.sex,
      birth_date: patient.birth_date,
      age: ageOn(patient.birth_date, on, language).text,
    },
    danger_signs: signs.map(({ title, title_sw }) => (language === 'sw' ? title_sw : title)),
    printed: { at: clock.instant(), by: caller.name },
  }
}
