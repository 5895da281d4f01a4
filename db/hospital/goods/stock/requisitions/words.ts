// The words of requisitions (2.4, STK-51).

export const requisition_states = [
  'DRAFT',
  'SUBMITTED',
  'APPROVED',
  'PART_ISSUED',
  'ISSUED',
  'CLOSED',
  'REJECTED',
  'CANCELLED',
] as const
export const requisition_priorities = ['ROUTINE', 'URGENT', 'EMERGENCY'] as const
/** Why less is issued than was approved. */
export const issue_short_reasons = ['OUT_OF_STOCK', 'RATIONED', 'NEAR_EXPIRY', 'OTHER'] as const
