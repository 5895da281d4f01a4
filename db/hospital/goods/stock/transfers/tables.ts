// Goods on their way from one store to another (2.4).

import {
  big,
  choice,
  code,
  day,
  id,
  instant,
  integer,
  money,
  nought,
  nullable,
  real,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { searched, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { short_reasons, transfer_states } from './words.ts'

export const stock_transfers = table(
  'stock_transfers',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    /** Of the store that sends. */
    facility_id: ref('facilities'),
    to_facility_id: ref('facilities'),
    from_store_id: ref('stores'),
    to_store_id: ref('stores'),
    number: code(40),
    status: choice(transfer_states),
    carrier: nullable(text(120)),
    seal_no: nullable(text(60)),
    temperature_out: nullable(real()),
    temperature_in: nullable(real()),
    note: nullable(text(300)),
    value: nought(),
    made_by_name: text(160),
    sent_at: nullable(instant()),
    sent_on: nullable(day()),
    sent_by_id: nullable(uuid()),
    sent_by_name: nullable(text(160)),
    received_at: nullable(instant()),
    received_by_name: nullable(text(160)),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'note', 'carrier'],
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['hospital_id', 'created_at', 'id'] },
      { columns: ['hospital_id', 'sent_at'], only_where: "status = 'SENT'" },
    ],
  },
)
export const stock_transfer_moves = historyTable('stock_transfer_moves', 'stock_transfers')

export const stock_transfer_lines = table(
  'stock_transfer_lines',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    transfer_id: ref('stock_transfers'),
    position: integer(),
    product_id: ref('products'),
    batch_id: nullable(ref('batches')),
    quantity: big(),
  },
  { unique: [{ columns: ['transfer_id', 'position'] }] },
)

/** What was sent of each batch, and what came of it. */
export const stock_transfer_batches = table(
  'stock_transfer_batches',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    transfer_id: ref('stock_transfers'),
    position: integer(),
    line_id: ref('stock_transfer_lines'),
    product_id: ref('products'),
    batch_id: ref('batches'),
    sent: big(),
    /** With what it left the pool of its branch; nothing between stores of one. */
    value: money(),
    received: nullable(big()),
    reason: nullable(choice(short_reasons)),
  },
  { unique: [{ columns: ['transfer_id', 'position'] }], indexes: [{ columns: ['line_id'] }] },
)
