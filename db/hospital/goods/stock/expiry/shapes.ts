import {
  choice,
  Day,
  Id,
  listOf,
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
import { expiry_buckets, expiry_proposals, expiry_states } from './words.ts'

export const ExpiryRow = named(
  'ExpiryRow',
  shape({
    /** Of what lies in one store of one batch. */
    id: Text(1, 36),
    store_id: Text(1, 36),
    store_name: Text(0, 120),
    product_id: Text(1, 36),
    product_name: Text(0, 230),
    batch_id: Text(1, 36),
    lot: nullable(Text(0, 60)),
    expiry: Day,
    days_to_expiry: Whole(-1e6),
    bucket: choice(expiry_buckets),
    quantity: Money,
    amc: nullable(Money),
    at_risk: Money,
    value: nullable(Money),
    value_at_risk: nullable(Money),
    proposals: listOf(choice(expiry_proposals)),
  }),
)
export type ExpiryRow = Static<typeof ExpiryRow>

export const ExpiryFilters = {
  store_id: optional(Id),
  facility_id: optional(Id),
  class: optional(choice(product_classes)),
  within_days: optional(Whole(0, 3650)),
  state: optional(choice(expiry_states)),
}
const filters = shape(ExpiryFilters)
export type ExpiryAsked = Static<typeof filters>
