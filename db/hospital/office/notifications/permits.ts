import { permit } from '../../permit.ts'

export const permits = {
  'notification:manage': permit('Choose which notices also leave by SMS or email', 'M', [
    'system_administrator',
  ]),
} as const
