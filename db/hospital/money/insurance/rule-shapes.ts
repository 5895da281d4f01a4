// Coverage rules as they come in and go out (2.9).

import {
  asked,
  choice,
  Day,
  Decimal,
  Flag,
  form,
  Id,
  listOf,
  maybe,
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

const Age = Object.assign({}, Whole(0, 130), { complaint: 'must be between 0 and 130.' })
const Quantity = Decimal(0, 1_000_000)

const rest = {
  plan_id: asked(maybe(Id)),
  code: asked(maybe(Text(0, 40))),
  category: asked(maybe(choice(tariff_categories))),
  covered: asked(Flag),
  coverage_pct: asked(maybe(Decimal(0, 100))),
  copay_amount: asked(maybe(Money)),
  item_ceiling: asked(maybe(Money)),
  max_quantity: asked(maybe(Quantity)),
  per: asked(maybe(choice(periods))),
  preauth_required: asked(Flag),
  preauth_above: asked(maybe(Money)),
  visit_class: asked(maybe(choice(visit_classes))),
  sex: asked(maybe(choice(rule_sexes))),
  age_from: asked(maybe(Age)),
  age_to: asked(maybe(Age)),
  waiting_days: asked(maybe(Days)),
  diagnosis_codes: asked(maybe(listOf(Text(1, 20), 200))),
  effective_from: asked(maybe(Day)),
  effective_to: asked(maybe(Day)),
  note: asked(maybe(Text(0, 500))),
}
export const RuleInput = named('CoverageRuleInput', form(rest))
export type RuleInput = Static<typeof RuleInput>
export const RuleChange = named('CoverageRuleChange', partial(rest))
export type RuleChange = Static<typeof RuleChange>

export const Rule = named(
  'CoverageRule',
  shape({
    id: Text(1, 36),
    scheme_id: Text(1, 36),
    plan_id: maybe(Text(1, 36)),
    code: maybe(Text(1, 40)),
    category: maybe(Text(1, 40)),
    covered: Flag,
    coverage_pct: maybe(Decimal(0, 100)),
    copay_amount: maybe(Money),
    item_ceiling: maybe(Money),
    max_quantity: maybe(Quantity),
    per: maybe(choice(periods)),
    preauth_required: Flag,
    preauth_above: maybe(Money),
    visit_class: maybe(choice(visit_classes)),
    sex: maybe(choice(rule_sexes)),
    age_from: maybe(Age),
    age_to: maybe(Age),
    waiting_days: maybe(Days),
    diagnosis_codes: maybe(listOf(Text(1, 20), 200)),
    effective_from: Day,
    effective_to: maybe(Day),
    note: maybe(Text(0, 500)),
    created_at: Text(1, 30),
    created_by_name: Text(0, 160),
    updated_at: Text(1, 30),
    version: Whole(1),
  }),
)
export type Rule = Static<typeof Rule>
export const RuleFilters = {
  plan_id: asked(Id),
  code: asked(Text(0, 40)),
  category: asked(choice(tariff_categories)),
  on: asked(Day),
}
