// The words of drawers and shifts (2.10, 3.7).

export const shift_states = ['OPEN', 'COUNTING', 'CLOSED', 'CONFIRMED'] as const
export type ShiftState = (typeof shift_states)[number]
/** Money may lie in the drawer: nobody else opens it, and its owner opens no other. */
export const live_states: readonly ShiftState[] = ['OPEN', 'COUNTING']

/** What moved in a drawer, or was taken at it by another method (BIL-90). */
export const taking_kinds = [
  'RECEIPT',
  'REFUND',
  'REVERSAL',
  'EXPENSE',
  'EXPENSE_REVERSAL',
  'PAY_IN',
  'PAY_OUT',
  'FLOAT',
  'DROP',
  'HANDOVER',
  'SETTLEMENT',
] as const
export type TakingKind = (typeof taking_kinds)[number]

export const transfer_kinds = ['FLOAT', 'DROP', 'HANDOVER'] as const
export type TransferKind = (typeof transfer_kinds)[number]
export const transfer_states = ['PENDING', 'ACCEPTED', 'DECLINED', 'CANCELLED'] as const

export const directions = ['IN', 'OUT'] as const
export const treatments = ['EXPENSE', 'CASHIER', 'INCOME'] as const
export type Treatment = (typeof treatments)[number]
export const difference_states = ['OPEN', 'SETTLED'] as const
export const settle_ways = ['CASH', 'PAYROLL'] as const
