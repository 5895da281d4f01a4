// The cadres every hospital starts with (people 2.2): those of Tanzania, with their councils.

import type { CadreGroup } from './words.ts'

type Shipped = readonly [
  code: string,
  name: string,
  group: CadreGroup,
  board: string | null,
  clinical: boolean,
]

const medical_council = 'Medical Council of Tanganyika'
const nursing_council = 'Tanzania Nursing and Midwifery Council'
const pharmacy_council = 'Pharmacy Council'
const laboratory_council = 'Health Laboratory Practitioners Council'
const imaging_council = 'Medical Radiology and Imaging Professionals Council'

/** Who has a board needs its licence. */
export const shipped_cadres: readonly Shipped[] = [
  ['MS', 'Medical Specialist', 'MEDICAL', medical_council, true],
  ['MO', 'Medical Officer', 'MEDICAL', medical_council, true],
  ['AMO', 'Assistant Medical Officer', 'MEDICAL', medical_council, true],
  ['CO', 'Clinical Officer', 'MEDICAL', medical_council, true],
  ['DO', 'Dental Officer', 'MEDICAL', medical_council, true],
  ['RN', 'Registered Nurse', 'NURSING', nursing_council, true],
  ['EN', 'Enrolled Nurse', 'NURSING', nursing_council, true],
  ['MW', 'Midwife', 'NURSING', nursing_council, true],
  ['NA', 'Nurse Anaesthetist', 'NURSING', nursing_council, true],
  ['PHARM', 'Pharmacist', 'PHARMACY', pharmacy_council, true],
  ['PHT', 'Pharmaceutical Technician', 'PHARMACY', pharmacy_council, false],
  ['LS', 'Laboratory Scientist', 'LABORATORY', laboratory_council, false],
  ['LT', 'Laboratory Technician', 'LABORATORY', laboratory_council, false],
  ['RAD', 'Radiographer', 'IMAGING', imaging_council, false],
  ['PHYSIO', 'Physiotherapist', 'ALLIED', null, true],
  ['NUT', 'Nutritionist', 'ALLIED', null, true],
  ['SWO', 'Social Welfare Officer', 'ALLIED', null, true],
  ['HRO', 'Health Records Officer', 'ALLIED', null, false],
  ['MA', 'Medical Attendant', 'SUPPORT', null, false],
  ['MORT', 'Mortuary Attendant', 'SUPPORT', null, false],
  ['ACC', 'Accountant', 'ADMIN', null, false],
  ['CASH', 'Cashier', 'ADMIN', null, false],
  ['PROC', 'Procurement Officer', 'ADMIN', null, false],
  ['STORE', 'Storekeeper', 'ADMIN', null, false],
  ['ICT', 'ICT Officer', 'ADMIN', null, false],
  ['HR', 'HR Officer', 'ADMIN', null, false],
  ['DRV', 'Driver', 'SUPPORT', null, false],
  ['GUARD', 'Guard', 'SUPPORT', null, false],
  ['COOK', 'Cook', 'SUPPORT', null, false],
  ['CLEAN', 'Cleaner', 'SUPPORT', null, false],
]
