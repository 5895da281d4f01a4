// Schemes and memberships as they come in and go out (2.9, 5.7, 5.8).

import {
  optional,
  choice,
  Day,
  Decimal,
  Email,
  Flag,
  form,
  Id,
  Instant,
  listOf,
  nullable,
  Money,
  named,
  partial,
  QueryFlag,
  Reason,
  type Static,
  shape,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import {
  claim_formats,
  gateways,
  membership_states,
  relations,
  scheme_kinds,
  unlisted_rules,
  verify_results,
} from './words.ts'

const Days = Object.assign({}, Whole(0, 3650), { complaint: 'must be a whole number.' })
const text = (max: number) => optional(nullable(Text(0, max)))

const scheme_rest = {
  active: optional(Flag),
  contact_person: text(120),
  contract_expiry: optional(nullable(Day)),
  contract_no: text(60),
  coverage_pct: optional(nullable(Decimal(0, 100))),
  email: optional(nullable(Email)),
  phone: text(40),
  preauth_above: optional(nullable(Money)),
  settlement_days: optional(nullable(Days)),
  kind: optional(choice(scheme_kinds)),
  gateway: optional(choice(gateways)),
  facility_code: text(60),
  claim_format: optional(choice(claim_formats)),
  price_payer: text(160),
  unlisted_items: optional(choice(unlisted_rules)),
  authorisation_required: optional(Flag),
  copay_amount: optional(nullable(Money)),
  balance_billing: optional(Flag),
  appeal_days: optional(Days),
  claim_due_day: optional(nullable(Whole(1, 28))),
  open_claim_month: text(7),
  wht_pct: optional(nullable(Decimal(0, 100))),
  member_no_pattern: text(100),
  account_id: optional(nullable(Id)),
}

export const SchemeInput = named(
  'SchemeInput',
  form({ code: Text(1, 20), name: Text(2, 160), ...scheme_rest }),
)
export type SchemeInput = Static<typeof SchemeInput>
export const SchemeChange = named(
  'SchemeChange',
  partial({ code: Text(1, 20), name: Text(2, 160), ...scheme_rest }),
)
export type SchemeChange = Static<typeof SchemeChange>

const shown = (max: number) => nullable(Text(0, max))
export const Scheme = named(
  'Scheme',
  shape({
    id: Text(1, 36),
    code: Text(1, 20),
    name: Text(1, 160),
    active: Flag,
    contact_person: shown(120),
    contract_expiry: shown(10),
    contract_no: shown(60),
    coverage_pct: nullable(Decimal(0, 100)),
    email: shown(254),
    phone: shown(40),
    preauth_above: nullable(Money),
    settlement_days: nullable(Whole()),
    kind: choice(scheme_kinds),
    gateway: choice(gateways),
    facility_code: shown(60),
    claim_format: choice(claim_formats),
    price_payer: shown(160),
    unlisted_items: choice(unlisted_rules),
    authorisation_required: Flag,
    copay_amount: nullable(Money),
    balance_billing: Flag,
    appeal_days: Whole(),
    claim_due_day: nullable(Whole(1, 28)),
    open_claim_month: shown(7),
    wht_pct: nullable(Decimal(0, 100)),
    member_no_pattern: shown(100),
    account_id: nullable(Text(1, 36)),
    members: Whole(),
    open_claims: Whole(),
    claimed_unpaid: Money,
    days_to_expiry: nullable(Whole(Number.MIN_SAFE_INTEGER)),
    created_at: Text(1, 30),
    created_by_name: Text(0, 160),
    updated_at: Text(1, 30),
    version: Whole(1),
  }),
)
export type Scheme = Static<typeof Scheme>
export const SchemeFilters = { active: optional(QueryFlag), kind: optional(choice(scheme_kinds)) }

const Priority = Object.assign({}, Whole(1, 99), { complaint: 'must be between 1 and 99.' })
const membership_rest = {
  plan_id: optional(nullable(Id)),
  card_no: text(60),
  relation: optional(choice(relations)),
  principal_id: optional(nullable(Id)),
  employer: text(160),
  valid_to: optional(nullable(Day)),
  priority: optional(Priority),
}

export const MembershipInput = named(
  'MembershipInput',
  form({
    patient_id: Id,
    scheme_id: Id,
    member_no: Text(1, 60),
    valid_from: optional(nullable(Day)),
    ...membership_rest,
  }),
)
export type MembershipInput = Static<typeof MembershipInput>
export const MembershipChange = named('MembershipChange', partial(membership_rest))
export type MembershipChange = Static<typeof MembershipChange>
export const WithReason = form({ reason: Reason })
export const EndInput = form({ reason: Reason, valid_to: optional(nullable(Day)) })

export const membership_fields = {
  id: Text(1, 36),
  patient_id: Text(1, 36),
  patient_number: Text(0, 40),
  patient_name: Text(0, 200),
  scheme_id: Text(1, 36),
  scheme_name: Text(1, 160),
  plan_id: nullable(Text(1, 36)),
  member_no: Text(1, 60),
  card_no: shown(60),
  relation: choice(relations),
  principal_id: nullable(Text(1, 36)),
  employer: shown(160),
  valid_from: Text(10, 10),
  valid_to: shown(10),
  priority: Whole(1),
  status: choice(membership_states),
  end_reason: shown(300),
  verified_at: nullable(Instant),
  verified_by_name: shown(160),
  verify_result: nullable(choice(verify_results)),
  verify_message: shown(300),
  moves: listOf(Text(1, 20)),
  created_at: Text(1, 30),
  created_by_name: Text(0, 160),
  updated_at: Text(1, 30),
  version: Whole(1),
}
export const Membership = named('Membership', shape(membership_fields))
export type Membership = Static<typeof Membership>
export const MembershipFilters = {
  patient_id: optional(Id),
  scheme_id: optional(Id),
  status: optional(choice(membership_states)),
}
