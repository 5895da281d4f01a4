// What is ordered from suppliers (2.8). Quantities of a line in thousandths of its unit; what came of it,
// what was rejected, returned and invoiced in thousandths of the base unit.

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
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { searched, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import type { OrderBudget } from './budget.ts'
import { invoice_standings, order_channels, type OrderMark, order_states } from './words.ts'

const none = () => otherwise(big(), 0)

export const purchase_orders = table(
  'purchase_orders',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    /** Approvals of one round count; what was sent back is approved anew. */
    version_no: otherwise(integer(), 1),
    supplier_id: ref('goods_suppliers'),
    deliver_to_store_id: ref('stores'),
    status: choice(order_states),
    invoice_status: choice(invoice_standings),
    expected_on: nullable(day()),
    payment_terms_days: integer(),
    currency: code(3),
    terms: nullable(text(2000)),
    freight: nought(),
    discount_bp: otherwise(integer(), 0),
    subtotal: nought(),
    discount_amount: nought(),
    tax_amount: nought(),
    total: nought(),
    marks: otherwise(json<OrderMark[]>(), () => []),
    single_source_reason: nullable(text(300)),
    msd_stockout_ref: nullable(text(60)),
    /** What was planned for its goods, as it stood when it was submitted (STK-123). */
    budget: otherwise(json<OrderBudget[]>(), () => []),
    budget_override_reason: nullable(text(300)),
    made_by_id: nullable(uuid()),
    made_by_name: text(160),
    submitted_at: nullable(instant()),
    approved_at: nullable(instant()),
    sent_at: nullable(instant()),
    sent_channel: nullable(choice(order_channels)),
    ...searched,
    ...versioned,
  },
  {
    search: ['number'],
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['hospital_id', 'created_at', 'id'] },
      { columns: ['supplier_id', 'status'] },
      { columns: ['deliver_to_store_id', 'status'] },
    ],
  },
)
export const purchase_order_moves = historyTable('purchase_order_moves', 'purchase_orders')

export const purchase_order_lines = table(
  'purchase_order_lines',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    order_id: ref('purchase_orders'),
    position: integer(),
    product_id: ref('products'),
    description: text(230),
    quantity: big(),
    unit: nullable(text(20)),
    /** Base units in the unit, in thousandths. */
    factor: big(),
    base_quantity: big(),
    unit_price: money(),
    tax_bp: otherwise(integer(), 0),
    line_total: money(),
    free_quantity: none(),
    received: none(),
    rejected: none(),
    returned: none(),
    /** Of what went back, for how much other goods are to come (STK-153). */
    to_replace: none(),
    invoiced: none(),
    /** Invoiced before it came: so much of what comes is booked at the cost of that invoice. */
    ahead: none(),
    ahead_value: nought(),
  },
  {
    unique: [{ columns: ['order_id', 'position'] }],
    indexes: [{ columns: ['hospital_id', 'product_id'] }],
  },
)
