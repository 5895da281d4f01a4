// What is left of an item whose medicine is kept from the caller (TBC-22): that there is one, and its state.

import type { PrescriptionItem } from './shapes.ts'

export const restricted_medicine = 'Restricted medicine'

export const masked = (item: PrescriptionItem): PrescriptionItem => ({
  ...item,
  medicine: restricted_medicine,
  medicine_id: null,
  medicine_text: null,
  dose: null,
  dose_unit: null,
  dose_per_kg: null,
  per_dose: null,
  taper: null,
  infusion: null,
  indication: null,
  indication_code: null,
  how_to_take: restricted_medicine,
  quantity: null,
  unit: null,
  quantity_dispensed: 0,
  quantity_owed: 0,
  substitution_reason: null,
  instructions: null,
})
