import { permit } from '../../permit.ts'

const treating = ['clinician', 'nurse', 'therapist', 'dentist', 'eye', 'nutrition'] as const

export const permits = {
  'record:read': permit('Read charts: problems, allergies, pregnancy', 'R', [
    ...treating,
    'pharmacist',
    'clinical_admin',
  ]),
  'record:write': permit('Write into charts', 'U', [...treating]),
  'record:restricted': permit('See what is kept from others in charts', 'M', []),
  'allergy:write': permit('Record and refute allergies', 'U', [...treating, 'pharmacist']),
  'problem:write': permit('Keep the list of problems', 'U', [...treating, 'pharmacist']),
} as const
