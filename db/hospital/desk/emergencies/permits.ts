import { permit } from '../../permit.ts'

const ward = ['nurse', 'clinician'] as const

export const permits = {
  'emergency:read': permit('See emergencies and the board', 'R', [...ward, 'reception']),
  'emergency:create': permit('Take in emergencies', 'C', [...ward, 'reception']),
  'emergency:treat': permit('Treat and observe emergencies', 'U', ward),
  'emergency:dispose': permit('Say how an emergency ends', 'U', ['clinician']),
  'incident:manage': permit('Start and stand down incidents with many casualties', 'M', [
    'nurse_in_charge',
    'medical_in_charge',
    'manager',
  ]),
} as const
