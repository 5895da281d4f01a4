// What every hospital has whatever it treats: branches, accounts, settings, the audit log, files, jobs.
// The areas of this wing in order: one leans only on those above it.

export const names = [
  'hospitals',
  'audit',
  'settings',
  'outbox',
  'sequences',
  'places',
  'access',
  'attachments',
  'jobs',
  'exports',
  'imports',
  'notifications',
  'announcements',
  'auditing',
  'search',
  'system',
  'plans',
  'papers',
  'devices',
] as const
