// What is paid to suppliers (2.8), and for which of their invoices.

import {
  choice,
  code,
  day,
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
import { money_methods } from '../../../money/billing/payments/words.ts'
import { supplier_payment_states } from './words.ts'

export const supplier_payments = table(
  'supplier_payments',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    supplier_id: ref('goods_suppliers'),
    status: choice(supplier_payment_states),
    funding_account_id: uuid(),
    /** Where the money lay when it was paid. */
    ledger_account_id: nullable(uuid()),
    method: choice(money_methods),
    amount: money(),
    wht_amount: nought(),
    vat_withheld: nought(),
    paid: money(),
    advance: nought(),
    currency: code(3),
    pay_on: nullable(day()),
    paid_on: nullable(day()),
    payment_reference: nullable(text(120)),
    wht_certificate_no: nullable(text(60)),
    round: otherwise(integer(), 1),
    made_by_id: nullable(uuid()),
    made_by_name: text(160),
    approved_by_id: nullable(uuid()),
    approved_by_name: nullable(text(160)),
    approved_at: nullable(instant()),
    paid_by_name: nullable(text(160)),
    paid_at: nullable(instant()),
    entry_reference: nullable(code(20)),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'payment_reference'],
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['hospital_id', 'created_at', 'id'] },
      { columns: ['supplier_id', 'status'] },
    ],
  },
)
export const supplier_payment_moves = historyTable('supplier_payment_moves', 'supplier_payments')

export const supplier_payment_lines = table(
  'supplier_payment_lines',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    payment_id: ref('supplier_payments'),
    position: integer(),
    invoice_id: ref('supplier_invoices'),
    amount: money(),
  },
  {
    unique: [{ columns: ['payment_id', 'position'] }, { columns: ['payment_id', 'invoice_id'] }],
    indexes: [{ columns: ['invoice_id'] }],
  },
)
