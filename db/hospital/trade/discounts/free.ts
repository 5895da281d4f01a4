// What may be taken off an offer or an order without asking (COM-22).

import type { Of } from '../../../store/record-of.ts'
import { needsApproval } from './reckon.ts'
import type { RuleRow } from './record.ts'
import { discount_rules } from './tables.ts'

export interface FreeAsked {
  document: 'QUOTATION' | 'ORDER'
  /** Of the client, where there is one. */
  kind: string | null
  day: string
}

/** Rules in percent that stand for this document, active and in their dates. */
export async function freeRules(
  { hospital_id }: Of,
  { document, kind, day }: FreeAsked,
): Promise<RuleRow[]> {
  const targets = ['ALL', document, ...(kind === null ? [] : [`KIND:${kind}`])]
  const found = await discount_rules.all({
    hospital_id,
    active: true,
    kind: 'PERCENT',
    applies_to: targets,
  })
  return found.filter(
    ({ starts_on, ends_on }) =>
      (starts_on === null || starts_on <= day) && (ends_on === null || ends_on >= day),
  )
}

/** Hundredths of a percent: the greatest that needs nobody's word for this amount. */
export const freeOff = (own_bp: number, rules: readonly RuleRow[], amount: number): number =>
  rules.reduce((most, rule) => {
    const capped = rule.max_amount !== null && rule.max_amount < amount
    return needsApproval(rule, amount) || capped ? most : Math.max(most, rule.value)
  }, own_bp)
