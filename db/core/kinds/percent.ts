// Percentages: basis points inside, a number of per cent at the edge (foundations 3.6).

import { invalid } from '../refusal.ts'

/** 18 is 1,800; 12.5 is 1,250; more than two decimals are refused. */
export function toBasisPoints(percent: number, field: string): number {
  const bp = Math.round(percent * 100)
  if (bp / 100 !== percent) throw invalid(field, 'has more than two decimals.')
  return bp
}

export const toPercent = (bp: number): number => bp / 100
