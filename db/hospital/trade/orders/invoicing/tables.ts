// The bills of an order and what of its lines stands on them (COM-43 to COM-48). Money in minor units,
// quantities in thousandths.

import {
  big,
  code,
  id,
  integer,
  money,
  nullable,
  ref,
  uuid,
  yes,
} from '../../../../store/columns.ts'
import { stamps } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'

export const order_bills = table(
  'order_bills',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    order_id: ref('sales_orders'),
    /** Counted in its order: with it the source under which billing knows the bill. */
    position: integer(),
    bill_id: uuid(),
    bill_number: code(40),
    /** Of a bill that several orders share (COM-47): the source under which billing knows it. */
    shared_source: nullable(code(80)),
    /** False once it was cancelled. */
    live: yes(),
    ...stamps,
  },
  {
    unique: [{ columns: ['order_id', 'position'] }],
    indexes: [
      { columns: ['bill_id'] },
      { columns: ['shared_source'], only_where: 'shared_source is not null' },
    ],
  },
)

/** What is left of each line: credited ones fall where the order is paid in advance (COM-48). */
export const order_bill_lines = table(
  'order_bill_lines',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    order_bill_id: ref('order_bills'),
    position: integer(),
    order_item_id: ref('sales_order_items'),
    bill_item_id: uuid(),
    quantity: big(),
    gross: money(),
    discount: money(),
    tax: money(),
  },
  {
    unique: [{ columns: ['order_bill_id', 'position'] }],
    indexes: [{ columns: ['order_item_id'] }],
  },
)
