// Who is treated free without a certificate (2.7): the whole table at once, as shipped or as set.

import type { Caller } from '../../../../core/caller.ts'
import { toBasisPoints } from '../../../../core/kinds/percent.ts'
import { invalid } from '../../../../core/refusal.ts'
import type { ExemptionRuleInput } from './exemption-shapes.ts'
import { flowRow, keep } from '../charges/flow.ts'
import { type ExemptionRule, shipped_exemptions, type WaiverCategory } from './waiver-words.ts'
import { categories as known } from '../words.ts'

export async function exemptionRules(caller: Caller): Promise<ExemptionRule[]> {
  return (await flowRow(caller)).exemption_rules ?? [...shipped_exemptions]
}

export async function setExemptionRules(
  caller: Caller,
  given: readonly ExemptionRuleInput[],
): Promise<ExemptionRule[]> {
  const exemption_rules = given.map((rule, at): ExemptionRule => {
    const { age_from = null, age_to = null } = rule.condition
    if (age_from !== null && age_to !== null && age_to < age_from) {
      throw invalid(`rules[${at}].condition.age_to`, 'is below age_from.')
    }
    readShare(`rules[${at}].pct`, rule.pct)
    return {
      ...rule,
      tariff_categories: categoriesOf(
        `rules[${at}].tariff_categories`,
        rule.tariff_categories ?? null,
      ),
    }
  })
  await keep(caller, 'billing.exemption_rules', await flowRow(caller), { exemption_rules })
  return exemptionRules(caller)
}

/** Above nothing and no more than all, in hundredths of a percent. */
export function readShare(field: string, pct: number): number {
  if (!(pct > 0 && pct <= 100)) throw invalid(field, 'must be more than 0 and at most 100.')
  return toBasisPoints(pct, field)
}

/** As the price list writes them. */
export function categoriesOf(field: string, typed: readonly string[] | null): string[] | null {
  if (typed === null) return null
  return typed.map((one) => {
    const found = known.find((name) => name.toLowerCase() === one.trim().toLowerCase())
    if (found === undefined) throw invalid(field, `must be of ${known.join(', ')}.`)
    return found
  })
}

/** BIL-84: from which to which age a category reaches, where a rule says so. */
export async function agesOf(
  caller: Caller,
  category: WaiverCategory,
): Promise<{ from: number; to: number | null }> {
  const rules = [...(await exemptionRules(caller)), ...shipped_exemptions]
  const rule = rules.find(
    ({ category: of, condition: { age_from = null, age_to = null } }) =>
      of === category && (age_from !== null || age_to !== null),
  )
  return { from: rule?.condition.age_from ?? 0, to: rule?.condition.age_to ?? null }
}
