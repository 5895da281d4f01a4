import { permit } from '../../permit.ts'

export const permits = {
  'immunisation:read': permit('See vaccines, who was given them and who is due', 'R', [
    'clinician',
    'nurse',
  ]),
  'immunisation:give': permit('Give vaccines', 'U', ['nurse']),
  'immunisation:override': permit('Give a vaccine that a rule holds back', 'X', ['doctor']),
} as const
