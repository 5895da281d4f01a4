// The words of pay (people 2.9).

export const component_kinds = ['EARNING', 'DEDUCTION', 'EMPLOYER'] as const
export const calculations = [
  'FIXED',
  'PCT_OF_BASIC',
  'PCT_OF_GROSS',
  'UNITS_X_RATE',
  'STATUTORY',
  'LOAN',
  'SYSTEM',
] as const
export const bases = ['GROSS', 'BASIC', 'PENSIONABLE', 'TAXABLE'] as const
export type Base = (typeof bases)[number]
export const pay_flags = ['nhif', 'heslb', 'union'] as const
export const profile_states = ['PENDING', 'ACTIVE', 'REFUSED'] as const
/** As it is shown: one that a later one has followed has ended. */
export const shown_profile_states = [...profile_states, 'ENDED'] as const
export const pay_bases = ['MONTHLY', 'DAILY', 'HOURLY'] as const
export const input_sources = ['MANUAL', 'ATTENDANCE', 'LEAVE', 'EXIT', 'IMPORT'] as const
export const run_kinds = ['REGULAR', 'SUPPLEMENTARY', 'FINAL'] as const
export type RunKind = (typeof run_kinds)[number]
export const run_states = [
  'DRAFT',
  'CALCULATED',
  'APPROVED',
  'POSTED',
  'PART_PAID',
  'PAID',
  'REVERSED',
  'CANCELLED',
] as const
export const slip_states = ['DRAFT', 'FINAL', 'WITHHELD', 'PAID', 'RETURNED', 'REVERSED'] as const
/** Of a run that stands in the books. */
export const posted_slips = ['FINAL', 'WITHHELD', 'PAID', 'RETURNED'] as const
export const severities = ['ERROR', 'WARN'] as const
export const loan_kinds = ['LOAN', 'ADVANCE', 'SHORTAGE', 'OTHER'] as const
export const loan_states = ['ACTIVE', 'PAUSED', 'SETTLED', 'WRITTEN_OFF'] as const
export const batch_states = ['PREPARED', 'SENT', 'PAID', 'CANCELLED'] as const
export const batch_line_states = ['WAITING', 'PAID', 'FAILED', 'RETURNED'] as const
