// Medicines of a patient: prescribed, dispensed, owed and brought back.

import { within } from '../../../db/store/connection.ts'
import {
  dispense_lines,
  dispenses,
  owed_medicines,
  pharmacy_returns,
} from '../../../db/hospital/care/medicines/dispensing/tables.ts'
import { done } from './ward.ts'
import type { Workshop } from './whole-patient.ts'

/** Prescribed and queued in the pharmacy, a dose of something else, some owed and some sent back. */
export async function atThePharmacy(
  { hands, house }: Pick<Workshop, 'hands' | 'house'>,
  patient_id: string,
  word: string,
): Promise<Record<string, string>> {
  const name = 'Paracetamol 500 mg tablet'
  const known = await done(hands.get('/pharmacy/medicines', { search: name, per_page: '50' }))
  const medicine = known.find((one: { name: string }) => one.name === name)
  const rx = await done(
    hands.post('/prescriptions', {
      patient_id,
      notes: word,
      items: [
        {
          medicine_id: medicine.id,
          dose: 500,
          dose_unit: 'MG',
          route: 'PO',
          frequency: 'TDS',
          duration_days: 5,
          instructions: word,
        },
      ],
    }),
  )
  const dose = await done(
    hands.post('/nursing/doses', { patient_id, medicine: word, dose: 'one cup' }),
  )
  const [dispense] = await done(hands.get('/pharmacy/dispenses', { patient_id }))
  const { id: hospital_id } = house.hospital
  await within(async () => {
    const supplied = { outcome: 'SUPPLY' as const, product_name: name, quantity: 15_000 }
    await dispense_lines.change({ hospital_id, dispense_id: dispense.id }, supplied)
    await dispenses.change({ hospital_id, id: dispense.id }, { status: 'VERIFIED' })
  })
  const of = {
    hospital_id,
    facility_id: house.facility_id,
    patient_id,
    dispense_id: dispense.id,
  }
  const owed = await within(() =>
    owed_medicines.insert({
      ...of,
      prescription_item_id: rx.items[0].id,
      medicine: name,
      quantity: 1000,
      until: '2098-01-31',
      status: 'OWED',
      reason: word,
    }),
  )
  const returned = await within(() =>
    pharmacy_returns.insert({
      ...of,
      number: `PHR-${word}`,
      source: 'WARD',
      status: 'REQUESTED',
      asked_by_name: 'Person',
    }),
  )
  return {
    prescriptions: rx.id,
    'prescription-items': rx.items[0].id,
    'nursing/doses': dose.id,
    'pharmacy/dispenses': dispense.id,
    'pharmacy/owed': owed.id,
    'pharmacy/returns': returned.id,
  }
}
