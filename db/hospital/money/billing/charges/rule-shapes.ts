// Charge rules and overrides of gates, in and out (2.1).

import {
  optional,
  choice,
  Day,
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
  tellsWho,
} from '../../../../core/kinds/kinds.ts'
import { visit_kinds } from '../../../desk/visits/words.ts'
import { charge_events } from '../words.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { bills } from '../bills/tables.ts'
import { bill_overrides } from './rule-tables.ts'

const bill = fieldsOf(bills)
const billOverride = fieldsOf(bill_overrides)

const out = (max: number) => nullable(Text(0, max))

const rule_fields = {
  event: choice(charge_events),
  department: nullable(Text(1, 120)),
  visit_kind: nullable(choice(visit_kinds)),
  clinician_grade: nullable(Text(1, 60)),
  payer: nullable(Text(1, 160)),
  age_from: nullable(Whole(0, 150)),
  age_to: nullable(Whole(0, 150)),
  code: Text(1, 40),
  free_days: nullable(Whole(0, 365)),
  active: Flag,
}

export const ChargeRuleChange = partial(rule_fields)
export type ChargeRuleChange = Static<typeof ChargeRuleChange>

const { event, code } = rule_fields
export const ChargeRuleNew = named(
  'ChargeRuleNew',
  form({
    event,
    code,
    department: optional(rule_fields.department),
    visit_kind: optional(rule_fields.visit_kind),
    clinician_grade: optional(rule_fields.clinician_grade),
    payer: optional(rule_fields.payer),
    age_from: optional(rule_fields.age_from),
    age_to: optional(rule_fields.age_to),
    free_days: optional(rule_fields.free_days),
    active: optional(rule_fields.active),
  }),
)
export type ChargeRuleNew = Static<typeof ChargeRuleNew>

export const ChargeRule = named(
  'ChargeRule',
  shape({
    id: Text(1, 36),
    ...rule_fields,
    ...bill('created_at', 'created_by_name', 'updated_at', 'version'),
  }),
)
export type ChargeRule = Static<typeof ChargeRule>

export const ChargeRuleFilters = {
  event: optional(choice(charge_events)),
  active: optional(QueryFlag),
}
const rule_filters = shape(ChargeRuleFilters)
export type ChargeRuleFilter = Static<typeof rule_filters>

export const OverrideInput = named(
  'GateOverrideInput',
  form({ source: Text(1, 40), source_id: Text(1, 300), reason: Reason }),
)
export type OverrideInput = Static<typeof OverrideInput>

export const ReviewInput = form({ note: optional(out(300)) })

export const GateOverride = named(
  'GateOverride',
  shape({
    ...billOverride('id', 'facility_id', 'source', 'source_id'),
    ...billOverride('item_id', 'bill_id', 'description', 'patient_id'),
    patient_name: tellsWho('patient_id', out(200)),
    reason: Text(0, 300),
    /** Null to who may not see bills. */
    amount_due: nullable(Money),
    ...billOverride('by_name', 'at', 'reviewed_by_name', 'reviewed_at'),
    ...billOverride('review_note', 'created_at', 'updated_at', 'version'),
  }),
)
export type GateOverride = Static<typeof GateOverride>

export const OverrideFilters = {
  from: optional(Day),
  to: optional(Day),
  patient_id: optional(Id),
  reviewed: optional(QueryFlag),
  facility_id: optional(Id),
}
const override_filters = shape(OverrideFilters)
export type OverrideFilter = Static<typeof override_filters>

export const DischargeClearance = named(
  'DischargeClearance',
  shape({
    cleared: Flag,
    balance: Money,
    deposits: Money,
    unpriced: listOf(Text(0, 300)),
    pending_items: listOf(Text(0, 300)),
    open_refunds: Whole(),
    message: out(600),
  }),
)
export type DischargeClearance = Static<typeof DischargeClearance>
