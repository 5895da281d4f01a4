// What goes back to suppliers (2.8). Quantities in thousandths of the base unit, money in minor units; what a
// return says in the ledger is kept as it was posted.

import {
  big,
  choice,
  code,
  day,
  flag,
  id,
  instant,
  integer,
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
import { credit_steps, return_reasons, return_settles, return_states } from './words.ts'

export const supplier_returns = table(
  'supplier_returns',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    supplier_id: ref('goods_suppliers'),
    receipt_id: nullable(ref('goods_receipts')),
    recall_id: nullable(ref('recalls')),
    store_id: ref('stores'),
    reason: choice(return_reasons),
    settle: choice(return_settles),
    status: choice(return_states),
    note: nullable(text(300)),
    /** At the receipt's price; tax that was claimed on it beside it (STK-153). */
    value: nought(),
    tax_amount: nought(),
    carrier: nullable(text(160)),
    /** Of controlled goods (STK-80). */
    receiver_licence: nullable(text(60)),
    witness_name: nullable(text(160)),
    made_by_id: nullable(uuid()),
    made_by_name: text(160),
    approved_by_name: nullable(text(160)),
    sent_by_name: nullable(text(160)),
    sent_at: nullable(instant()),
    sent_on: nullable(day()),
    credit_note_no: nullable(text(60)),
    /** What the supplier gave back in all; the difference stands in the ledger of this day. */
    credited_amount: nullable(money()),
    credited_on: nullable(day()),
    replaced_by_id: nullable(ref('goods_receipts')),
    entry_reference: nullable(code(20)),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'credit_note_no'],
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['hospital_id', 'created_at', 'id'] },
      { columns: ['supplier_id', 'status'] },
      { columns: ['store_id', 'status'] },
      { columns: ['recall_id'], only_where: 'recall_id is not null' },
    ],
  },
)
export const supplier_return_moves = historyTable('supplier_return_moves', 'supplier_returns')

export const supplier_return_lines = table(
  'supplier_return_lines',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    return_id: ref('supplier_returns'),
    position: integer(),
    product_id: ref('products'),
    batch_id: ref('batches'),
    /** Null: goods that no receipt tells of; they go back for nothing. */
    receipt_line_id: nullable(ref('goods_receipt_lines')),
    quantity: big(),
    free: flag(),
    /** Of a base unit. */
    unit_price: nought(),
    value: nought(),
    tax: nought(),
    /** How much of the value comes off 2102: not invoiced, or to come again for an invoice that stays. */
    off_grni: nought(),
    /** How many of them had been invoiced. */
    was_invoiced: otherwise(big(), 0),
    /** What they were worth in the pool. */
    cost: nought(),
    stock_account_id: nullable(uuid()),
  },
  {
    unique: [{ columns: ['return_id', 'position'] }],
    indexes: [{ columns: ['receipt_line_id'], only_where: 'receipt_line_id is not null' }],
  },
)

/** What a return took off which invoice, signed; `owed` off its balance, the rest is the supplier's advance. */
export const supplier_return_credits = table(
  'supplier_return_credits',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    return_id: ref('supplier_returns'),
    invoice_id: ref('supplier_invoices'),
    facility_id: ref('facilities'),
    step: choice(credit_steps),
    amount: money(),
    owed: money(),
  },
  {
    append_only: true,
    unique: [{ columns: ['return_id', 'invoice_id', 'step'] }],
    indexes: [{ columns: ['invoice_id'] }],
  },
)
