import { permit } from '../../permit.ts'

export const permits = {
  'theatre:read': permit('See theatre cases, lists, items and tables', 'R', [
    'doctor',
    'clinician',
    'intern',
    'nurse',
    'nurse_in_charge',
    'midwife',
    'theatre_nurse',
    'medical_in_charge',
    'clinical_admin',
    'billing',
  ]),
  'theatre:request': permit('Ask for an operation', 'C', ['doctor', 'clinician']),
  'theatre:book': permit('Keep the lists of theatres: book, postpone, cancel', 'C', [
    'doctor',
    'clinician',
    'theatre_nurse',
  ]),
  'theatre:transfer': permit('Prepare and send patients to theatre, and take them back', 'U', [
    'nurse',
    'nurse_in_charge',
    'midwife',
    'theatre_nurse',
  ]),
  'theatre:perform': permit('Record what happens in theatre', 'U', [
    'doctor',
    'clinician',
    'theatre_nurse',
    'midwife',
  ]),
  'theatre:approve': permit('Let an operation go ahead past what stands in its way', 'A', [
    'doctor',
    'medical_in_charge',
  ]),
  'theatre:manage': permit('Set up theatres and their tables', 'M', [
    'clinical_admin',
    'medical_in_charge',
  ]),
} as const
