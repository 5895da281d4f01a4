// Counts of what lies in a store (2.4). Quantities in thousandths of the base unit.

import {
  big,
  choice,
  code,
  day,
  flag,
  id,
  instant,
  integer,
  json,
  money,
  no,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { searched, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { count_kinds, count_states, type CountFilter, type Earlier } from './words.ts'

export const stock_counts = table(
  'stock_counts',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    store_id: ref('stores'),
    number: code(40),
    kind: choice(count_kinds),
    status: choice(count_states),
    blind: flag(),
    frozen: flag(),
    filter: json<CountFilter>(),
    planned_on: nullable(day()),
    /** Who was asked to count; others who keep the store may as well. */
    counters: otherwise(json<string[]>(), () => []),
    snapshot_at: nullable(instant()),
    planned_by_name: text(160),
    approved_by_name: nullable(text(160)),
    approved_on: nullable(day()),
    entry_reference: nullable(code(20)),
    ...searched,
    ...versioned,
  },
  {
    search: ['number'],
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['hospital_id', 'created_at', 'id'] },
      { columns: ['store_id', 'status'] },
    ],
  },
)
export const stock_count_moves = historyTable('stock_count_moves', 'stock_counts')

export const stock_count_lines = table(
  'stock_count_lines',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    count_id: ref('stock_counts'),
    position: integer(),
    product_id: ref('products'),
    /** Null: a batch that the books do not know. */
    batch_id: nullable(ref('batches')),
    lot: nullable(text(60)),
    expiry: nullable(day()),
    bin: nullable(text(40)),
    /** In the books when the count began, and when this line was counted (STK-44). */
    snapshot: big(),
    book: nullable(big()),
    counted: nullable(big()),
    counted_at: nullable(instant()),
    counter_id: nullable(uuid()),
    counter_name: nullable(text(160)),
    earlier: otherwise(json<Earlier[]>(), () => []),
    must_recount: no(),
    recounted: nullable(big()),
    recounter_id: nullable(uuid()),
    recounter_name: nullable(text(160)),
    variance: nullable(big()),
    variance_value: nullable(money()),
    reason: nullable(text(300)),
    found_new: no(),
    /** Of a base unit of what was found, where there is no stock to take the cost from. */
    unit_cost: nullable(money()),
  },
  {
    unique: [{ columns: ['count_id', 'position'] }],
    indexes: [{ columns: ['count_id', 'product_id'] }],
  },
)
