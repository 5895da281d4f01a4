import { permit } from '../../permit.ts'

export const permits = {
  'import:read': permit('See imports and what they wrote', 'R', [
    'system_administrator',
    'auditor',
    'records',
  ]),
  'import:create': permit('Upload files and have them checked', 'C', [
    'system_administrator',
    'records',
  ]),
  'import:commit': permit('Write the rows of a checked file', 'M', ['system_administrator']),
} as const
