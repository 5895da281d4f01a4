// The words of returns to suppliers (2.8).

export const return_reasons = [
  'DAMAGED',
  'WRONG',
  'SHORT_EXPIRY',
  'EXPIRED',
  'RECALL',
  'QUALITY',
  'OVER_DELIVERED',
] as const
export const return_states = [
  'DRAFT',
  'APPROVED',
  'SENT',
  'CREDITED',
  'REPLACED',
  'CANCELLED',
] as const
/** Whether the supplier gives money back for them or other goods. */
export const return_settles = ['CREDIT', 'REPLACE'] as const
/** When invoices were lowered: as the goods left, or as the supplier said another amount. */
export const credit_steps = ['SENT', 'CREDITED'] as const
