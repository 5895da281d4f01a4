// What comes back of what was sold (commercial 2.5). Money in minor units, quantities in thousandths.

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
  no,
  nought,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../store/columns.ts'
import { historyTable } from '../../../store/history-table.ts'
import { searched, versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import {
  type reaction_outcomes,
  refund_states,
  restock_states,
  return_reasons,
  return_states,
} from './words.ts'

export interface Reaction {
  reaction: string
  outcome: (typeof reaction_outcomes)[number]
  onset?: string | null
  lot?: string | null
}

const none = () => otherwise(big(), 0)

export const sales_returns = table(
  'sales_returns',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    status: choice(return_states),
    /** Who brings it; null: the patient. */
    party_name: nullable(text(160)),
    reason: text(300),
    reason_code: choice(return_reasons),
    refund_amount: nought(),
    restock: no(),
    restock_status: choice(restock_states),
    refund_status: choice(refund_states),
    bill_id: nullable(ref('bills')),
    bill_number: nullable(code(40)),
    /** When it was sold (COM-54). */
    sold_on: nullable(day()),
    client_id: nullable(ref('clients')),
    patient_id: nullable(ref('patients')),
    order_id: nullable(ref('sales_orders')),
    delivery_id: nullable(ref('deliveries')),
    store_id: nullable(ref('stores')),
    notes: nullable(text(2000)),
    adverse_reaction: nullable(json<Reaction>()),
    credit_note_id: nullable(uuid()),
    credit_note_number: nullable(code(40)),
    refund_id: nullable(uuid()),
    requested_by_id: nullable(uuid()),
    requested_by_name: text(160),
    decided_by_id: nullable(uuid()),
    decided_by_name: nullable(text(160)),
    decided_at: nullable(instant()),
    decision_note: nullable(text(300)),
    late_reason: nullable(text(300)),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'party_name', 'reason', 'bill_number'],
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['hospital_id', 'created_at', 'id'] },
      { columns: ['bill_id'], only_where: 'bill_id is not null' },
      { columns: ['order_id'], only_where: 'order_id is not null' },
      { columns: ['hospital_id', 'client_id'], only_where: 'client_id is not null' },
      { columns: ['patient_id'], only_where: 'patient_id is not null' },
    ],
  },
)

export const sales_return_moves = historyTable('sales_return_moves', 'sales_returns')

export const sales_return_items = table(
  'sales_return_items',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    return_id: ref('sales_returns'),
    position: integer(),
    description: text(300),
    quantity: big(),
    unit_price: money(),
    product_id: nullable(uuid()),
    /** The line of the order that it was, where it was one. */
    order_item_id: nullable(ref('sales_order_items')),
    restocked_good: none(),
    restocked_quarantine: none(),
    destroyed: none(),
    batch_id: nullable(uuid()),
    lot: nullable(text(60)),
  },
  {
    unique: [{ columns: ['return_id', 'position'] }],
    indexes: [{ columns: ['hospital_id', 'lot'], only_where: 'lot is not null' }],
  },
)
