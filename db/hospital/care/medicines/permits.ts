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
  'medicine:rules': permit('Keep the tables of safety', 'M', ['pharmacist', 'clinical_admin']),
} as const
