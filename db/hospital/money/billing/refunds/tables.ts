// Refunds (2.6): asked for by one, approved by another, paid by a third.

import {
  choice,
  code,
  day,
  id,
  instant,
  json,
  nullable,
  money,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { searched, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { money_methods } from '../payments/words.ts'
import { refund_states } from './words.ts'

export const refunds = table(
  'refunds',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    /** From APPROVED on. */
    number: nullable(code(40)),
    status: choice(refund_states),
    deposit_id: ref('deposits'),
    deposit_number: code(40),
    patient_id: nullable(uuid()),
    client_id: nullable(uuid()),
    amount: money(),
    method: choice(money_methods),
    account_id: nullable(uuid()),
    account_name: nullable(text(160)),
    /** The branch of the drawer that paid (BIL-53). */
    account_facility_id: nullable(uuid()),
    payee_name: text(160),
    payee_phone: nullable(text(40)),
    payee_id_no: nullable(text(60)),
    reason: text(300),
    credit_note_id: nullable(uuid()),
    receipt_numbers: otherwise(json<string[]>(), () => []),
    requested_by_id: nullable(uuid()),
    requested_by_name: text(160),
    approved_at: nullable(instant()),
    approved_by_id: nullable(uuid()),
    approved_by_name: nullable(text(160)),
    paid_at: nullable(instant()),
    paid_by_name: nullable(text(160)),
    paid_on: nullable(day()),
    decision_note: nullable(text(300)),
    shift_id: nullable(uuid()),
    reference: nullable(text(60)),
    entry_reference: nullable(code(40)),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'deposit_number', 'payee_name'],
    unique: [{ columns: ['hospital_id', 'number'], only_where: 'number is not null' }],
    indexes: [
      { columns: ['deposit_id'] },
      { columns: ['hospital_id', 'created_at', 'id'] },
      { columns: ['hospital_id', 'patient_id'], only_where: 'patient_id is not null' },
    ],
  },
)
