import { permit } from '../../permit.ts'

export const permits = {
  'maternity:read': permit('See pregnancies, labours and births', 'R', [
    'nurse',
    'clinician',
    'medical_in_charge',
    'hmis',
  ]),
  'maternity:write': permit('Book pregnancies, chart labours, record births', 'C', [
    'nurse',
    'clinician',
  ]),
  'maternity:sign': permit('Issue birth notifications, change births late', 'A', [
    'midwife',
    'clinician',
  ]),
  'maternity:manage': permit('Keep the tables of maternity', 'M', [
    'clinical_admin',
    'medical_in_charge',
  ]),
} as const
