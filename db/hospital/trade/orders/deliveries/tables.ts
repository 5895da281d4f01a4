// What left the house of an order, with lots and expiries (commercial 2.4). Quantities in thousandths.

import {
  big,
  choice,
  code,
  id,
  instant,
  integer,
  json,
  nullable,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { searched, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { delivery_states } from '../words.ts'

export interface DeliveredBatch {
  batch_id: string
  lot: string | null
  expiry: string | null
  quantity: number
}

export const deliveries = table(
  'deliveries',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    status: choice(delivery_states),
    order_id: ref('sales_orders'),
    client_id: nullable(uuid()),
    client_name: nullable(text(160)),
    patient_id: nullable(ref('patients')),
    store_id: nullable(ref('stores')),
    delivered_at: instant(),
    delivered_by_name: text(160),
    vehicle: nullable(text(60)),
    driver: nullable(text(160)),
    address: nullable(text(300)),
    received_by: nullable(text(160)),
    received_at: nullable(instant()),
    /** The bill on which all of it stands. */
    bill_id: nullable(uuid()),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'client_name', 'driver', 'received_by'],
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['hospital_id', 'delivered_at', 'id'] },
      { columns: ['order_id'] },
      { columns: ['patient_id'], only_where: 'patient_id is not null' },
    ],
  },
)

export const delivery_moves = historyTable('delivery_moves', 'deliveries')

export const delivery_lines = table(
  'delivery_lines',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    delivery_id: ref('deliveries'),
    position: integer(),
    order_item_id: ref('sales_order_items'),
    product_id: nullable(uuid()),
    description: text(300),
    quantity: big(),
    unit: nullable(text(20)),
    batches: json<DeliveredBatch[]>(),
  },
  {
    unique: [{ columns: ['delivery_id', 'position'] }],
    indexes: [{ columns: ['order_item_id'] }],
  },
)
