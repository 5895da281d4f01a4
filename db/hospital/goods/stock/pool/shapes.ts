// What lies where, as it goes out (2.2).

import {
  choice,
  Day,
  form,
  Id,
  listOf,
  Money,
  named,
  nullable,
  optional,
  Search,
  shape,
  type Static,
  tellsWho,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { History } from '../../../history.ts'
import { product_classes } from '../products/words.ts'
import { batches, stock_levels, stock_moves } from './tables.ts'
import { batch_states, fundings, move_kinds } from './words.ts'

const batch = fieldsOf(batches)
const level = fieldsOf(stock_levels)
const move = fieldsOf(stock_moves)

export const Level = named(
  'StockLevel',
  shape({
    ...level('id', 'store_id'),
    store_name: Text(0, 120),
    product_id: Text(1, 36),
    product_name: Text(0, 230),
    batch_id: Text(1, 36),
    ...batch('lot', 'expiry'),
    days_to_expiry: nullable(Whole(-1e6)),
    ...batch('funding'),
    ...level('bin'),
    quantity: Money,
    /** Both null for a day that is over: what was set apart then is not kept. */
    quarantined: nullable(Money),
    available: nullable(Money),
    unit_cost: nullable(Money),
    value: nullable(Money),
  }),
)
export type Level = Static<typeof Level>
export const level_states = ['available', 'quarantined', 'expired'] as const
export const LevelFilters = {
  store_id: optional(Id),
  facility_id: optional(Id),
  product_id: optional(Id),
  class: optional(choice(product_classes)),
  category_id: optional(Id),
  state: optional(choice(level_states)),
  as_of: optional(Day),
  search: optional(Search),
}
const level_filters = shape(LevelFilters)
export type LevelFilter = Static<typeof level_filters>

const batch_fields = {
  ...batch('id', 'product_id'),
  product_name: Text(0, 230),
  ...batch('lot', 'expiry', 'manufactured_on', 'supplier_id', 'receipt_id'),
  unit_cost: nullable(Money),
  ...batch('funding'),
  serials: nullable(listOf(Text(0, 60))),
  ...batch('status', 'hold_reason', 'recall_id', 'first_received_on'),
  quantity: Money,
  moves: listOf(choice(['hold', 'release_hold'])),
  ...batch('created_at', 'updated_at', 'version'),
}
export const Batch = named('StockBatch', shape(batch_fields))
export type Batch = Static<typeof Batch>
export const BatchOpened = named('StockBatchOpened', shape({ ...batch_fields, history: History }))
export type BatchOpened = Static<typeof BatchOpened>
export const BatchFilters = {
  product_id: optional(Id),
  lot: optional(Text(0, 60)),
  status: optional(choice(batch_states)),
  funding: optional(choice(fundings)),
  expires_before: optional(Day),
  search: optional(Search),
}
const batch_filters = shape(BatchFilters)
export type BatchFilter = Static<typeof batch_filters>

export const WithReason = form({ reason: Text(3, 300) })
export const WithNote = form({ note: Text(3, 300) })

export const Move = named(
  'StockMove',
  shape({
    ...move('id', 'at', 'occurred_at', 'store_id', 'product_id', 'batch_id', 'kind'),
    store_name: Text(0, 120),
    lot: nullable(Text(0, 60)),
    quantity: Money,
    balance: Money,
    value: nullable(Money),
    ...move('source', 'source_id', 'reference', 'patient_id'),
    patient_name: tellsWho('patient_id', nullable(Text(0, 400))),
    ...move('department', 'by_name', 'witness_name', 'note', 'entry_reference'),
  }),
)
export type Move = Static<typeof Move>
export const CardFilters = {
  store_id: optional(Id),
  batch_id: optional(Id),
  kind: optional(choice(move_kinds)),
  from: optional(Day),
  to: optional(Day),
}
const card_filters = shape(CardFilters)
export type CardFilter = Static<typeof card_filters>
