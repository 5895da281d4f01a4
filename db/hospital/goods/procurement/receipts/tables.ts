// What suppliers and donors bring (2.8). Quantities as typed in thousandths of the unit; in the base unit
// what of it lies in the pool, what was invoiced of it and what went back.

import {
  big,
  choice,
  code,
  day,
  id,
  instant,
  integer,
  json,
  money,
  nought,
  nullable,
  otherwise,
  real,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { searched, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { fundings } from '../../stock/pool/words.ts'
import { receipt_kinds, receipt_states } from './words.ts'

const none = () => otherwise(big(), 0)

export const goods_receipts = table(
  'goods_receipts',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    kind: choice(receipt_kinds),
    status: choice(receipt_states),
    order_id: nullable(ref('purchase_orders')),
    supplier_id: nullable(ref('goods_suppliers')),
    donor: nullable(text(160)),
    store_id: ref('stores'),
    delivery_note_no: nullable(text(60)),
    received_on: day(),
    temperature: nullable(real()),
    inspectors: otherwise(json<string[]>(), () => []),
    /** As they were called when they inspected. */
    inspector_names: otherwise(json<string[]>(), () => []),
    inspection_note: nullable(text(300)),
    freight: nought(),
    value: nought(),
    made_by_id: nullable(uuid()),
    made_by_name: text(160),
    posted_by_id: nullable(uuid()),
    posted_by_name: nullable(text(160)),
    posted_at: nullable(instant()),
    entry_reference: nullable(code(20)),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'delivery_note_no', 'donor'],
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['hospital_id', 'created_at', 'id'] },
      { columns: ['order_id'], only_where: 'order_id is not null' },
      { columns: ['supplier_id', 'status'], only_where: 'supplier_id is not null' },
      { columns: ['store_id', 'status'] },
    ],
  },
)
export const goods_receipt_moves = historyTable('goods_receipt_moves', 'goods_receipts')

export const goods_receipt_lines = table(
  'goods_receipt_lines',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    receipt_id: ref('goods_receipts'),
    position: integer(),
    order_line_id: nullable(ref('purchase_order_lines')),
    product_id: ref('products'),
    quantity: big(),
    free_quantity: none(),
    rejected_quantity: none(),
    reject_reason: nullable(text(300)),
    unit: nullable(text(20)),
    lot: nullable(text(60)),
    expiry: nullable(day()),
    manufactured_on: nullable(day()),
    /** As the delivery says; a purchase is booked at its order's (STK-139). */
    unit_price: money(),
    tax_bp: otherwise(integer(), 0),
    funding: choice(fundings),
    serials: nullable(json<string[]>()),
    bin: nullable(text(40)),
    short_expiry_reason: nullable(text(300)),
    /** Paid for, in the base unit; free and rejected goods beside it. */
    base_quantity: big(),
    base_free: none(),
    base_rejected: none(),
    value: nought(),
    batch_id: nullable(ref('batches')),
    invoiced: none(),
    invoiced_value: nought(),
    returned: none(),
    returned_value: nought(),
  },
  {
    unique: [{ columns: ['receipt_id', 'position'] }],
    indexes: [
      { columns: ['order_line_id'], only_where: 'order_line_id is not null' },
      { columns: ['hospital_id', 'product_id'] },
    ],
  },
)
