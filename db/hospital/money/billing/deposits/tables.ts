// Money held for a patient or a client (2.5). In minor units.

import {
  choice,
  code,
  day,
  flag,
  id,
  instant,
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
import { deposit_origins, deposit_parties, deposit_states } from './words.ts'

export const deposits = table(
  'deposits',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    status: choice(deposit_states),
    party: choice(deposit_parties),
    patient_id: nullable(uuid()),
    client_id: nullable(uuid()),
    party_name: nullable(text(200)),
    origin: choice(deposit_origins),
    payment_id: nullable(uuid()),
    credit_note_id: nullable(uuid()),
    amount: money(),
    used: nought(),
    /** In a live refund. */
    held: nought(),
    refunded: nought(),
    /** amount − used − held − refunded. */
    remaining: money(),
    admission_id: nullable(uuid()),
    purpose: nullable(text(200)),
    business_date: day(),
    created_by_name: text(160),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'party_name'],
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['hospital_id', 'id'] },
      { columns: ['hospital_id', 'patient_id'], only_where: 'patient_id is not null' },
      { columns: ['hospital_id', 'client_id'], only_where: 'client_id is not null' },
      { columns: ['hospital_id', 'payment_id'], only_where: 'payment_id is not null' },
      { columns: ['hospital_id', 'business_date', 'id'] },
    ],
  },
)

/** What of a deposit settled which lines of a bill (P-07). */
export const deposit_uses = table(
  'deposit_uses',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    deposit_id: ref('deposits'),
    bill_id: ref('bills'),
    amount: money(),
    lines: json<{ item_id: string; amount: number }[]>(),
    at: instant(),
    by_name: text(160),
    live: otherwise(flag(), true),
  },
  { indexes: [{ columns: ['deposit_id'] }, { columns: ['bill_id'] }] },
)
