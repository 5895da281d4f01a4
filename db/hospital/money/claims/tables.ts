// Claims, their batches, and what schemes paid and denied (2.9). Money is in minor units.

import {
  choice,
  code,
  day,
  flag,
  id,
  instant,
  integer,
  json,
  nullable,
  money,
  no,
  nought,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../store/columns.ts'
import { searched, versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import {
  batch_states,
  type ClaimError,
  claim_states,
  decisions,
  type Diagnosis,
  patient_types,
  reason_kinds,
  remittance_states,
} from './words.ts'

export const claim_batches = table(
  'claim_batches',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    status: choice(batch_states),
    scheme_id: ref('schemes'),
    month: code(7),
    sequence: integer(),
    first_folio: nullable(integer()),
    last_folio: nullable(integer()),
    submitted_at: nullable(instant()),
    submitted_on: nullable(day()),
    reference: nullable(text(60)),
    due_on: nullable(day()),
    made_by_name: text(160),
    ...versioned,
  },
  {
    unique: [
      { columns: ['hospital_id', 'number'] },
      { columns: ['scheme_id', 'facility_id', 'month', 'sequence'] },
    ],
    indexes: [{ columns: ['hospital_id', 'created_at', 'id'] }],
  },
)

export const claims = table(
  'claims',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    status: choice(claim_states),
    scheme_id: ref('schemes'),
    membership_id: nullable(uuid()),
    patient_id: uuid(),
    visit_id: nullable(uuid()),
    visit_ids: otherwise(json<string[]>(), () => []),
    admission_id: nullable(uuid()),
    /** By what bills find it (BIL-113): the authorisation, else the stay, else the visit. */
    claim_key: code(120),
    /** Another claim of the same key was already on its way. */
    supplementary: no(),
    folio_id: uuid(),
    claim_year: integer(),
    claim_month: integer(),
    folio_no: nullable(integer()),
    serial_no: nullable(code(120)),
    card_no: nullable(text(60)),
    member_name: text(200),
    sex: nullable(text(20)),
    birth_date: nullable(day()),
    file_no: nullable(text(40)),
    authorisation_no: nullable(text(60)),
    visit_type: nullable(integer()),
    referral_no: nullable(text(60)),
    attendance_on: day(),
    admitted_on: nullable(day()),
    discharged_on: nullable(day()),
    patient_type: choice(patient_types),
    practitioner_id: nullable(uuid()),
    practitioner_name: nullable(text(160)),
    practitioner_no: nullable(text(60)),
    diagnoses: otherwise(json<Diagnosis[]>(), () => []),
    signature_attachment_id: nullable(uuid()),
    delay_reason: nullable(text(300)),
    claimed: nought(),
    paid: nought(),
    denied: nought(),
    errors: otherwise(json<ClaimError[]>(), () => []),
    batch_id: nullable(uuid()),
    submitted_at: nullable(instant()),
    submitted_on: nullable(day()),
    due_on: nullable(day()),
    answered_on: nullable(day()),
    made_by_name: text(160),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'serial_no', 'card_no', 'authorisation_no'],
    unique: [
      { columns: ['hospital_id', 'number'] },
      {
        columns: ['scheme_id', 'facility_id', 'claim_year', 'claim_month', 'folio_no'],
        only_where: 'folio_no is not null',
      },
    ],
    indexes: [
      { columns: ['hospital_id', 'id'] },
      { columns: ['hospital_id', 'scheme_id', 'claim_key'] },
      { columns: ['hospital_id', 'scheme_id', 'status', 'claim_year', 'claim_month'] },
      { columns: ['hospital_id', 'patient_id'] },
      { columns: ['batch_id'], only_where: 'batch_id is not null' },
      { columns: ['hospital_id', 'created_at', 'id'] },
    ],
  },
)

export const claim_lines = table(
  'claim_lines',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    claim_id: ref('claims'),
    scheme_id: uuid(),
    item_id: uuid(),
    bill_id: uuid(),
    bill_number: code(40),
    position: integer(),
    /** The scheme's own code. */
    scheme_code: nullable(text(40)),
    code: nullable(code(40)),
    description: text(300),
    department: nullable(text(120)),
    service_date: day(),
    quantity: money(),
    unit_price: money(),
    amount: money(),
    preauth_reference: nullable(text(60)),
    paid: nought(),
    denied: nought(),
    denial_reason_code: nullable(code(20)),
    denial_note: nullable(text(300)),
    denied_on: nullable(day()),
    decision: otherwise(choice(decisions), 'NONE' as const),
    /** Of what was denied: under appeal, on the account of appeals, given up, the patient's. */
    appealed: nought(),
    on_appeal_account: nought(),
    accepted: nought(),
    to_patient: nought(),
    live: otherwise(flag(), true),
    ...versioned,
  },
  {
    unique: [{ columns: ['hospital_id', 'item_id', 'scheme_id'], only_where: 'live' }],
    indexes: [{ columns: ['claim_id', 'position'] }],
  },
)

export const claim_moves = table(
  'claim_moves',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    claim_id: ref('claims'),
    at: instant(),
    by_name: text(160),
    move: code(40),
    from_state: nullable(choice(claim_states)),
    to_state: choice(claim_states),
    reason: nullable(text(500)),
  },
  { append_only: true, indexes: [{ columns: ['claim_id', 'at'] }] },
)

export const claim_batch_moves = table(
  'claim_batch_moves',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    batch_id: ref('claim_batches'),
    at: instant(),
    by_name: text(160),
    move: code(40),
    from_state: nullable(choice(batch_states)),
    to_state: choice(batch_states),
    reason: nullable(text(300)),
  },
  { append_only: true, indexes: [{ columns: ['batch_id', 'at'] }] },
)

/** What was decided about a denied amount; its id is the source of its entry (P-26 to P-28). */
export const claim_decisions = table(
  'claim_decisions',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    claim_id: ref('claims'),
    line_id: ref('claim_lines'),
    decision: choice(decisions),
    amount: money(),
    /** Of it, what lay on the account of appeals. */
    from_appeal: nought(),
    decided_on: day(),
    note: nullable(text(500)),
    undone: no(),
    made_by_name: text(160),
    ...versioned,
  },
  { indexes: [{ columns: ['claim_id'] }] },
)

export interface RemittanceLine {
  claim_id: string
  line_id: string | null
  paid: number
  denied: number
  reason_code: string | null
  note: string | null
}

export const remittances = table(
  'remittances',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    status: choice(remittance_states),
    scheme_id: ref('schemes'),
    reference: text(60),
    reference_key: code(60),
    received_on: day(),
    account_id: uuid(),
    amount: money(),
    withheld_tax: nought(),
    certificate_no: nullable(text(60)),
    statement_line_id: nullable(uuid()),
    /** As entered; what became of each line stands in `remittance_lines`. */
    lines: otherwise(json<RemittanceLine[]>(), () => []),
    entry_reference: nullable(code(40)),
    posted_at: nullable(instant()),
    reverse_reason: nullable(text(300)),
    made_by_name: text(160),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'reference'],
    unique: [
      { columns: ['hospital_id', 'number'] },
      { columns: ['scheme_id', 'reference_key'], only_where: "status <> 'REVERSED'" },
    ],
    indexes: [{ columns: ['hospital_id', 'created_at', 'id'] }],
  },
)

/** By line of a claim, once posted. */
export const remittance_lines = table(
  'remittance_lines',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    remittance_id: ref('remittances'),
    claim_id: uuid(),
    line_id: uuid(),
    paid: money(),
    denied: money(),
    /** The answer to an appeal. */
    appealed: no(),
    reason_code: nullable(code(20)),
    note: nullable(text(300)),
  },
  { indexes: [{ columns: ['remittance_id'] }, { columns: ['line_id'] }] },
)

export const denial_reasons = table(
  'denial_reasons',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    code: code(20),
    name: text(160),
    kind: choice(reason_kinds),
    default_decision: otherwise(choice(decisions), 'NONE' as const),
    active: otherwise(flag(), true),
    ...versioned,
  },
  { unique: [{ columns: ['hospital_id', 'code'] }] },
)
