import { permit } from '../../permit.ts'

const desk = ['reception', 'nurse', 'clinician'] as const

export const permits = {
  'patient-message:read': permit('See messages to patients', 'R', desk),
  'patient-message:send': permit('Write to a patient', 'C', desk),
  'patient-message:templates': permit('Change the texts that patients are sent', 'M', []),
} as const
