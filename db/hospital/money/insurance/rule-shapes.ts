// Coverage rules as they come in and go out (2.9).

import {
  optional,
  choice,
  Day,
  Decimal,
  Flag,
  form,
  Id,
  listOf,
  nullable,
  Money,
  named,
  partial,
  type Static,
  shape,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { Days } from '../tariff/plan-shapes.ts'
import { tariff_categories, visit_classes } from '../tariff/words.ts'
import { periods, rule_sexes } from './words.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { coverage_rules } from './tables.ts'

const coverageRule = fieldsOf(coverage_rules)

const Age = Object.assign({}, Whole(0, 130), { complaint: 'must be between 0 and 130.' })
const Quantity = Decimal(0, 1_000_000)

const rest = {
  plan_id: optional(nullable(Id)),
  code: optional(nullable(Text(0, 40))),
  category: optional(nullable(choice(tariff_categories))),
  covered: optional(Flag),
  coverage_pct: optional(nullable(Decimal(0, 100))),
  copay_amount: optional(nullable(Money)),
  item_ceiling: optional(nullable(Money)),
  max_quantity: optional(nullable(Quantity)),
  per: optional(nullable(choice(periods))),
  preauth_required: optional(Flag),
  preauth_above: optional(nullable(Money)),
  visit_class: optional(nullable(choice(visit_classes))),
  sex: optional(nullable(choice(rule_sexes))),
  age_from: optional(nullable(Age)),
  age_to: optional(nullable(Age)),
  waiting_days: optional(nullable(Days)),
  diagnosis_codes: optional(nullable(listOf(Text(1, 20), 200))),
  effective_from: optional(nullable(Day)),
  effective_to: optional(nullable(Day)),
  note: optional(nullable(Text(0, 500))),
}
export const RuleInput = named('CoverageRuleInput', form(rest))
export type RuleInput = Static<typeof RuleInput>
export const RuleChange = named('CoverageRuleChange', partial(rest))
export type RuleChange = Static<typeof RuleChange>

export const Rule = named(
  'CoverageRule',
  shape({
    ...coverageRule('id', 'scheme_id', 'plan_id', 'code', 'category', 'covered'),
    coverage_pct: nullable(Decimal(0, 100)),
    ...coverageRule('copay_amount', 'item_ceiling'),
    max_quantity: nullable(Quantity),
    ...coverageRule('per', 'preauth_required', 'preauth_above', 'visit_class'),
    ...coverageRule('sex', 'age_from', 'age_to', 'waiting_days'),
    diagnosis_codes: nullable(listOf(Text(1, 20), 200)),
    ...coverageRule('effective_from', 'effective_to', 'note', 'created_at'),
    created_by_name: Text(0, 160),
    ...coverageRule('updated_at', 'version'),
  }),
)
export type Rule = Static<typeof Rule>
export const RuleFilters = {
  plan_id: optional(Id),
  code: optional(Text(0, 40)),
  category: optional(choice(tariff_categories)),
  on: optional(Day),
}
