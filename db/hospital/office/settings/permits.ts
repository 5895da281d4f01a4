import { permit } from '../../permit.ts'

export const permits = {
  'setting:read': permit('See the settings and what was changed in them', 'R', [
    'system_administrator',
    'auditor',
  ]),
  'setting:update': permit('Change the hospital’s settings, logo and mail server', 'U', [
    'system_administrator',
  ]),
  'setting:security': permit('Change the rules of sign-in and sessions', 'M', [
    'system_administrator',
  ]),
} as const
