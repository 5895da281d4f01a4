// Plans, coverage rules, what of them is used up, authorisations and pre-authorisations (2.9).
// Money is in minor units, quantities in thousandths, shares in basis points.

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
  yes,
} from '../../../store/columns.ts'
import { searched, versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import { visit_classes } from '../tariff/words.ts'
import { authorisation_states, periods, preauth_states, rule_sexes } from './words.ts'

export const coverage_rules = table(
  'coverage_rules',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    scheme_id: ref('schemes'),
    plan_id: nullable(ref('scheme_plans')),
    /** Upper case. Of code and category one, or neither: everything. */
    code: nullable(code(40)),
    category: nullable(text(40)),
    covered: yes(),
    coverage_bp: nullable(integer()),
    copay_amount: nullable(money()),
    item_ceiling: nullable(money()),
    max_quantity: nullable(money()),
    per: nullable(choice(periods)),
    preauth_required: no(),
    preauth_above: nullable(money()),
    visit_class: nullable(choice(visit_classes)),
    sex: nullable(choice(rule_sexes)),
    age_from: nullable(integer()),
    age_to: nullable(integer()),
    waiting_days: nullable(integer()),
    diagnosis_codes: nullable(json<string[]>()),
    effective_from: day(),
    effective_to: nullable(day()),
    note: nullable(text(500)),
    made_by_name: text(160),
    ...versioned,
  },
  { indexes: [{ columns: ['scheme_id', 'effective_from'] }] },
)

/** What each issued line took of ceilings and quantities; what is credited goes back (BIL-104). */
export const cover_uses = table(
  'cover_uses',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    scheme_id: ref('schemes'),
    patient_id: uuid(),
    membership_id: nullable(uuid()),
    /** The principal's membership, or its own. */
    family_id: nullable(uuid()),
    bill_id: uuid(),
    item_id: uuid(),
    /** The payment by which the scheme took it over after the bill was issued (BIL-50). */
    payment_id: nullable(uuid()),
    rule_id: nullable(uuid()),
    code: nullable(code(40)),
    category: text(40),
    visit_id: nullable(uuid()),
    admission_id: nullable(uuid()),
    service_date: day(),
    quantity: nought(),
    covered: nought(),
    /** Of the co-pay of the visit, what this line bore. */
    visit_copay: nought(),
    preauth_item_id: nullable(uuid()),
    preauth_quantity: nought(),
    preauth_amount: nought(),
    /** Covered in an emergency, before anybody approved it (BIL-109). */
    preauth_missing: otherwise(flag(), false),
    ...versioned,
  },
  {
    unique: [
      { columns: ['item_id'], only_where: 'payment_id is null' },
      { columns: ['item_id', 'payment_id'], only_where: 'payment_id is not null' },
    ],
    indexes: [
      { columns: ['hospital_id', 'family_id', 'service_date'] },
      { columns: ['hospital_id', 'patient_id', 'scheme_id', 'service_date'] },
      { columns: ['bill_id'] },
      { columns: ['rule_id'], only_where: 'rule_id is not null' },
      { columns: ['preauth_item_id'], only_where: 'preauth_item_id is not null' },
    ],
  },
)

export const authorisations = table(
  'authorisations',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: nullable(text(60)),
    membership_id: ref('memberships'),
    scheme_id: ref('schemes'),
    patient_id: uuid(),
    visit_id: uuid(),
    visit_type: integer(),
    referral_no: nullable(text(60)),
    status: choice(authorisation_states),
    valid_to: nullable(day()),
    given_at: instant(),
    message: nullable(text(300)),
    cancel_reason: nullable(text(300)),
    made_by_name: text(160),
    ...versioned,
  },
  {
    unique: [
      {
        columns: ['hospital_id', 'visit_id', 'scheme_id'],
        only_where: "status in ('ACTIVE', 'PROVISIONAL')",
      },
    ],
    indexes: [
      { columns: ['hospital_id', 'patient_id'] },
      { columns: ['hospital_id', 'given_at', 'id'] },
    ],
  },
)

export const preauthorisations = table(
  'preauthorisations',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    status: choice(preauth_states),
    membership_id: ref('memberships'),
    patient_id: uuid(),
    scheme_id: ref('schemes'),
    visit_id: nullable(uuid()),
    admission_id: nullable(uuid()),
    diagnosis_codes: json<string[]>(),
    justification: nullable(text(2000)),
    reference: nullable(text(60)),
    valid_from: nullable(day()),
    valid_to: nullable(day()),
    response_note: nullable(text(500)),
    requested_at: nullable(instant()),
    requested_by_id: nullable(uuid()),
    requested_by_name: nullable(text(160)),
    answered_at: nullable(instant()),
    answered_by_name: nullable(text(160)),
    made_by_name: text(160),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'reference'],
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['hospital_id', 'membership_id', 'status'] },
      { columns: ['hospital_id', 'patient_id'] },
      { columns: ['hospital_id', 'created_at', 'id'] },
    ],
  },
)

export const preauthorisation_items = table(
  'preauthorisation_items',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    preauth_id: ref('preauthorisations'),
    position: integer(),
    code: code(40),
    description: text(300),
    quantity: money(),
    amount: money(),
    approved_quantity: nullable(money()),
    approved_amount: nullable(money()),
    used_quantity: nought(),
    used_amount: nought(),
    ...versioned,
  },
  {
    unique: [{ columns: ['preauth_id', 'position'] }],
    indexes: [{ columns: ['hospital_id', 'id'] }],
  },
)

export const preauthorisation_moves = table(
  'preauthorisation_moves',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    preauth_id: ref('preauthorisations'),
    at: instant(),
    by_name: text(160),
    move: code(40),
    from_state: nullable(choice(preauth_states)),
    to_state: choice(preauth_states),
    reason: nullable(text(500)),
  },
  { append_only: true, indexes: [{ columns: ['preauth_id', 'at'] }] },
)

export const estimates = table(
  'estimates',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    patient_id: nullable(uuid()),
    membership_id: nullable(uuid()),
    scheme_id: nullable(uuid()),
    items: json<unknown[]>(),
    result: json<unknown>(),
    valid_until: day(),
    converted_bill_id: nullable(uuid()),
    made_by_name: text(160),
    ...versioned,
  },
  {
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['hospital_id', 'patient_id'] },
      { columns: ['hospital_id', 'created_at', 'id'] },
    ],
  },
)
