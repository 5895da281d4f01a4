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
  maybe,
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
    /** Upper case. */
    code: code(20),
    name: text(160),
    name_key: key(160),
    active: otherwise(flag(), true),
    contact_person: maybe(text(120)),
    contract_expiry: maybe(day()),
    contract_no: maybe(text(60)),
    /** Basis points; null pays in full. */
    coverage_bp: maybe(integer()),
    email: maybe(text(254)),
    phone: maybe(text(40)),
    preauth_above: maybe(money()),
    settlement_days: maybe(integer()),
    kind: otherwise(choice(scheme_kinds), 'PRIVATE' as const),
    gateway: otherwise(choice(gateways), 'NONE' as const),
    facility_code: maybe(text(60)),
    claim_format: otherwise(choice(claim_formats), 'GENERIC' as const),
    price_payer: maybe(text(160)),
    unlisted_items: otherwise(choice(unlisted_rules), 'GENERAL_PRICE' as const),
    authorisation_required: otherwise(flag(), false),
    copay_amount: maybe(money()),
    balance_billing: otherwise(flag(), true),
    appeal_days: otherwise(integer(), 30),
    claim_due_day: maybe(integer()),
    open_claim_month: maybe(code(7)),
    wht_bp: maybe(integer()),
    member_no_pattern: maybe(text(100)),
    account_id: maybe(ref('accounts')),
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
    plan_id: maybe(uuid()),
    member_no: text(60),
    card_no: maybe(text(60)),
    relation: otherwise(choice(relations), 'PRINCIPAL' as const),
    principal_id: maybe(uuid()),
    employer: maybe(text(160)),
    valid_from: day(),
    valid_to: maybe(day()),
    /** 1 is asked first. */
    priority: otherwise(integer(), 1),
    status: choice(membership_states),
    end_reason: maybe(text(300)),
    verified_at: maybe(instant()),
    verified_by_name: maybe(text(160)),
    verify_result: maybe(choice(verify_results)),
    verify_message: maybe(text(300)),
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
    coverage_bp: maybe(integer()),
    copay_amount: maybe(money()),
    visit_ceiling: maybe(money()),
    day_ceiling: maybe(money()),
    admission_ceiling: maybe(money()),
    year_ceiling: maybe(money()),
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
