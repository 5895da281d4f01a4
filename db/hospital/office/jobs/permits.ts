import { permit } from '../../permit.ts'

export const permits = {
  'job:read': permit('See background jobs and schedules of the whole hospital', 'R', [
    'system_administrator',
    'auditor',
  ]),
  'job:manage': permit('Retry and cancel jobs; run, pause and resume schedules', 'M', [
    'system_administrator',
  ]),
  'system:read': permit('See the state of the system and its measures', 'R', [
    'system_administrator',
    'director',
    'auditor',
  ]),
} as const
