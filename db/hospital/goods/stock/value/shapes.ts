import {
  choice,
  Day,
  Id,
  Money,
  named,
  nullable,
  optional,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { product_classes } from '../products/words.ts'

export const valuation_groups = ['product', 'class', 'facility'] as const

export const ValuationFilters = {
  as_of: optional(Day),
  store_id: optional(Id),
  facility_id: optional(Id),
  class: optional(choice(product_classes)),
  group_by: optional(choice(valuation_groups)),
}
const filters = shape(ValuationFilters)
export type ValuationAsked = Static<typeof filters>

export const ValuationRow = named(
  'StockValuationRow',
  shape({
    /** Of the product or branch; the class by its name. */
    key: Text(1, 40),
    name: Text(0, 230),
    /** Of one product alone. */
    quantity: nullable(Money),
    average_cost: nullable(Money),
    value: Money,
  }),
)
export type ValuationRow = Static<typeof ValuationRow>

export const ReconcileAsked = shape({ facility_id: optional(Id) })
export type ReconcileAsked = Static<typeof ReconcileAsked>
export const ReconcileRow = named(
  'StockReconcileRow',
  shape({
    account: Text(1, 160),
    ledger: Money,
    stock: Money,
    in_transit: Money,
    difference: Money,
  }),
)
export type ReconcileRow = Static<typeof ReconcileRow>

/** One proof of STK-16 and STK-71, and the first record of which it does not hold. */
export const StockProof = named(
  'StockProof',
  shape({
    rule: Text(1, 20),
    title: Text(1, 120),
    checked: Whole(),
    failed: Whole(),
    first: nullable(Text(0, 300)),
  }),
)
export type StockProof = Static<typeof StockProof>
