// What comes out about the audit log.

import { actor_kinds } from '../../../core/caller.ts'
import {
  AnyObject,
  optional,
  choice,
  Day,
  form,
  Id,
  listOf,
  nullable,
  named,
  type Static,
  shape,
  tellsOf,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { audit_outcomes, problem_kinds } from './words.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { audit_rows, audit_proofs, audit_anchors } from './tables.ts'

const auditRow = fieldsOf(audit_rows)
const auditProof = fieldsOf(audit_proofs)
const auditAnchor = fieldsOf(audit_anchors)

const out = (max: number) => nullable(Text(0, max))

export const AuditRow = named(
  'AuditRow',
  shape({
    ...auditRow('id', 'seq', 'at', 'actor_kind', 'user_id', 'user_name'),
    ...auditRow('facility_id', 'session_id', 'device_id', 'ip', 'user_agent'),
    ...auditRow('request_id', 'action', 'outcome', 'entity_type', 'entity_id'),
    // Whoever reads the log need not be let into the record that a row is about (PRV-1).
    entity_label: tellsOf('patient_id', auditRow('entity_label').entity_label),
    ...auditRow('patient_id', 'from_state', 'to_state'),
    changes: tellsOf('patient_id', nullable(AnyObject)),
    reason: tellsOf('patient_id', out(300)),
    rows: nullable(Whole()),
    query: tellsOf('patient_id', nullable(AnyObject)),
    ...auditRow('seals', 'prev_hash', 'hash'),
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
    ...auditProof('ok', 'rows_checked', 'from_seq', 'to_seq', 'head_hash', 'anchors_checked'),
    problems: listOf(Problem),
    ...auditProof('took_ms', 'at', 'by_name'),
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
    ...auditAnchor('seq', 'hash'),
    rows: Whole(),
    ...auditAnchor('written_at', 'emailed_to'),
  }),
)
export type AuditAnchor = Static<typeof AuditAnchor>

export const AnchorFilters = { from: optional(Day), to: optional(Day) }
