// The words of leave (people 2.7).

export const leave_bases = ['CALENDAR', 'WORKING'] as const
export const accruals = ['MONTHLY', 'AT_START', 'PER_EVENT'] as const
export const half_days = ['AM', 'PM'] as const
export const cover_states = ['NONE', 'ASKED', 'ACCEPTED', 'DECLINED'] as const
export const leave_states = [
  'REQUESTED',
  'APPROVED',
  'REFUSED',
  'CANCELLED',
  'TAKEN',
  'CUT_SHORT',
] as const
/** Days off that stand. */
export const away_states = ['APPROVED', 'TAKEN', 'CUT_SHORT'] as const
export const entry_kinds = ['OPENING', 'ADJUST'] as const
