import { permit } from '../../permit.ts'

export const permits = {
  'sequence:read': permit('See how references are numbered', 'R', [
    'system_administrator',
    'auditor',
  ]),
  'sequence:manage': permit('Change how references are numbered', 'M', ['system_administrator']),
} as const
