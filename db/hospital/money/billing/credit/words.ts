// The words of credit notes (2.6).

export const credit_states = ['DRAFT', 'ISSUED', 'APPLIED', 'DISCARDED'] as const
export type CreditState = (typeof credit_states)[number]
export const credit_reasons = [
  'NOT_DONE',
  'WRONG_ITEM',
  'WRONG_PRICE',
  'DUPLICATE',
  'RETURN',
  'PAYER_CHANGED',
  'LAPSED',
  'OTHER',
] as const
export type CreditReason = (typeof credit_reasons)[number]
