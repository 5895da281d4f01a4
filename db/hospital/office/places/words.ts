export const facility_kinds = [
  'HOSPITAL',
  'HEALTH_CENTRE',
  'DISPENSARY',
  'CLINIC',
  'LABORATORY',
  'PHARMACY',
  'OTHER',
] as const
export const facility_states = ['ACTIVE', 'INACTIVE'] as const
export const facility_moves = ['deactivate', 'activate'] as const
export const department_kinds = [
  'CLINICAL',
  'DIAGNOSTIC',
  'PHARMACY',
  'NURSING',
  'ADMINISTRATIVE',
  'SUPPORT',
] as const
export const location_kinds = [
  'BUILDING',
  'FLOOR',
  'WARD',
  'ROOM',
  'COUNTER',
  'STORE',
  'THEATRE',
  'LABORATORY',
  'IMAGING',
  'MORTUARY',
  'GATE',
  'OTHER',
] as const
export const week_days = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const
/** Of departments and locations, which only are or are not in use. */
export const activity_states = ['ACTIVE', 'INACTIVE'] as const
