import { permit } from '../../permit.ts'

const clinical = [
  'medical_in_charge',
  'clinical_admin',
  'doctor',
  'clinician',
  'intern',
  'dentist',
  'eye',
  'therapist',
  'nutrition',
  'nurse',
  'nurse_in_charge',
  'midwife',
  'theatre_nurse',
  'radiologist',
  'pharmacist',
  'pharmacy_manager',
] as const

export const permits = {
  'gate:read': permit('See what gates ask, and what is cleared', 'R', [...clinical, 'manager']),
  'gate:override': permit('Let a service go ahead unpaid', 'X', [
    'doctor',
    'clinician',
    'nurse_in_charge',
  ]),
  'clinical:gates': permit('Change what gates ask', 'M', ['clinical_admin']),
} as const
