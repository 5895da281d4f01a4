import { permit } from '../../permit.ts'

const treating = ['clinician', 'nurse', 'therapist', 'dentist', 'eye', 'nutrition'] as const

export const permits = {
  'medicine:read': permit('See the formulary and the tables of safety', 'R', [
    ...treating,
    'pharmacist',
    'pharmacy_technician',
    'clinical_admin',
  ]),
  'medicine:write': permit('Keep the formulary', 'U', ['pharmacist']),
  'prescription:write': permit('Prescribe', 'U', ['clinician', 'dentist', 'intern']),
  'prescription:reserve': permit('Prescribe antibiotics kept in reserve', 'A', ['doctor']),
  'dispense:verify': permit('Check prescriptions in the pharmacy', 'A', [
    'pharmacist',
    'pharmacy_technician',
  ]),
  'override:safety': permit('Let a medicine through that a check holds back', 'M', [
    'doctor',
    'pharmacist',
  ]),
  'medicine:rules': permit('Keep the tables of safety', 'M', ['pharmacist', 'clinical_admin']),
} as const
