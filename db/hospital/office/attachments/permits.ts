import { permit } from '../../permit.ts'

export const permits = {
  'attachment:delete': permit('Remove files that somebody else attached', 'X', [
    'system_administrator',
  ]),
  'attachment:hold': permit('Put a file under legal hold and release it', 'U', [
    'system_administrator',
    'privacy_officer',
  ]),
} as const
