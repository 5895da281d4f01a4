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
  nullAsAbsent,
  tellsWho,
} from '../../../core/kinds/kinds.ts'
import {
  claim_formats,
  gateways,
  membership_states,
  relations,
  scheme_kinds,
  unlisted_rules,
} from './words.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { schemes, memberships } from './scheme-tables.ts'

const scheme = fieldsOf(schemes)
const membership = fieldsOf(memberships)

const Days = Object.assign({}, Whole(0, 3650), { complaint: 'must be a whole number.' })
const text = (max: number) => optional(nullable(Text(0, max)))

const scheme_rest = {
  active: optional(nullAsAbsent(Flag)),
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
  form({ code: Text(1, 20), name: Text(1, 160), ...scheme_rest }),
)
export type SchemeInput = Static<typeof SchemeInput>
export const SchemeChange = named(
  'SchemeChange',
  partial({ code: Text(1, 20), name: Text(1, 160), ...scheme_rest }),
)
export type SchemeChange = Static<typeof SchemeChange>
export const Scheme = named(
  'Scheme',
  shape({
    ...scheme('id', 'code', 'name', 'active', 'contact_person', 'contract_expiry', 'contract_no'),
    coverage_pct: nullable(Decimal(0, 100)),
    ...scheme('email', 'phone', 'preauth_above', 'settlement_days', 'kind'),
    ...scheme('gateway', 'facility_code', 'claim_format', 'price_payer'),
    ...scheme('unlisted_items', 'authorisation_required', 'copay_amount'),
    ...scheme('balance_billing', 'appeal_days', 'claim_due_day', 'open_claim_month'),
    wht_pct: nullable(Decimal(0, 100)),
    ...scheme('member_no_pattern', 'account_id'),
    members: Whole(),
    open_claims: Whole(),
    claimed_unpaid: Money,
    days_to_expiry: nullable(Whole(Number.MIN_SAFE_INTEGER)),
    created_at: Text(1, 30),
    created_by_name: Text(0, 160),
    ...scheme('updated_at', 'version'),
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
  ...membership('id', 'patient_id'),
  patient_number: Text(0, 40),
  patient_name: tellsWho('patient_id', Text(0, 200)),
  scheme_id: Text(1, 36),
  scheme_name: Text(1, 160),
  ...membership('plan_id', 'member_no', 'card_no', 'relation', 'principal_id', 'employer'),
  ...membership('valid_from', 'valid_to', 'priority', 'status', 'end_reason'),
  ...membership('verified_at', 'verified_by_name', 'verify_result', 'verify_message'),
  moves: listOf(Text(1, 20)),
  created_at: Text(1, 30),
  created_by_name: Text(0, 160),
  ...membership('updated_at', 'version'),
}
export const Membership = named('Membership', shape(membership_fields))
export type Membership = Static<typeof Membership>
export const MembershipFilters = {
  patient_id: optional(Id),
  scheme_id: optional(Id),
  status: optional(choice(membership_states)),
}
