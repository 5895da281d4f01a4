export const check_states = ['OK', 'WARN', 'BAD'] as const
export type CheckState = (typeof check_states)[number]

export const check_names = [
  'database',
  'disk',
  'clock',
  'scanner',
  'timetable',
  'mail',
  'audit',
] as const
export type CheckName = (typeof check_names)[number]
