// The words of exits (people 2.10), the chapter's to the letter.

export const exit_kinds = [
  'RESIGNATION',
  'CONTRACT_END',
  'RETIREMENT',
  'REDUNDANCY',
  'DISMISSAL',
  'MEDICAL',
  'DEATH',
  'ABSCONDED',
  'MUTUAL',
] as const
export type ExitKind = (typeof exit_kinds)[number]
export const exit_states = [
  'OPEN',
  'CLEARING',
  'CLEARED',
  'SETTLED',
  'COMPLETED',
  'WITHDRAWN',
] as const
/** One of these a person (3.9). */
export const live_exits = ['OPEN', 'CLEARING', 'CLEARED', 'SETTLED'] as const
export const item_states = ['OPEN', 'CLEARED', 'OWING'] as const
/** What somebody may say of an item. */
export const item_answers = ['CLEARED', 'OWING'] as const
/** HR-131: who clears. */
export const exit_areas = [
  'HR',
  'IT',
  'SUPERVISOR',
  'LIBRARY',
  'STORES',
  'PHARMACY',
  'FINANCE',
  'PAYROLL',
] as const

/** The last day may lie before the notice: nobody gives notice of these. */
export const sudden_kinds: readonly ExitKind[] = ['DEATH', 'DISMISSAL', 'ABSCONDED']
/** HR-132: with severance; the end of a contract where the hospital ends it. */
export const severance_kinds: readonly ExitKind[] = ['REDUNDANCY', 'MEDICAL']
