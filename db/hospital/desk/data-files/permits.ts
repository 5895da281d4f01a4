import { permit } from '../../permit.ts'

export const permits = {
  'patient:export': permit('Make the file of all that is kept of one patient', 'M', [
    'privacy_officer',
  ]),
} as const
