// Schemes, their plans, and who is a member of one (2.9).

import {
  choice,
  code,
  day,
  flag,
  id,
  instant,
  integer,
  key,
  nullable,
  money,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../store/columns.ts'
import { searched, versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import {
  claim_formats,
  gateways,
  membership_states,
  relations,
  scheme_kinds,
  unlisted_rules,
  verify_results,
} from './words.ts'

export const schemes = table(
  'schemes',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    /** In capitals; as it was typed where that differs. */
    code: code(20),
    code_typed: nullable(text(20)),
    name: text(160),
    name_key: key(160),
    active: otherwise(flag(), true),
    contact_person: nullable(text(120)),
    contract_expiry: nullable(day()),
    contract_no: nullable(text(60)),
    /** Basis points; null pays in full. */
    coverage_bp: nullable(integer()),
    email: nullable(text(254)),
    phone: nullable(text(40)),
    preauth_above: nullable(money()),
    settlement_days: nullable(integer()),
    kind: otherwise(choice(scheme_kinds), 'PRIVATE' as const),
    gateway: otherwise(choice(gateways), 'NONE' as const),
    facility_code: nullable(text(60)),
    claim_format: otherwise(choice(claim_formats), 'GENERIC' as const),
    price_payer: nullable(text(160)),
    unlisted_items: otherwise(choice(unlisted_rules), 'GENERAL_PRICE' as const),
    authorisation_required: otherwise(flag(), false),
    copay_amount: nullable(money()),
    balance_billing: otherwise(flag(), true),
    appeal_days: otherwise(integer(), 30),
    claim_due_day: nullable(integer()),
    open_claim_month: nullable(code(7)),
    wht_bp: nullable(integer()),
    member_no_pattern: nullable(text(100)),
    account_id: nullable(ref('accounts')),
    made_by_name: text(160),
    ...searched,
    ...versioned,
  },
  {
    search: ['code', 'name'],
    unique: [{ columns: ['hospital_id', 'code'] }, { columns: ['hospital_id', 'name_key'] }],
  },
)

export const memberships = table(
  'memberships',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    patient_id: ref('patients'),
    scheme_id: ref('schemes'),
    plan_id: nullable(uuid()),
    member_no: text(60),
    card_no: nullable(text(60)),
    relation: otherwise(choice(relations), 'PRINCIPAL' as const),
    principal_id: nullable(uuid()),
    employer: nullable(text(160)),
    valid_from: day(),
    valid_to: nullable(day()),
    /** 1 is asked first. */
    priority: otherwise(integer(), 1),
    status: choice(membership_states),
    end_reason: nullable(text(300)),
    verified_at: nullable(instant()),
    verified_by_name: nullable(text(160)),
    verify_result: nullable(choice(verify_results)),
    verify_message: nullable(text(300)),
    made_by_name: text(160),
    ...searched,
    ...versioned,
  },
  {
    search: ['member_no', 'card_no'],
    unique: [
      {
        columns: ['hospital_id', 'patient_id', 'scheme_id'],
        only_where: "status = 'ACTIVE'",
      },
    ],
    indexes: [
      { columns: ['hospital_id', 'scheme_id', 'member_no'] },
      { columns: ['hospital_id', 'patient_id'] },
    ],
  },
)

export const scheme_plans = table(
  'scheme_plans',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    scheme_id: ref('schemes'),
    code: code(20),
    name: text(160),
    coverage_bp: nullable(integer()),
    copay_amount: nullable(money()),
    visit_ceiling: nullable(money()),
    day_ceiling: nullable(money()),
    admission_ceiling: nullable(money()),
    year_ceiling: nullable(money()),
    outpatient: otherwise(flag(), true),
    inpatient: otherwise(flag(), true),
    maternity: otherwise(flag(), true),
    dental: otherwise(flag(), true),
    optical: otherwise(flag(), true),
    waiting_days: otherwise(integer(), 0),
    shared_year: otherwise(flag(), false),
    active: otherwise(flag(), true),
    made_by_name: text(160),
    ...versioned,
  },
  { unique: [{ columns: ['scheme_id', 'code'] }] },
)
