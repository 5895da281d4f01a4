// The words of rosters (people 2.5).

export const roster_states = ['DRAFT', 'PUBLISHED', 'LOCKED'] as const
export const shift_states = ['PLANNED', 'OPEN', 'SWAPPED', 'DONE', 'MISSED', 'CANCELLED'] as const
/** Shifts that somebody stands in. */
export const standing_states = ['PLANNED', 'SWAPPED', 'DONE'] as const
/** HR-34. */
export const clash_codes = [
  'OVERLAP',
  'LEAVE',
  'NOT_ACTIVE',
  'LICENCE',
  'OTHER_FACILITY',
  'LONG_DAY',
  'REST',
  'SIX_DAYS',
  'WEEK_HOURS',
  'ONCALL_OVERLAP',
  'NO_NIGHTS',
  'TRAINING',
] as const
export type ClashCode = (typeof clash_codes)[number]
