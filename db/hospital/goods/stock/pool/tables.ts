// What lies where and what it is worth (2.2, STK-10). Quantities in thousandths of the base unit, money
// in minor units.

import {
  big,
  choice,
  code,
  day,
  id,
  instant,
  integer,
  json,
  key,
  money,
  nought,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { searched, stamps, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { batch_states, fundings, move_kinds } from './words.ts'

export const batches = table(
  'batches',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    product_id: ref('products'),
    /** Null: the product is kept without lots. */
    lot: nullable(text(60)),
    expiry: nullable(day()),
    /** Lot, expiry and funding: one batch of each for a product. */
    identity: key(120),
    manufactured_on: nullable(day()),
    supplier_id: nullable(uuid()),
    receipt_id: nullable(uuid()),
    /** What was paid for a base unit, landed; it does not enter the ledger (STK-13). */
    unit_cost: money(),
    funding: choice(fundings),
    serials: nullable(json<string[]>()),
    status: choice(batch_states),
    hold_reason: nullable(text(300)),
    recall_id: nullable(uuid()),
    /** The last step of expiry_warn_days that was told. */
    warned_days: nullable(integer()),
    first_received_on: day(),
    ...searched,
    ...versioned,
  },
  {
    search: ['lot'],
    unique: [{ columns: ['product_id', 'identity'] }],
    indexes: [
      { columns: ['hospital_id', 'expiry'], only_where: 'expiry is not null' },
      { columns: ['hospital_id', 'created_at', 'id'] },
    ],
  },
)

export const batch_moves = historyTable('batch_moves', 'batches')

export const stock_levels = table(
  'stock_levels',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    store_id: ref('stores'),
    product_id: ref('products'),
    batch_id: ref('batches'),
    bin: nullable(text(40)),
    quantity: otherwise(big(), 0),
    quarantined: otherwise(big(), 0),
    ...stamps,
  },
  {
    unique: [{ columns: ['store_id', 'batch_id'] }],
    indexes: [{ columns: ['hospital_id', 'product_id', 'store_id'] }, { columns: ['batch_id'] }],
  },
)

/** One of each product and branch, over all its stores (STK-10). */
export const stock_pools = table(
  'stock_pools',
  {
    hospital_id: ref('hospitals'),
    product_id: ref('products'),
    facility_id: ref('facilities'),
    quantity: otherwise(big(), 0),
    value: nought(),
  },
  { key: ['product_id', 'facility_id'], indexes: [{ columns: ['hospital_id', 'facility_id'] }] },
)

export const stock_moves = table(
  'stock_moves',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    store_id: ref('stores'),
    product_id: ref('products'),
    batch_id: ref('batches'),
    at: instant(),
    occurred_at: nullable(instant()),
    kind: choice(move_kinds),
    /** Signed. */
    quantity: big(),
    /** Of the product in the store, after it. */
    balance: big(),
    value: money(),
    source: code(40),
    source_id: code(300),
    /** Which line of what asked: each is done once (STK-160). */
    line: integer(),
    reference: text(60),
    patient_id: nullable(uuid()),
    department: nullable(text(120)),
    by_id: nullable(uuid()),
    by_name: text(160),
    witness_name: nullable(text(160)),
    note: nullable(text(300)),
    /** The move that this one brought back. */
    back_of_id: nullable(uuid()),
    /** Where the value went, as it was posted: accounts of the day, whatever a product says later. */
    posted_as: nullable(code(40)),
    posted_id: nullable(code(120)),
    posted_on: day(),
    stock_account_id: nullable(uuid()),
    other_account_id: nullable(uuid()),
    other_facility_id: nullable(uuid()),
    entry_reference: nullable(code(20)),
  },
  {
    append_only: true,
    indexes: [
      { columns: ['hospital_id', 'source', 'source_id'] },
      { columns: ['product_id', 'store_id', 'id'] },
      { columns: ['hospital_id', 'id'] },
      { columns: ['batch_id', 'id'] },
      { columns: ['back_of_id'], only_where: 'back_of_id is not null' },
      { columns: ['patient_id', 'id'], only_where: 'patient_id is not null' },
      {
        columns: ['hospital_id', 'posted_as', 'posted_id'],
        only_where: 'posted_as is not null',
      },
    ],
  },
)

export const stock_reservations = table(
  'stock_reservations',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    store_id: ref('stores'),
    product_id: ref('products'),
    quantity: big(),
    source: code(40),
    source_id: code(300),
    reference: text(60),
    until: instant(),
    patient_id: nullable(uuid()),
    by_name: text(160),
    ...stamps,
  },
  {
    unique: [{ columns: ['hospital_id', 'source', 'source_id', 'product_id', 'store_id'] }],
    indexes: [{ columns: ['product_id', 'store_id'] }],
  },
)
