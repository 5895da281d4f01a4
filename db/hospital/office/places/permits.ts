import { permit } from '../../permit.ts'

export const permits = {
  'facility:all': permit('See the records of all branches in lists', 'M', ['system_administrator']),
  'facility:manage': permit('Open and change branches', 'M', ['system_administrator']),
  'department:manage': permit('Open and change departments', 'M', ['system_administrator']),
  'location:manage': permit('Open and change buildings, rooms and counters', 'M', [
    'system_administrator',
  ]),
  'module:manage': permit('Switch modules of a branch on and off', 'M', ['system_administrator']),
} as const
