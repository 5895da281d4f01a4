// What a hospital has set otherwise than its gates ship, and who passed a gate with a reason.

import {
  choice,
  code,
  flag,
  id,
  instant,
  json,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../store/columns.ts'
import { stamps, versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import type { GateReason, Scope } from './kind.ts'
import { gate_levels } from './words.ts'

/** A row that was changed stays, with the moment it was replaced (CAR-53). */
export const gate_rules = table(
  'gate_rules',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    gate: code(40),
    scope: json<Scope>(),
    /** The scope as one word, so that a scope stands once. */
    scope_key: code(1000),
    level: choice(gate_levels),
    permission: nullable(code(60)),
    params: json<Record<string, unknown>>(),
    reasons: nullable(json<GateReason[]>()),
    emergency_bypass: nullable(flag()),
    reason: text(300),
    changed_by_name: text(160),
    replaced_at: nullable(instant()),
    ...versioned,
  },
  {
    unique: [{ columns: ['hospital_id', 'gate', 'scope_key'], only_where: 'replaced_at is null' }],
    indexes: [{ columns: ['hospital_id', 'gate', 'created_at'] }],
  },
)

export const gate_overrides = table(
  'gate_overrides',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: nullable(ref('facilities')),
    gate: code(40),
    action: code(60),
    entity_type: code(40),
    entity_id: uuid(),
    patient_id: nullable(ref('patients')),
    visit_id: nullable(uuid()),
    subject: nullable(text(120)),
    user_id: nullable(uuid()),
    by_name: text(160),
    authorised_by: nullable(text(160)),
    at: instant(),
    reason_code: code(40),
    reason: nullable(text(300)),
    message: text(1000),
    to_review: otherwise(flag(), false),
    reviewed_by: nullable(text(160)),
    reviewed_at: nullable(instant()),
    review_note: nullable(text(300)),
    ...stamps,
  },
  {
    indexes: [
      { columns: ['hospital_id', 'at'] },
      { columns: ['visit_id'], only_where: 'visit_id is not null' },
      { columns: ['patient_id'], only_where: 'patient_id is not null' },
      { columns: ['hospital_id', 'at'], only_where: 'to_review and reviewed_at is null' },
    ],
  },
)
