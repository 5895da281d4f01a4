// The words of purchase orders (2.8).

export const order_states = [
  'DRAFT',
  'SUBMITTED',
  'APPROVED',
  'SENT',
  'PART_RECEIVED',
  'RECEIVED',
  'CLOSED',
  'REJECTED',
  'CANCELLED',
] as const
export const invoice_standings = ['NOT_INVOICED', 'PART_INVOICED', 'INVOICED'] as const
export const order_channels = ['EMAIL', 'PRINT'] as const
/** What an approver is shown of an order (STK-123, STK-128, STK-130, STK-131). */
export const order_marks = [
  'PRICE_ABOVE_LAST',
  'POSSIBLE_SPLIT',
  'NOT_PREQUALIFIED',
  'ABOVE_BUDGET',
] as const
export type OrderMark = (typeof order_marks)[number]
