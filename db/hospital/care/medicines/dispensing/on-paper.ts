// What the papers of medicines say (CAR-74, CAR-99): labels, the list for the patient, the prescription. Never
// a diagnosis.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, noSuch } from '../../../../core/refusal.ts'
import { ageOn } from '../../../desk/patients/register/ages.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { staffById } from '../../../neighbours/people.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { printOf } from '../../../office/papers/codes.ts'
import type { Language } from '../../../office/hospitals/words.ts'
import { allergiesTold } from '../../wards/admissions/on-paper.ts'
import { clinicalOf } from '../../clinical/settings.ts'
import { medicines } from '../formulary/tables.ts'
import { countedGoods } from '../prescribing/directions.ts'
import { items_of, prescriptionRecord, type PrescriptionRow } from '../prescribing/record.ts'
import { howToTake, medicinesOf } from '../prescribing/view.ts'
import type { LabelLanguage, PrescriptionCopy } from '../prescribing/words.ts'
import { counselOf } from './counsel.ts'
import { supplying } from './money.ts'
import { dispenseRecord, type DispenseRow, lines_of, type LineRow } from './record.ts'
import { dispense_lines } from './tables.ts'
import { linesShown } from './view.ts'

const spoken = (language: Language): LabelLanguage => (language === 'sw' ? 'sw' : 'en')

async function personOf(caller: Caller, patient_id: string, asked: Language | undefined) {
  const patient = await patientRecord.get(caller, patient_id)
  const language = asked ?? patient.language
  const { number, full_name, sex, birth_date } = patient
  const age = ageOn(birth_date, await today(caller), language).text
  return { language, patient: { number, full_name, sex, birth_date, age } }
}

export async function listOnPaper(caller: Caller, id: string, asked?: Language) {
  const row = await dispenseRecord.get(caller, id)
  return { ...(await onPaper(caller, row, asked)), copies: 1, copy: false }
}

async function onPaper(
  caller: Caller,
  row: DispenseRow,
  asked: Language | undefined,
  only?: string,
) {
  const person = await personOf(caller, row.patient_id, asked)
  const said = spoken(person.language)
  const lines = supplying(await lines_of.of(caller, row.id))
  const chosen = only === undefined ? lines : lines.filter((line) => line.id === only)
  if (chosen.length === 0) throw noSuch('line of this dispense')
  const shown = await linesShown(caller, chosen, said)
  const of = await medicines.all({
    hospital_id: caller.hospital_id,
    id: chosen.flatMap(({ medicine_id }) => medicine_id ?? []),
  })
  return {
    ...person,
    facility_id: row.facility_id,
    number: row.number,
    at: row.handed_at ?? row.verified_at ?? row.queued_at,
    printed: { at: clock.instant(), by: caller.name },
    labels: shown.map((line) => {
      const medicine = of.find(({ id }) => id === line.medicine_id)
      return {
        name: line.substitution?.to ?? line.medicine,
        how_to_take: line.how_to_take,
        counsel: counselOf(medicine?.counsel ?? [], said),
        quantity: countedGoods(line.quantity ?? 0, line.unit, said),
        lots: line.batches.map(({ lot, expiry }) => ({ lot, expiry })),
        danger: medicine?.high_alert === true || (medicine?.controlled ?? 'NONE') !== 'NONE',
      }
    }),
  }
}

/** Prints count, and what is printed again says so. */
export async function labelsOnPaper(
  caller: Caller,
  id: string,
  asked: { line_id?: string; copies?: number; language?: Language },
) {
  const row = await dispenseRecord.get(caller, id)
  if (row.status === 'QUEUED' || row.status === 'ON_HOLD') {
    throw conflict(`Dispense ${row.number} is ${row.status}: verify it first.`, 'state')
  }
  const { label_copies } = await clinicalOf(caller)
  const copies = asked.copies ?? Math.max(1, label_copies)
  const said = await onPaper(caller, row, asked.language, asked.line_id)
  const lines = supplying(await lines_of.of(caller, id))
  const chosen = lines.filter((line) => asked.line_id === undefined || line.id === asked.line_id)
  const copy = chosen.some(({ labels_printed }) => labels_printed > 0)
  return { ...said, copies, copy, chosen }
}

export async function labelsPrinted(
  { hospital_id }: Caller,
  chosen: readonly LineRow[],
  copies: number,
): Promise<void> {
  for (const { id, labels_printed } of chosen) {
    await dispense_lines.change({ hospital_id, id }, { labels_printed: labels_printed + copies })
  }
}

/** CAR-74. No price stands on it; the copy for another pharmacy says what was handed over here. */
export async function prescriptionOnPaper(
  caller: Caller,
  id: string,
  asked: { language?: Language; copy?: PrescriptionCopy },
) {
  const row = await prescriptionRecord.get(caller, id)
  if (row.status === 'DRAFT') {
    throw conflict(`Prescription ${row.number} is DRAFT: sign it first.`, 'state')
  }
  const person = await personOf(caller, row.patient_id, asked.language)
  const said = spoken(person.language)
  const elsewhere = asked.copy === 'own_pharmacy'
  const items = (await items_of.of(caller, id)).filter(
    ({ status }) => !['CANCELLED', 'VOIDED'].includes(status),
  )
  const of = await medicinesOf(caller, items)
  const allergies = await allergiesTold(caller, await patientRecord.get(caller, row.patient_id))
  const controlled = await medicines.all({
    hospital_id: caller.hospital_id,
    id: items.flatMap(({ medicine_id }) => medicine_id ?? []),
  })
  return {
    ...person,
    facility_id: row.facility_id,
    number: row.number,
    at: row.signed_at ?? row.created_at,
    valid_until: row.valid_until,
    prescriber: row.prescriber_name,
    cadre: await cadreOf(caller, row),
    code: await codeFor(caller, row),
    elsewhere,
    registration_no: row.registration_no,
    weight_kg: row.weight_kg,
    allergies,
    printed: { at: clock.instant(), by: caller.name },
    items: items.map((item) => {
      const medicine = of.get(item.medicine_id ?? '')
      const unit = medicine?.pack_only === true ? 'pack' : (medicine?.unit_of_dose ?? null)
      const quantity = item.quantity === null ? null : item.quantity / 1000
      return {
        medicine: item.medicine,
        route: item.route,
        how_to_take: howToTake(item, medicine, said),
        quantity,
        counted: quantity === null ? '' : countedGoods(quantity, unit, said),
        handed_over:
          elsewhere && item.quantity_dispensed > 0
            ? countedGoods(item.quantity_dispensed / 1000, unit, said)
            : null,
        in_words: controlled.some(
          (one) => one.id === item.medicine_id && one.controlled !== 'NONE',
        ),
      }
    }),
  }
}

const cadreOf = async (
  caller: Caller,
  { prescriber_id }: Pick<PrescriptionRow, 'prescriber_id'>,
): Promise<string | null> =>
  prescriber_id === null ? null : ((await staffById(caller, prescriber_id))?.cadre ?? null)

/** What waits for a co-signature does not count yet: nobody can look it up. */
async function codeFor(
  caller: Caller,
  { id, number, patient_id, status }: PrescriptionRow,
): Promise<string | null> {
  if (status === 'TO_COSIGN') return null
  return (await printOf(caller, { kind: 'prescription', entity_id: id, number, patient_id })).code
}
