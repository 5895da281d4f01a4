// What staff owe the hospital, and what their pay gave back of it (people 2.9, HR-103).

import {
  choice,
  code,
  id,
  integer,
  money,
  nought,
  nullable,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { stamps, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { loan_kinds, loan_states } from '../words.ts'

export const staff_loans = table(
  'staff_loans',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    staff_id: ref('staff'),
    number: code(40),
    kind: choice(loan_kinds),
    status: choice(loan_states),
    principal: money(),
    instalment: money(),
    repaid: nought(),
    /** The first month of whose pay something is taken. */
    starts_year: integer(),
    starts_month: integer(),
    reason: text(300),
    /** What it comes from, where another area sent it. */
    source: nullable(code(40)),
    source_id: nullable(uuid()),
    ...versioned,
  },
  {
    unique: [
      { columns: ['hospital_id', 'number'] },
      { columns: ['hospital_id', 'source', 'source_id'], only_where: 'source is not null' },
    ],
    indexes: [{ columns: ['staff_id', 'status'] }],
  },
)

/** Of a payslip; what a run that was reversed took stands with the sign turned round. */
export const staff_loan_movements = table(
  'staff_loan_movements',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    loan_id: ref('staff_loans'),
    payslip_id: uuid(),
    /** The run's number. */
    reference: code(40),
    amount: money(),
    ...stamps,
  },
  { append_only: true, indexes: [{ columns: ['loan_id', 'id'] }] },
)
