// Quantities: at most three decimals at the edge, a whole number of thousandths inside.

import { invalid } from '../refusal.ts'
import { Money } from './kinds.ts'

const complaint = 'must be more than 0, with at most three decimals.'

/** Whatever came in its place, what it must be is said in one sentence. */
export const Quantity = Object.assign({}, Money, { complaint })

export function thousandths(field: string, quantity: number): number {
  const kept = Math.round(quantity * 1000)
  if (!(quantity > 0) || kept / 1000 !== quantity || !Number.isSafeInteger(kept)) {
    throw invalid(field, complaint)
  }
  return kept
}
