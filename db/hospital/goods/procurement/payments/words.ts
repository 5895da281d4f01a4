// The words of payments to suppliers (2.8).

export const supplier_payment_states = [
  'DRAFT',
  'SUBMITTED',
  'APPROVED',
  'PAID',
  'VOIDED',
  'REJECTED',
] as const
