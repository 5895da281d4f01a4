import { permit } from '../../permit.ts'

export const permits = {
  'announcement:manage': permit('Write announcements and see who has read them', 'M', [
    'system_administrator',
    'director',
    'manager',
    'medical_in_charge',
  ]),
} as const
