import type { Conclusion } from './kept.ts'

/** Grave enough that the next unit is washed (BLD-84). */
export const isAllergic = ({ type, severity }: Pick<Conclusion, 'type' | 'severity'>): boolean =>
  type === 'ANAPHYLACTIC' || (type === 'ALLERGIC' && severity !== 'MILD')
