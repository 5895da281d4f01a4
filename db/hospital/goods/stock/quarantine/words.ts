export const quarantine_reasons = [
  'RETURN',
  'ADVERSE_REACTION',
  'DAMAGED',
  'COLD_CHAIN',
  'RECALL',
  'INSPECTION',
  'EXPIRED',
  'OTHER',
] as const
