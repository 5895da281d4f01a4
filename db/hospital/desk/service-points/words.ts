// The words of service points, the chapter's to the letter (front office 2.5).

export const point_kinds = [
  'REGISTRATION',
  'CASHIER',
  'TRIAGE',
  'CONSULTATION',
  'EMERGENCY',
  'CLINIC',
  'MATERNITY',
  'LABORATORY',
  'IMAGING',
  'PROCEDURE',
  'INJECTION',
  'DRESSING',
  'PHARMACY',
  'DENTAL',
  'EYE',
  'PHYSIOTHERAPY',
  'SOCIAL_WELFARE',
  'WARD',
  'OTHER',
] as const
export type PointKind = (typeof point_kinds)[number]
export const point_states = ['OPEN', 'PAUSED', 'CLOSED'] as const
export type PointState = (typeof point_states)[number]
