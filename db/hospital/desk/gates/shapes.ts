// What goes in and what comes out about gates.

import {
  AnyObject,
  optional,
  choice,
  Day,
  Flag,
  form,
  Id,
  listOf,
  nullable,
  named,
  QueryFlag,
  Reason,
  type Static,
  shape,
  Text,
} from '../../../core/kinds/kinds.ts'
import { gate_levels } from './words.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { gate_overrides } from './tables.ts'

const gateOverride = fieldsOf(gate_overrides)

/** In the body of an action; what is missing is said by the engine, in care's words. */
export const Override = named(
  'ClinicalGateOverrideInput',
  form({
    gate: Text(1, 40),
    reason_code: optional(nullable(Text(0, 40))),
    reason: optional(nullable(Text(0, 300))),
    subject: optional(nullable(Text(0, 120))),
    authoriser_token: optional(nullable(Text(0, 200))),
  }),
)
export type Override = Static<typeof Override>
export const Overrides = optional(listOf(Override, 50))

export const Reasons = listOf(
  shape({ code: Text(1, 40), text: Text(1, 120), needs_text: Flag }),
  50,
)

export const GateResult = named(
  'GateResult',
  shape({
    gate: nullable(Text(1, 40)),
    level: choice(gate_levels),
    subject: nullable(Text(1, 120)),
    message: Text(1, 1000),
    may_override: listOf(Text(1, 120)),
    permission: nullable(Text(1, 60)),
    reasons: Reasons,
  }),
)
export type GateResult = Static<typeof GateResult>

const Row = shape({
  scope: AnyObject,
  level: choice(gate_levels),
  permission: nullable(Text(1, 60)),
  params: AnyObject,
  emergency_bypass: Flag,
  reasons: Reasons,
  shipped: Flag,
  changed_by_name: nullable(Text(1, 160)),
  changed_at: nullable(Text(24, 24)),
  reason: nullable(Text(1, 300)),
})

export const GateRule = named(
  'GateRule',
  shape({
    key: Text(1, 40),
    title: Text(1, 120),
    title_sw: Text(1, 120),
    actions: listOf(Text(1, 60)),
    default_level: choice(gate_levels),
    emergency_bypass: Flag,
    scope_keys: listOf(Text(1, 40)),
    rows: listOf(Row),
  }),
)
export type GateRule = Static<typeof GateRule>

export const GateFilters = form({
  action: optional(Text(1, 60)),
  level: optional(choice(gate_levels)),
  changed: optional(choice(['true'])),
})

export const GateChange = form({
  level: choice(gate_levels),
  scope: optional(AnyObject),
  params: optional(AnyObject),
  permission: optional(nullable(Text(1, 60))),
  reasons: optional(Reasons),
  emergency_bypass: optional(Flag),
  reason: Reason,
})
export type GateChange = Static<typeof GateChange>

export const OverrideFilters = {
  gate: optional(Text(1, 40)),
  action: optional(Text(1, 60)),
  patient_id: optional(Id),
  reviewed: optional(QueryFlag),
  from: optional(Day),
  to: optional(Day),
}

export const KeptOverride = named(
  'ClinicalGateOverride',
  shape({
    ...gateOverride('id', 'gate', 'action', 'entity_type', 'entity_id', 'patient_id'),
    ...gateOverride('visit_id', 'subject', 'by_name', 'authorised_by', 'at', 'reason_code'),
    ...gateOverride('reason', 'message', 'reviewed_by', 'reviewed_at', 'review_note'),
  }),
)
export type KeptOverride = Static<typeof KeptOverride>
