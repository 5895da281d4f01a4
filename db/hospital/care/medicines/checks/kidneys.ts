// What kidneys clear (CAR-80).

import type { Standing } from '../safety/bodies.ts'
import { inADay } from './amounts.ts'
import {
  allTargets,
  type Check,
  type CheckedLine,
  type Person,
  targetsOf,
  titled,
  years,
} from './situation.ts'

/** Millilitres in a minute; null where it cannot be reckoned. Creatinine in micromoles in a litre. */
export function clearance(
  { age_days, sex, weight_kg, height_cm }: Omit<Person, 'weight_days'>,
  creatinine: number,
): number | null {
  const age = Math.floor(years(age_days))
  if (age < 1) return null
  if (age < 18) return height_cm === null ? null : (36.5 * height_cm) / creatinine
  if (weight_kg === null) return epidemiology(age, sex, creatinine)
  const factor = sex === 'Female' ? 1.04 : 1.23
  return ((140 - age) * weight_kg * factor) / creatinine
}

/** CKD-EPI of 2021, without weight and without race. */
function epidemiology(age: number, sex: string, creatinine: number): number {
  const female = sex === 'Female'
  const kappa = female ? 0.7 : 0.9
  const alpha = female ? -0.241 : -0.302
  const ratio = creatinine / 88.4 / kappa
  const low = Math.min(ratio, 1) ** alpha
  const high = Math.max(ratio, 1) ** -1.2
  return 142 * low * high * 0.9938 ** age * (female ? 1.012 : 1)
}

type Rule = Standing<'renal'>

export const renalChecks: Check = ({ line, index, lines, of }) => {
  const targets = allTargets(line.medicine)
  const rules = of.rules.renal.filter(({ target }) => targets.has(target))
  if (rules.length === 0) return []
  const clears = of.creatinine === null ? null : clearance(of.person, of.creatinine)
  if (clears === null) return unknown(line, rules, of)
  // Of those that apply the one for the worst kidneys.
  const [rule] = rules
    .filter(({ below_ml_min }) => clears < below_ml_min)
    .toSorted((a, b) => a.below_ml_min - b.below_ml_min)
  if (rule === undefined) return []
  const all = [...lines.slice(0, index + 1), ...of.standing]
  return [
    {
      gate: 'RX_RENAL' as const,
      severity: severityOf(rule, line, all),
      what: `${titled(line)}: CrCl ${Math.round(clears)} ml/min.`,
      mend: rule.advice,
      adopted: rule.adopted,
    },
  ]
}

/** A dose that is reduced already only warns. */
function severityOf(rule: Rule, line: CheckedLine, all: readonly CheckedLine[]): string {
  const { action, max_daily, target } = rule
  if (action === 'AVOID' || action === 'MONITOR') return action
  if (!max_daily) return action === 'REDUCE' ? 'ABOVE_REDUCED' : action
  const above = line.medicine.ingredients.some(
    (one) =>
      targetsOf(line.medicine, one).has(target) &&
      inADay(all, one.ingredient_code, 'MG') > max_daily * 1.000001,
  )
  return above ? 'ABOVE_REDUCED' : 'REDUCED'
}

function unknown(
  line: CheckedLine,
  rules: readonly Rule[],
  of: Parameters<Check>[0]['of'],
): ReturnType<Check> {
  const rule = rules.find(({ action }) => action === 'AVOID')
  const at_risk = years(of.person.age_days) >= 65 || of.kidney_problem
  if (rule === undefined || !at_risk) return []
  const what = `${titled(line)}: no creatinine in ${of.settings.creatinine_max_age_days} days.`
  const mend = 'Measure it.'
  return [{ gate: 'RX_RENAL', severity: 'MONITOR', what, mend, adopted: rule.adopted }]
}
