import { permit } from '../../permit.ts'

export const permits = {
  'certificate:read': permit('See and print certificates', 'R', ['clinician', 'records']),
  'certificate:issue': permit('Write and issue certificates', 'U', ['clinician']),
  'certificate:approve': permit('Give more sick days than the own cadre may', 'A', ['doctor']),
  'certificate:void': permit('Void certificates', 'X', ['doctor']),
} as const
