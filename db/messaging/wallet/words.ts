export const entry_kinds = [
  'top_up',
  'charge',
  'refund',
  'reserve',
  'release',
  'adjustment',
] as const
export type EntryKind = (typeof entry_kinds)[number]

export const refund_reasons = [
  'never_submitted',
  'rejected',
  'unknown',
  'failed',
  'expired',
] as const
export type RefundReason = (typeof refund_reasons)[number]

export const top_up_methods = ['mobile_money', 'bank_transfer', 'cash', 'cheque', 'other'] as const
export const top_up_states = ['pending', 'confirmed', 'rejected'] as const
