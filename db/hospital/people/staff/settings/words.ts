// The words of the settings of people (people 2.11).

export const licence_ways = ['OFF', 'WARN', 'BLOCK'] as const
export const prorations = ['CALENDAR', 'FIXED_30', 'FIXED_26'] as const
export const payslip_ways = ['PORTAL', 'EMAIL', 'BOTH'] as const
export const severities = ['REFUSE', 'WARN', 'OFF'] as const
/** HR-34: clashes whose weight a hospital sets. */
export const rule_codes = [
  'REST',
  'LONG_DAY',
  'SIX_DAYS',
  'WEEK_HOURS',
  'UNAVAILABLE',
  'TRAINING',
  'OTHER_FACILITY',
  'ONCALL_OVERLAP',
] as const
