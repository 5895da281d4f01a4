// The words of controlled drugs (2.6).

export const check_shifts = ['MORNING', 'EVENING', 'NIGHT', 'EXTRA'] as const
export type CheckShift = (typeof check_shifts)[number]
export const discrepancy_states = ['OPEN', 'INVESTIGATING', 'RESOLVED', 'REPORTED'] as const
export const discrepancy_causes = [
  'ENTRY_MISSED',
  'WRONG_ENTRY',
  'SPILL',
  'LOSS',
  'THEFT',
  'UNKNOWN',
] as const
export type DiscrepancyCause = (typeof discrepancy_causes)[number]
/** Of these the authority is told. */
export const reported_causes = ['LOSS', 'THEFT', 'UNKNOWN'] as const
