// The words of recruitment (people 2.3), the source document's to the letter.

export const vacancy_states = ['OPEN', 'CLOSED'] as const
export const stages = [
  'APPLIED',
  'SHORTLISTED',
  'INTERVIEWED',
  'OFFERED',
  'HIRED',
  'REJECTED',
  'WITHDRAWN',
] as const
export type Stage = (typeof stages)[number]
/** How far somebody came, whatever became of it. */
export const reached = { APPLIED: 0, SHORTLISTED: 1, INTERVIEWED: 2, OFFERED: 3, HIRED: 4 } as const
