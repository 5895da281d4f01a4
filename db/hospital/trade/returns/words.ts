// The words of returns (commercial 2.5), the source document's to the letter.

export const return_states = [
  'REQUESTED',
  'APPROVED',
  'COMPLETED',
  'REJECTED',
  'CANCELLED',
] as const
export const return_reasons = [
  'WRONG_ITEM',
  'DAMAGED',
  'EXPIRED',
  'ADVERSE_REACTION',
  'NOT_NEEDED',
  'OVERSUPPLY',
  'OTHER',
] as const
export type ReturnReason = (typeof return_reasons)[number]
export const restock_states = ['NOT_NEEDED', 'PENDING', 'DONE'] as const
export const refund_states = ['NOT_NEEDED', 'PENDING', 'SETTLED'] as const
export const reaction_outcomes = [
  'RECOVERED',
  'RECOVERING',
  'NOT_RECOVERED',
  'FATAL',
  'UNKNOWN',
] as const
export const conditions = ['GOOD', 'QUARANTINE', 'DESTROY'] as const
export type Condition = (typeof conditions)[number]
export const settlings = ['CREDIT_NOTE', 'PAY_OUT'] as const
