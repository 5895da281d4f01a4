// The words of gates, the same for every area (care 2.17, front office 2.6).

export const gate_levels = ['NONE', 'WARN', 'BLOCK', 'BLOCK_WITH_OVERRIDE'] as const
export type GateLevel = (typeof gate_levels)[number]

/** What a row's scope may name, beside what an area adds to its own gates. */
export const scope_keys = [
  'facility_ids',
  'departments',
  'ward_kinds',
  'visit_kinds',
  'payers',
  'cadres',
  'acuities',
  'severity',
] as const

/** Kept as the reason where an emergency passed a gate by itself (CAR-51). */
export const emergency_reason = 'EMERGENCY'
