import { permit } from '../../permit.ts'

const clinical = [
  'clinician',
  'nurse',
  'therapist',
  'dentist',
  'eye',
  'nutrition',
  'pharmacist',
] as const

export const permits = {
  'task:read': permit('See what is to be done for patients', 'R', [...clinical]),
  'task:write': permit('Ask for something to be done', 'U', ['clinician', 'nurse', 'therapist']),
  'task:complete': permit('Say that something was done', 'U', ['clinician', 'nurse', 'therapist']),
  'task:override': permit('Go on although something mandatory is open', 'X', [
    'nurse_in_charge',
    'doctor',
  ]),
  'nursing:read': permit('Read hand-overs and fluid charts', 'R', [...clinical]),
  'nursing:write': permit('Hand over a shift, keep fluid charts', 'U', ['nurse']),
} as const
