import { permit } from '../../permit.ts'

export const permits = {
  'device:activate': permit('Hand out activation codes of workstations', 'M', [
    'system_administrator',
  ]),
  'device:read': permit('See workstations', 'R', ['system_administrator', 'auditor']),
  'device:revoke': permit('Revoke workstations', 'M', ['system_administrator']),
  'device:update': permit('Change workstations and extend their lease', 'U', [
    'system_administrator',
  ]),
} as const
