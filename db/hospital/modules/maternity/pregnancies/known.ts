// What is known of a woman when her risks and what is due are reckoned.

import type { Caller } from '../../../../core/caller.ts'
import { dayIn } from '../../../../core/clock.ts'
import { ageOn } from '../../../desk/patients/register/ages.ts'
import { patientRecord, type Row as Patient } from '../../../desk/patients/rows.ts'
import { today, zoneOf } from '../../../office/places/hours.ts'
import { rowIn, rowsIn } from '../../parts/part-table.ts'
import { risks_table, settings_table } from '../chosen/tables.ts'
import type { RowOf } from '../../../../store/table.ts'
import { gestationOn } from './dates.ts'
import { type Due, dueOf, nextContactOn, type DueFacts } from './due.ts'
import type { PregnancyRow } from './record.ts'
import { levelOf, type RiskFacts, risksOf } from './risks.ts'
import { maternity_contacts } from './tables.ts'

export type ContactRow = RowOf<(typeof maternity_contacts)['columns']>

export const contactsOf = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  pregnancy_id: string,
): Promise<ContactRow[]> =>
  maternity_contacts.all({ hospital_id, pregnancy_id }, { order: ['at', 'number', 'id'] })

const positive = ['KNOWN_POSITIVE', 'NEW_POSITIVE']
export const isPositive = ({ pmtct }: Pick<PregnancyRow, 'pmtct'>): boolean =>
  positive.includes(pmtct?.status ?? '')

type Judged = Pick<PregnancyRow, 'risks' | 'risk_level'>

/** MAT-3: at booking, at every contact, and when what is known changes. */
export async function judgedRisks(
  caller: Caller,
  patient: Patient,
  row: Pick<
    PregnancyRow,
    'height_cm' | 'para' | 'previous_sections' | 'earlier' | 'multiple' | 'edd' | 'risks' | 'pmtct'
  > & { last_contact_on?: string | null },
  contacts: readonly ContactRow[],
  facility_id: string,
): Promise<Judged> {
  const on = await today(caller, facility_id)
  const facts = factsOf(patient, row, contacts, on)
  const risks = risksOf(await rowsIn(caller, risks_table), facts, row.risks, on)
  return { risks, risk_level: levelOf(risks) }
}

function factsOf(
  patient: Patient,
  row: Parameters<typeof judgedRisks>[2],
  contacts: readonly ContactRow[],
  on: string,
): RiskFacts {
  const last = <T>(field: string): T | null => {
    const seen = contacts.findLast(({ measures }) => (measures[field] ?? null) !== null)
    return (seen?.measures[field] as T | undefined) ?? null
  }
  const seen_on = contacts.at(-1)?.seen_on ?? on
  return {
    age_years: ageOn(patient.birth_date, on, 'en').years,
    height_cm: row.height_cm,
    para: row.para,
    previous_sections: row.previous_sections,
    earlier: row.earlier,
    multiple: row.multiple,
    presentation: last('presentation'),
    weeks: gestationOn(row.edd, on)?.weeks ?? null,
    blood_group: testedGroup(patient),
    hiv_positive: isPositive(row),
    haemoglobin: last('haemoglobin'),
    systolic: last('systolic'),
    diastolic: last('diastolic'),
    urine_protein: last('urine_protein'),
    urine_glucose: last('urine_glucose'),
    muac_mm: last('muac_mm'),
    weeks_unseen: Math.floor((Date.parse(on) - Date.parse(seen_on)) / (7 * 86_400_000)),
  }
}

/** Of the laboratory alone: what was told decides nothing. */
export const testedGroup = ({ blood_group, blood_group_source }: Patient): string | null =>
  blood_group_source === 'TESTED' ? blood_group : null

export async function dueFor(
  caller: Caller,
  row: PregnancyRow,
  contacts: readonly ContactRow[],
): Promise<{ due: Due[]; next_contact_on: string | null }> {
  const settings = await rowIn(caller, settings_table)
  const facts = await dueFacts(caller, row, contacts)
  const due = dueOf(settings, facts)
  const postnatal = due.find(({ rule }) => rule.startsWith('POSTNATAL'))?.due_on ?? null
  const next_contact_on =
    row.status === 'POSTPARTUM'
      ? postnatal
      : row.status === 'CLOSED'
        ? null
        : nextContactOn(settings, facts)
  return { due, next_contact_on }
}

async function dueFacts(
  caller: Caller,
  row: PregnancyRow,
  contacts: readonly ContactRow[],
): Promise<DueFacts> {
  const patient = await patientRecord.get(caller, row.patient_id)
  const zone = await zoneOf(caller, row.facility_id)
  const { pmtct } = row
  return {
    status: row.status,
    edd: row.edd,
    booked_on: row.booked_on,
    delivered_on: row.delivered_at === null ? null : dayIn(zone, new Date(row.delivered_at)),
    contacts,
    rhesus_negative: testedGroup(patient)?.endsWith('-') === true,
    hiv_negative_on: pmtct?.status === 'NEGATIVE' ? (pmtct.tested_on ?? row.booked_on) : null,
    hiv_known: isPositive(row),
    today: await today(caller, row.facility_id),
  }
}
