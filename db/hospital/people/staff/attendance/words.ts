// The words of attendance (people 2.6).

export const attendance_states = [
  'PRESENT',
  'LATE',
  'LEFT_EARLY',
  'LATE_AND_EARLY',
  'INCOMPLETE',
  'ABSENT',
  'ON_LEAVE',
] as const
export type AttendanceState = (typeof attendance_states)[number]
export const attendance_sources = ['DEVICE', 'MANUAL', 'IMPORT'] as const
export const overtime_states = ['NONE', 'PENDING', 'APPROVED', 'REFUSED'] as const
export const correction_states = ['PENDING', 'APPROVED', 'REFUSED'] as const
export const directions = ['IN', 'OUT'] as const
