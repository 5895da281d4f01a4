// Credit notes (2.6): which lines of a bill fall, and what that gives back. In minor units.

import {
  choice,
  code,
  day,
  id,
  instant,
  integer,
  json,
  nullable,
  money,
  nought,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { searched, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { credit_reasons, credit_states } from './words.ts'

/** A receipt of which a part became a deposit. */
export interface Returned {
  payment_id: string
  number: string | null
  method: string
  account_id: string | null
  amount: number
}

export const credit_notes = table(
  'credit_notes',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: nullable(code(40)),
    status: choice(credit_states),
    bill_id: ref('bills'),
    bill_number: nullable(code(40)),
    patient_id: nullable(uuid()),
    patient_name: nullable(text(200)),
    reason: text(300),
    reason_code: choice(credit_reasons),
    total: nought(),
    tax: nought(),
    scheme_part: nought(),
    unpaid_part: nought(),
    insured_part: nought(),
    waived_part: nought(),
    paid_part: nought(),
    returned: otherwise(json<Returned[]>(), () => []),
    deposit_id: nullable(uuid()),
    source: nullable(code(40)),
    source_id: nullable(code(300)),
    author_id: nullable(uuid()),
    created_by_name: text(160),
    issued_at: nullable(instant()),
    issued_by_name: nullable(text(160)),
    business_date: nullable(day()),
    entry_reference: nullable(code(40)),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'bill_number', 'patient_name'],
    unique: [
      { columns: ['hospital_id', 'number'], only_where: 'number is not null' },
      { columns: ['hospital_id', 'source', 'source_id'], only_where: 'source is not null' },
    ],
    indexes: [
      { columns: ['bill_id'] },
      { columns: ['hospital_id', 'created_at', 'id'] },
      { columns: ['hospital_id', 'business_date'], only_where: 'number is not null' },
      { columns: ['hospital_id', 'patient_id'], only_where: 'patient_id is not null' },
    ],
  },
)

/** Which schemes had taken over the line, by which payment, and how much goes back to each. */
export interface InsuredBy {
  scheme_id: string
  payment_id: string
  amount: number
}

export const credit_note_lines = table(
  'credit_note_lines',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    credit_note_id: ref('credit_notes'),
    item_id: ref('bill_items'),
    position: integer(),
    description: text(300),
    /** Thousandths; null where only money is credited. */
    quantity: nullable(money()),
    amount: money(),
    tax: nought(),
    scheme_part: nought(),
    unpaid_part: nought(),
    insured_part: nought(),
    insured_by: otherwise(json<InsuredBy[]>(), () => []),
    waived_part: nought(),
    paid_part: nought(),
  },
  { indexes: [{ columns: ['credit_note_id', 'position'] }, { columns: ['item_id'] }] },
)
