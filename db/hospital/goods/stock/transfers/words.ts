// The words of transfers (2.4, 3.4).

export const transfer_states = ['DRAFT', 'SENT', 'RECEIVED', 'CANCELLED'] as const
/** Why less came than was sent (STK-48). */
export const short_reasons = ['LOST', 'BROKEN', 'NOT_SENT'] as const
export type ShortReason = (typeof short_reasons)[number]
