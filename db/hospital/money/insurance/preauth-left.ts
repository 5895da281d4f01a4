// What may be covered without an approval, and what an approval still has (BIL-109).

import { portion } from '../../../core/kinds/money.ts'
import type { SchemeRow } from '../tariff/schemes.ts'
import type { RuleRow } from './engine.ts'

/** One item of an approved pre-authorisation with what it has left. */
export interface PreauthLeft {
  item_id: string
  preauth_id: string
  /** Upper case. */
  code: string
  quantity: number
  amount: number
}

/**
 * Null: no approval is needed. Else what is covered without one: nothing where the rule always asks,
 * and up to the limit where a limit is passed, of the line or of the bill so far.
 */
export function unapproved(
  scheme: SchemeRow,
  rule: RuleRow | undefined,
  tally: { running: number; passed: boolean },
  covered: number,
): number | null {
  if (covered === 0) return null
  if (rule?.preauth_required === true) return 0
  const of_rule = rule?.preauth_above ?? null
  if (of_rule !== null && covered > of_rule) return of_rule
  const limit = scheme.preauth_above
  if (limit === null) return null
  const left = Math.max(0, limit - tally.running)
  // A rule's own limit stands in the place of the scheme's for the line alone.
  if (of_rule === null && covered > limit) return left
  if (!tally.passed && covered <= left) return null
  tally.passed = true
  return left
}

/** In the proportion of what is left to be given, and never above what is left to be paid. */
export function approved(
  from: PreauthLeft,
  wanted: number,
  covered: number,
): { allowed: number; quantity: number } {
  const quantity = Math.min(from.quantity, wanted)
  return { allowed: Math.min(portion(covered, quantity, wanted), from.amount), quantity }
}
