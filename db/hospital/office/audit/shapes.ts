// What comes out about the audit log.

import { actor_kinds } from '../../../core/caller.ts'
import {
  AnyObject,
  optional,
  choice,
  Day,
  Flag,
  form,
  Id,
  Instant,
  listOf,
  nullable,
  named,
  type Static,
  shape,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { audit_outcomes, problem_kinds } from './words.ts'

const out = (max: number) => nullable(Text(0, max))

export const AuditRow = named(
  'AuditRow',
  shape({
    id: Text(1, 36),
    seq: Whole(1),
    at: Instant,
    actor_kind: choice(actor_kinds),
    user_id: out(36),
    user_name: out(160),
    facility_id: out(36),
    session_id: out(36),
    device_id: out(36),
    ip: out(45),
    user_agent: out(300),
    request_id: Text(1, 64),
    action: Text(1, 80),
    outcome: choice(audit_outcomes),
    entity_type: out(60),
    entity_id: out(64),
    entity_label: out(200),
    patient_id: out(36),
    from_state: out(40),
    to_state: out(40),
    changes: nullable(AnyObject),
    reason: out(300),
    rows: nullable(Whole()),
    query: nullable(AnyObject),
    seals: nullable(Text(64, 64)),
    prev_hash: Text(64, 64),
    hash: Text(64, 64),
  }),
)
export type AuditRow = Static<typeof AuditRow>

export const AuditFilters = {
  user_id: optional(Id),
  actor_kind: optional(choice(actor_kinds)),
  action: optional(Text(1, 80)),
  entity_type: optional(Text(1, 60)),
  entity_id: optional(Text(1, 64)),
  patient_id: optional(Id),
  facility_id: optional(Id),
  outcome: optional(choice(audit_outcomes)),
  device_id: optional(Id),
  ip: optional(Text(1, 45)),
  from: optional(Day),
  to: optional(Day),
}

export const Problem = shape({
  seq: Whole(),
  kind: choice(problem_kinds),
  detail: Text(1, 300),
})
export type Problem = Static<typeof Problem>

export const VerifyResult = named(
  'VerifyResult',
  shape({
    ok: Flag,
    rows_checked: Whole(),
    from_seq: Whole(),
    to_seq: Whole(),
    head_hash: Text(64, 64),
    anchors_checked: Whole(),
    problems: listOf(Problem),
    took_ms: Whole(),
    at: Instant,
    by_name: Text(0, 160),
  }),
)
export type VerifyResult = Static<typeof VerifyResult>

export const VerifyAsked = form({ from_seq: optional(Whole(1)) })
export const JobStarted = shape({ job_id: Text(1, 36) })

export const AuditAnchor = named(
  'AuditAnchor',
  shape({
    id: Text(1, 36),
    date: Day,
    seq: Whole(),
    hash: Text(64, 64),
    rows: Whole(),
    written_at: Instant,
    emailed_to: out(254),
  }),
)
export type AuditAnchor = Static<typeof AuditAnchor>

export const AnchorFilters = { from: optional(Day), to: optional(Day) }
