// Orders of clients and patients, and their lines (commercial 2.4). Money in minor units, quantities in
// thousandths.

import {
  big,
  choice,
  code,
  day,
  instant,
  id,
  no,
  nought,
  nullable,
  otherwise,
  ref,
  text,
} from '../../../store/columns.ts'
import { historyTable } from '../../../store/history-table.ts'
import { searched, versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import { document_columns, line_columns } from '../quotations/lines/columns.ts'
import { invoice_states, order_states } from './words.ts'

const none = () => otherwise(big(), 0)

export const sales_orders = table(
  'sales_orders',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    number: code(40),
    status: choice(order_states),
    invoice_status: choice(invoice_states),
    ...document_columns,
    client_po: nullable(text(60)),
    required_by: nullable(day()),
    quotation_id: nullable(ref('quotations')),
    quotation_number: nullable(code(50)),
    store_id: nullable(ref('stores')),
    /** Paid before it is delivered (COM-48): it is no credit. */
    prepay: no(),
    /** COM-12: what of it is neither billed nor given up; nothing of a draft. */
    on_order: nought(),
    reserved_until: nullable(instant()),
    confirmed_at: nullable(instant()),
    confirmed_by_name: nullable(text(160)),
    override_reason: nullable(text(300)),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'client_name', 'client_po', 'quotation_number'],
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['hospital_id', 'created_at', 'id'] },
      { columns: ['hospital_id', 'client_id'], only_where: 'client_id is not null' },
      { columns: ['patient_id'], only_where: 'patient_id is not null' },
      { columns: ['quotation_id'], only_where: 'quotation_id is not null' },
      { columns: ['hospital_id', 'reserved_until'], only_where: 'reserved_until is not null' },
    ],
  },
)

export const sales_order_moves = historyTable('sales_order_moves', 'sales_orders')

export const sales_order_items = table(
  'sales_order_items',
  {
    ...line_columns,
    order_id: ref('sales_orders'),
    /** Of the order's discount and tax (COM-43). */
    discount_share: nought(),
    tax_share: nought(),
    reserved: none(),
    delivered: none(),
    invoiced: none(),
    returned: none(),
    /** Came back before it was billed: it is not billed any more. */
    returned_unbilled: none(),
    cancelled: none(),
    billed_gross: nought(),
    billed_discount: nought(),
    billed_tax: nought(),
  },
  { unique: [{ columns: ['order_id', 'position'] }] },
)
