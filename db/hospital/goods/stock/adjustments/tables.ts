// Adjustments and their reasons (2.4).

import {
  big,
  choice,
  code,
  day,
  flag,
  id,
  integer,
  json,
  money,
  no,
  nought,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
  yes,
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { searched, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { adjustment_states, approval_needs, directions, reason_sides } from './words.ts'

export const stock_reasons = table(
  'stock_reasons',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    code: code(40),
    name: text(120),
    direction: choice(directions),
    side: nullable(choice(reason_sides)),
    account_id: nullable(uuid()),
    counts_as_consumption: no(),
    needs_note: flag(),
    needs_approval: choice(approval_needs),
    approval_above: nullable(money()),
    controlled_allowed: no(),
    active: yes(),
    ...versioned,
  },
  { unique: [{ columns: ['hospital_id', 'code'] }] },
)

export const adjustments = table(
  'adjustments',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    store_id: ref('stores'),
    number: code(40),
    status: choice(adjustment_states),
    reason_code: code(40),
    note: nullable(text(300)),
    attachment_ids: otherwise(json<string[]>(), () => []),
    value: nought(),
    made_by_id: nullable(uuid()),
    made_by_name: text(160),
    approved_by_name: nullable(text(160)),
    posted_on: nullable(day()),
    entry_reference: nullable(code(20)),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'note'],
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['hospital_id', 'created_at', 'id'] },
      { columns: ['store_id', 'created_at'] },
    ],
  },
)
export const adjustment_moves = historyTable('adjustment_moves', 'adjustments')

export const adjustment_lines = table(
  'adjustment_lines',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    adjustment_id: ref('adjustments'),
    position: integer(),
    product_id: ref('products'),
    /** Null: a batch that the books do not know yet. */
    batch_id: nullable(ref('batches')),
    lot: nullable(text(60)),
    expiry: nullable(day()),
    /** Signed, in thousandths of the base unit. */
    quantity: big(),
    /** Of a base unit, of what comes in. */
    unit_cost: nullable(money()),
    value: nought(),
  },
  { unique: [{ columns: ['adjustment_id', 'position'] }] },
)
