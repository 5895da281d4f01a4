// What is paid of a run at once, one way (people 2.9, HR-115 to HR-118).

import {
  choice,
  code,
  day,
  id,
  integer,
  money,
  nullable,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { pay_methods } from '../../staff/banks/words.ts'
import { batch_line_states, batch_states } from '../words.ts'

export const payment_batches = table(
  'payment_batches',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    run_id: ref('payroll_runs'),
    number: code(40),
    status: choice(batch_states),
    method: choice(pay_methods),
    funding_account_id: uuid(),
    /** Of the ledger, and the branch whose account it is. */
    account_id: uuid(),
    account_facility_id: ref('facilities'),
    /** As the bank knows it. */
    account_number: nullable(text(60)),
    count: integer(),
    total: money(),
    file_sha256: code(64),
    prepared_by_name: text(160),
    sent_by_name: nullable(text(160)),
    paid_on: nullable(day()),
    reference: nullable(text(60)),
    ...versioned,
  },
  {
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [{ columns: ['run_id', 'id'] }],
  },
)

export const payment_batch_moves = historyTable('payment_batch_moves', 'payment_batches')

/** As the file says them: details that change later change none that was prepared. */
export const payment_batch_lines = table(
  'payment_batch_lines',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    batch_id: ref('payment_batches'),
    payslip_id: ref('payslips'),
    position: integer(),
    status: choice(batch_line_states),
    amount: money(),
    staff_number: code(40),
    full_name: text(190),
    beneficiary_name: text(190),
    bank_name: nullable(text(120)),
    bank_code: nullable(code(20)),
    branch_code: nullable(code(20)),
    account_no: nullable(text(40)),
    mobile_no: nullable(code(20)),
    payslip_number: code(40),
    failure: nullable(text(300)),
    returned_on: nullable(day()),
    return_reason: nullable(text(300)),
  },
  {
    unique: [
      { columns: ['payslip_id'], only_where: "status in ('WAITING', 'PAID')" },
      { columns: ['batch_id', 'position'] },
    ],
  },
)
