import {
  choice,
  form,
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
import { fieldsOf } from '../../../../store/fields-of.ts'
import { quarantine_items } from './tables.ts'
import { quarantine_reasons } from './words.ts'

const item = fieldsOf(quarantine_items)

export const QuarantineInput = named(
  'QuarantineInput',
  form({
    store_id: Id,
    batch_id: Id,
    quantity: Money,
    reason: choice(quarantine_reasons),
    note: Text(3, 300),
  }),
)
export type QuarantineInput = Static<typeof QuarantineInput>
export const Releasing = form({ quantity: optional(nullable(Money)), note: Text(3, 300) })
export type Releasing = Static<typeof Releasing>

export const QuarantineItem = named(
  'QuarantineItem',
  shape({
    ...item('id', 'level_id', 'product_id'),
    product_name: Text(0, 230),
    ...item('batch_id'),
    lot: nullable(Text(0, 60)),
    ...item('store_id'),
    store_name: Text(0, 120),
    quantity: Money,
    ...item('since', 'reason', 'note', 'source', 'source_id', 'by_name'),
    days: Whole(),
    ...item('decision', 'version'),
  }),
)
export type QuarantineItem = Static<typeof QuarantineItem>

export const QuarantineFilters = {
  store_id: optional(Id),
  reason: optional(choice(quarantine_reasons)),
  product_id: optional(Id),
  older_than_days: optional(Whole(0, 3650)),
}
const filters = shape(QuarantineFilters)
export type QuarantineFilter = Static<typeof filters>
