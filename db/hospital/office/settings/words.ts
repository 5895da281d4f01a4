export const encryptions = ['tls', 'ssl', 'none'] as const
export const history_records = [
  'system',
  'email',
  'security',
  'document',
  'sequence',
  'bridge',
  'notification',
] as const
export type HistoryRecord = (typeof history_records)[number]
