export const announcement_levels = ['INFO', 'IMPORTANT', 'MUST_READ'] as const

export const announcement_states = [
  'DRAFT',
  'SCHEDULED',
  'PUBLISHED',
  'ENDED',
  'WITHDRAWN',
] as const

/** Lists of different kinds narrow each other; of one kind any will do. */
export const audience_kinds = ['ROLE', 'FACILITY', 'DEPARTMENT'] as const
export type AudienceKind = (typeof audience_kinds)[number]

/** So many may stand published in a hospital at once: whoever looks is compared with each. */
export const live_max = 200
