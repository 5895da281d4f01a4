import { permit } from '../../permit.ts'

export const permits = {
  'bridge:read': permit('See what leaves the house as messages, and how', 'R', [
    'system_administrator',
    'manager',
    'auditor',
  ]),
  'bridge:manage': permit('Decide what leaves the house as messages', 'M', [
    'system_administrator',
    'manager',
  ]),
} as const
