// What suppliers ask for (2.8), and what was paid to them before they could ask.

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
import { type Exception, supplier_invoice_kinds, supplier_invoice_states } from './words.ts'

export const supplier_invoices = table(
  'supplier_invoices',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    supplier_id: ref('goods_suppliers'),
    /** As the supplier numbers it, and what it is compared by (STK-145). */
    their_number: text(60),
    their_key: key(60),
    kind: choice(supplier_invoice_kinds),
    status: choice(supplier_invoice_states),
    invoice_date: day(),
    due_on: day(),
    order_id: nullable(ref('purchase_orders')),
    /** Of a credit note: what it credits. */
    credits_id: nullable(ref('supplier_invoices')),
    subtotal: nought(),
    tax_amount: nought(),
    freight: nought(),
    /** As it stands on the paper. */
    total: money(),
    currency: code(3),
    balance: nought(),
    /** Of a credit note: above what was owed, for invoices that come. */
    to_advance: nought(),
    /** What goods that went back took off it (STK-34). */
    sent_back: nought(),
    exceptions: otherwise(json<Exception[]>(), () => []),
    /** Approvals of one round count; what changed is approved anew. */
    round: otherwise(integer(), 1),
    attachment_ids: otherwise(json<string[]>(), () => []),
    note: nullable(text(300)),
    made_by_id: nullable(uuid()),
    made_by_name: text(160),
    posted_at: nullable(instant()),
    posted_on: nullable(day()),
    entry_reference: nullable(code(20)),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'their_number'],
    unique: [
      { columns: ['hospital_id', 'number'] },
      {
        columns: ['hospital_id', 'supplier_id', 'their_key'],
        only_where: "status <> 'CANCELLED'",
      },
    ],
    indexes: [
      { columns: ['hospital_id', 'created_at', 'id'] },
      { columns: ['supplier_id', 'status'] },
      { columns: ['order_id'], only_where: 'order_id is not null' },
      { columns: ['credits_id'], only_where: 'credits_id is not null' },
    ],
  },
)
export const supplier_invoice_moves = historyTable('supplier_invoice_moves', 'supplier_invoices')

export const supplier_invoice_lines = table(
  'supplier_invoice_lines',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    invoice_id: ref('supplier_invoices'),
    position: integer(),
    order_line_id: nullable(ref('purchase_order_lines')),
    /** Of goods that were bought without an order. */
    receipt_line_ids: otherwise(json<string[]>(), () => []),
    product_id: nullable(ref('products')),
    account_id: nullable(uuid()),
    department: nullable(text(120)),
    description: text(230),
    quantity: big(),
    unit: nullable(text(20)),
    factor: big(),
    base_quantity: big(),
    /** How many of them went back to the supplier for money. */
    returned: otherwise(big(), 0),
    unit_price: money(),
    tax_bp: otherwise(integer(), 0),
    net: money(),
    tax: money(),
    /** As it was posted: off 2102, and what its price differed by (STK-31, STK-32). */
    cleared: nought(),
    to_stock: nought(),
    to_variance: nought(),
    to_account: nought(),
    vat_in: nought(),
    stock_account_id: nullable(uuid()),
    posted_account_id: nullable(uuid()),
  },
  { unique: [{ columns: ['invoice_id', 'position'] }] },
)

/** What a supplier owes the hospital: paid or credited ahead, and used by invoices that come later. */
export const supplier_advances = table(
  'supplier_advances',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    supplier_id: ref('goods_suppliers'),
    order_id: nullable(ref('purchase_orders')),
    source: code(40),
    source_id: uuid(),
    reference: text(60),
    amount: money(),
    unused: money(),
    ...stamps,
  },
  {
    unique: [{ columns: ['hospital_id', 'source', 'source_id'] }],
    indexes: [{ columns: ['supplier_id'], only_where: 'unused > 0' }],
  },
)

export const supplier_advance_uses = table(
  'supplier_advance_uses',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    advance_id: ref('supplier_advances'),
    invoice_id: ref('supplier_invoices'),
    amount: money(),
    used_on: day(),
  },
  { append_only: true, unique: [{ columns: ['invoice_id', 'advance_id'] }] },
)
