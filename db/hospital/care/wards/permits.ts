import { permit } from '../../permit.ts'

const ward_staff = [
  'clinician',
  'nurse',
  'dentist',
  'eye',
  'therapist',
  'nutrition',
  'pharmacist',
  'clinical_admin',
] as const

export const permits = {
  'ward:read': permit('See wards, rooms and beds', 'R', [
    ...ward_staff,
    'manager',
    'cashier',
    'ward_clerk',
    'records',
    'housekeeper',
    'kitchen',
    'reception',
  ]),
  'ward:write': permit('Set up wards, rooms, beds and their classes', 'U', [
    'clinical_admin',
    'manager',
  ]),
  'bed:assign': permit('Take beds out of service and bring them back', 'U', ['nurse_in_charge']),
  'bed:clean': permit('Say that a bed is cleaned', 'U', ['housekeeper', 'nurse']),
  'admission:read': permit('See admissions, boards and the census', 'R', [
    ...ward_staff,
    'manager',
    'cashier',
    'accountant',
    'ward_clerk',
    'records',
  ]),
  'admission:request': permit('Ask for a bed', 'C', ['clinician', 'nurse']),
  'admission:accept': permit('Accept admissions and transfers, give beds', 'U', [
    'nurse_in_charge',
  ]),
  'admission:admit': permit('Admit a patient into a bed', 'U', ['nurse']),
  'admission:transfer': permit('Move patients between beds and wards', 'U', ['nurse', 'doctor']),
  'admission:discharge': permit('Order and complete discharges', 'U', ['clinician']),
  'admission:clear': permit('Clear a discharge at the cash desk', 'U', ['cashier', 'accountant']),
  'admission:leave': permit('Let a patient leave with a gate pass', 'U', ['nurse', 'ward_clerk']),
  'admission:correct': permit('Take back a discharge, with a second person', 'U', [
    'nurse_in_charge',
  ]),
  'census:confirm': permit('Confirm the census of a ward', 'A', ['nurse_in_charge']),
} as const
