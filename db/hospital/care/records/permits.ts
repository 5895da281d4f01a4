import { permit } from '../../permit.ts'

export const permits = {
  'record:sign': permit('Sign clinical records', 'A', [
    'clinician',
    'nurse',
    'therapist',
    'dentist',
    'eye',
    'nutrition',
  ]),
  'record:cosign': permit('Co-sign what interns wrote', 'A', ['clinician']),
  'record:void': permit('Void clinical records of others', 'X', ['doctor']),
  'record:late': permit('Write after a visit or stay has ended, or of long ago', 'M', [
    'doctor',
    'nurse_in_charge',
  ]),
} as const
