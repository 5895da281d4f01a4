// The words of quotations and orders (commercial 2.3, 2.4).

export const quotation_states = [
  'DRAFT',
  'SENT',
  'ACCEPTED',
  'DECLINED',
  'EXPIRED',
  'CONVERTED',
  'CANCELLED',
] as const
/** Whether somebody else must agree with its prices (COM-22). */
export const approval_states = ['NOT_NEEDED', 'PENDING', 'APPROVED', 'REFUSED'] as const
export type ApprovalState = (typeof approval_states)[number]
export const approval_reasons = ['DISCOUNT', 'BELOW_COST', 'BELOW_LIST'] as const
export type ApprovalReason = (typeof approval_reasons)[number]
export const decline_reasons = [
  'PRICE',
  'TERMS',
  'COMPETITOR',
  'NO_BUDGET',
  'NOT_NEEDED',
  'NO_ANSWER',
  'OTHER',
] as const
export const sending_channels = ['EMAIL', 'WHATSAPP', 'PRINT'] as const
export type SendingChannel = (typeof sending_channels)[number]
