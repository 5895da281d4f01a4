// The words of deposits (2.5).

export const deposit_states = ['OPEN', 'PART_USED', 'USED', 'REFUNDED'] as const
export type DepositState = (typeof deposit_states)[number]
export const deposit_parties = ['PATIENT', 'CLIENT'] as const
export const deposit_origins = ['ADVANCE', 'EXCESS', 'CREDIT_NOTE'] as const
export type DepositOrigin = (typeof deposit_origins)[number]
