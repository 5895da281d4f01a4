// Which rule speaks for a line, and whether the plan has the benefit at all (BIL-100, steps 1 and 2).

import type { CoverLine, Facts, RuleRow } from './engine.ts'

/** Plan before scheme, code before category before everything; of two the later (step 2). */
export function ruleFor(facts: Facts, line: CoverLine): RuleRow | undefined {
  const fitting = facts.rules.filter((rule) => fits(facts, rule))
  const plan_id = facts.plan?.id ?? null
  const of_plan = (rule: RuleRow): boolean => plan_id !== null && rule.plan_id === plan_id
  const of_scheme = (rule: RuleRow): boolean => rule.plan_id === null
  const same_code = ({ code }: RuleRow): boolean =>
    code !== null && code === line.code?.toUpperCase()
  const same_category = ({ code, category }: RuleRow): boolean =>
    code === null && category?.toLowerCase() === line.category.toLowerCase()
  const everything = ({ code, category }: RuleRow): boolean => code === null && category === null
  for (const what of [same_code, same_category, everything]) {
    for (const whose of [of_plan, of_scheme]) {
      const found = fitting.filter((rule) => what(rule) && whose(rule))
      if (found.length > 0) return latest(found)
    }
  }
  return undefined
}

const latest = (found: readonly RuleRow[]): RuleRow | undefined =>
  found.toSorted((a, b) =>
    a.effective_from === b.effective_from
      ? b.id.localeCompare(a.id)
      : b.effective_from.localeCompare(a.effective_from),
  )[0]

function fits(facts: Facts, rule: RuleRow): boolean {
  const { day, visit_class, sex, age, diagnoses } = facts
  const in_force =
    rule.effective_from <= day && (rule.effective_to === null || rule.effective_to >= day)
  if (!in_force) return false
  if (rule.visit_class !== null && rule.visit_class !== visit_class) return false
  if (rule.sex !== null && rule.sex !== sex) return false
  if (rule.age_from !== null && (age === null || age < rule.age_from)) return false
  if (rule.age_to !== null && (age === null || age > rule.age_to)) return false
  if (rule.diagnosis_codes === null || rule.diagnosis_codes.length === 0) return true
  const wanted = new Set(rule.diagnosis_codes.map((one) => one.toUpperCase()))
  return diagnoses.some((one) => wanted.has(one.toUpperCase()))
}

/** Benefits of a place by the department of the line, the rest by the class of the visit. */
export function benefitOf({ plan, visit_class }: Facts, line: CoverLine): boolean {
  if (plan === null) return true
  const department = (line.department ?? '').toLowerCase()
  if (/maternity|antenatal|labour/.test(department)) return plan.maternity
  if (/dental/.test(department)) return plan.dental
  if (/optical|optomet|\beye\b|ophthalm/.test(department)) return plan.optical
  return visit_class === 'INPATIENT' ? plan.inpatient : plan.outpatient
}
