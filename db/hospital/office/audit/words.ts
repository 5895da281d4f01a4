export const audit_outcomes = ['DONE', 'REFUSED'] as const

export const problem_kinds = [
  'ALTERED',
  'BROKEN_LINK',
  'MISSING',
  'TRUNCATED',
  'ANCHOR_MISMATCH',
] as const
export type ProblemKind = (typeof problem_kinds)[number]
