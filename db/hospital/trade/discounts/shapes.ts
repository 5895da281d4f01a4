// Rules and discounts, in and out (commercial 2.6).

import {
  choice,
  Day,
  Flag,
  Id,
  LongText,
  listOf,
  Money,
  named,
  nullable,
  optional,
  partial,
  QueryFlag,
  Reason,
  Search,
  shape,
  type Static,
  tellsWho,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { discount_life } from './record.ts'
import { discount_rules, discounts } from './tables.ts'
import { discount_states, rule_kinds, target_types } from './words.ts'

const rule = fieldsOf(discount_rules)
const discount = fieldsOf(discounts)
const none = (max: number) => nullable(Text(0, max))

export const DiscountRule = named(
  'DiscountRule',
  shape({
    ...rule('id', 'name', 'applies_to', 'kind'),
    value: Money,
    ...rule('active', 'requires_approval', 'approval_above', 'max_amount', 'notes'),
    ...rule('starts_on', 'ends_on'),
    times_used: Whole(0),
    given_this_month: Money,
    ...rule('created_by_name', 'created_at', 'updated_at', 'version'),
  }),
)
export type DiscountRule = Static<typeof DiscountRule>

const must = {
  name: Text(1, 120),
  applies_to: Text(1, 140),
  kind: choice(rule_kinds),
  value: Money,
}
const may = {
  active: Flag,
  requires_approval: Flag,
  approval_above: nullable(Money),
  max_amount: nullable(Money),
  notes: nullable(LongText(0, 2000)),
  starts_on: nullable(Day),
  ends_on: nullable(Day),
}
export const DiscountRuleInput = named(
  'DiscountRuleInput',
  shape({ ...must, ...partial(may).properties }),
)
export type DiscountRuleInput = Static<typeof DiscountRuleInput>
export const DiscountRuleChange = named('DiscountRuleChange', partial({ ...must, ...may }))
export type DiscountRuleChange = Static<typeof DiscountRuleChange>

export const RuleFilters = {
  search: optional(Search),
  active: optional(QueryFlag),
  applies_to: optional(Text(1, 140)),
  kind: optional(choice(rule_kinds)),
}
const rule_filters = shape(RuleFilters)
export type RuleFilter = Static<typeof rule_filters>

export const Discount = named(
  'Discount',
  shape({
    ...discount('id'),
    reference: Text(1, 40),
    ...discount('status', 'rule_id'),
    rule_name: none(120),
    ...discount('target_type', 'target_id'),
    target_reference: none(40),
    line_ids: nullable(listOf(Text(1, 64), 500)),
    ...discount('base', 'amount', 'reason', 'requested_by_name', 'decided_by_name'),
    ...discount('decided_at', 'decision_note', 'patient_id'),
    patient_name: tellsWho('patient_id', none(200)),
    client_name: none(160),
    ...discount('created_at', 'updated_at', 'version'),
    moves: listOf(choice(discount_life.names)),
  }),
)
export type Discount = Static<typeof Discount>

export const GiveDiscount = named(
  'GiveDiscount',
  shape({
    rule_id: optional(nullable(Id)),
    target_type: choice(target_types),
    target_id: Id,
    line_ids: optional(nullable(listOf(Id, 500, 1))),
    amount: optional(nullable(Money)),
    reason: Reason,
  }),
)
export type GiveDiscount = Static<typeof GiveDiscount>
export const MayNoteDiscount = partial({ note: none(300) })
export const NoteDiscount = shape({ note: Reason })
export const RemoveDiscount = shape({ reason: Reason })

export const DiscountFilters = {
  search: optional(Search),
  status: optional(choice(discount_states)),
  rule_id: optional(Id),
  target_type: optional(choice(target_types)),
  patient_id: optional(Id),
  client_id: optional(Id),
  requested_by: optional(Id),
  from: optional(Day),
  to: optional(Day),
}
const filters = shape(DiscountFilters)
export type DiscountFilter = Static<typeof filters>
