import {
  choice,
  Decimal,
  Flag,
  form,
  Id,
  Money,
  named,
  nullable,
  optional,
  QueryFlag,
  shape,
  some,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { abc_letters, ven_letters } from '../../stock/products/words.ts'
import { reorder_rules } from './tables.ts'
import { reorder_methods, reorder_states } from './words.ts'

const rule = fieldsOf(reorder_rules)
const may = <T extends Parameters<typeof nullable>[0]>(kind: T) => optional(nullable(kind))

const Rule = form({
  product_id: Id,
  store_id: Id,
  method: choice(reorder_methods),
  min: may(Money),
  max: may(Money),
  lead_days: may(Whole(0, 730)),
  review_days: may(Whole(1, 365)),
  safety_days: may(Whole(0, 365)),
  max_months: may(Decimal(0.1, 60)),
  preferred_supplier_id: may(Id),
  active: may(Flag),
})
export type RuleInput = Static<typeof Rule>
export const ReorderRulesInput = named('ReorderRulesInput', form({ rules: some(Rule, 2000) }))
export const ReorderRulesSet = named('ReorderRulesSet', shape({ set: Whole() }))

export const ReorderRule = named(
  'ReorderRule',
  shape({
    ...rule('id', 'product_id'),
    product_name: Text(0, 230),
    ...rule('store_id'),
    store_name: Text(0, 120),
    ...rule('method'),
    min: nullable(Money),
    max: nullable(Money),
    ...rule('lead_days', 'review_days', 'safety_days', 'max_months', 'preferred_supplier_id'),
    supplier_name: nullable(Text(0, 160)),
    ...rule('active', 'updated_at', 'version'),
  }),
)
export type ReorderRule = Static<typeof ReorderRule>

export const RuleFilters = {
  store_id: optional(Id),
  product_id: optional(Id),
  active: optional(QueryFlag),
}
const rule_filters = shape(RuleFilters)
export type RulesAsked = Static<typeof rule_filters>

/** Quantities in the base unit; `packs` are of `unit`, as it is bought. */
export const ReorderRow = named(
  'ReorderRow',
  shape({
    id: Text(1, 36),
    product_id: Text(1, 36),
    product_name: Text(0, 230),
    base_unit: Text(0, 20),
    store_id: Text(1, 36),
    store_name: Text(0, 120),
    ven: nullable(choice(ven_letters)),
    abc: nullable(choice(abc_letters)),
    on_hand: Money,
    usable: Money,
    on_order: Money,
    in_transit: Money,
    amc: nullable(Money),
    months: nullable(Money),
    point: nullable(Money),
    ceiling: nullable(Money),
    suggested: Money,
    packs: Money,
    unit: Text(0, 20),
    supplier_id: nullable(Text(0, 36)),
    supplier_name: nullable(Text(0, 160)),
    /** Last paid for such a pack there; null: never, or not for the reader's eyes. */
    price: nullable(Money),
  }),
)
export type ReorderRow = Static<typeof ReorderRow>

export const ReorderFilters = {
  store_id: optional(Id),
  facility_id: optional(Id),
  supplier_id: optional(Id),
  state: optional(choice(reorder_states)),
  ven: optional(choice(ven_letters)),
  abc: optional(choice(abc_letters)),
}
const board_filters = shape(ReorderFilters)
export type ReorderAsked = Static<typeof board_filters>
