// The words of refunds (2.6).

export const refund_states = ['REQUESTED', 'APPROVED', 'DECLINED', 'CANCELLED', 'PAID'] as const
export type RefundState = (typeof refund_states)[number]
