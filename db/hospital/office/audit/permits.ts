import { permit } from '../../permit.ts'

export const permits = {
  'audit:read': permit('Read the audit log', 'R', ['auditor', 'privacy_officer']),
  'audit:export': permit('Take the audit log out as a file', 'M', ['auditor']),
  'audit:verify': permit('Prove that nothing was removed from the audit log', 'A', [
    'system_administrator',
    'auditor',
  ]),
} as const
