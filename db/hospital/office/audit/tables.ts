// The audit log: one chain per hospital, rows only ever added.

import { actor_kinds } from '../../../core/caller.ts'
import {
  big,
  choice,
  code,
  flag,
  id,
  instant,
  integer,
  json,
  nullable,
  ref,
  text,
  uuid,
} from '../../../store/columns.ts'
import { table } from '../../../store/table.ts'
import { audit_outcomes, type ProblemKind } from './words.ts'

export const audit_rows = table(
  'audit_rows',
  {
    id: id(),
    hospital_id: uuid(),
    seq: big(),
    at: instant(),
    actor_kind: choice(actor_kinds),
    user_id: nullable(uuid()),
    user_name: nullable(text(160)),
    facility_id: nullable(uuid()),
    session_id: nullable(uuid()),
    device_id: nullable(uuid()),
    ip: nullable(code(45)),
    user_agent: nullable(text(300)),
    request_id: code(64),
    action: code(80),
    outcome: choice(audit_outcomes),
    entity_type: nullable(code(60)),
    entity_id: nullable(code(64)),
    entity_label: nullable(code(200)),
    patient_id: nullable(uuid()),
    from_state: nullable(code(40)),
    to_state: nullable(code(40)),
    changes: nullable(json<Record<string, [unknown, unknown]>>()),
    reason: nullable(text(300)),
    row_count: nullable(integer()),
    query: nullable(json<Record<string, unknown>>()),
    /** Over the seals that its transaction set (ACC-132). */
    seals: nullable(code(64)),
    prev_hash: code(64),
    hash: code(64),
  },
  {
    append_only: true,
    unique: [{ columns: ['hospital_id', 'seq'] }],
    indexes: [
      { columns: ['hospital_id', 'at'] },
      { columns: ['hospital_id', 'user_id', 'seq'], only_where: 'user_id is not null' },
      { columns: ['hospital_id', 'patient_id', 'seq'], only_where: 'patient_id is not null' },
      { columns: ['hospital_id', 'entity_id', 'seq'], only_where: 'entity_id is not null' },
      { columns: ['hospital_id', 'entity_label'], only_where: 'entity_label is not null' },
      { columns: ['hospital_id', 'request_id'] },
      { columns: ['hospital_id', 'action', 'seq'] },
      { columns: ['hospital_id', 'seq'], only_where: "outcome = 'REFUSED'" },
      { columns: ['hospital_id', 'seq', 'seals'], only_where: 'seals is not null' },
    ],
  },
)

/**
 * What a record said when it was sealed (ACC-132): the newest one of a record counts. The row of the log
 * that stands at `seq` holds the hash over all that were set with it.
 */
export const seals = table(
  'seals',
  {
    hospital_id: uuid(),
    seq: big(),
    record_id: uuid(),
    kind: code(40),
    hash: code(64),
  },
  {
    key: ['hospital_id', 'seq', 'record_id'],
    append_only: true,
    indexes: [{ columns: ['record_id', 'seq'] }, { columns: ['hospital_id', 'kind', 'record_id'] }],
  },
)

/** The end of each chain; locked last in a transaction, so that writers wait as briefly as can be. */
export const audit_heads = table(
  'audit_heads',
  { hospital_id: ref('hospitals'), seq: big(), hash: code(64) },
  { key: ['hospital_id'] },
)

export const audit_anchors = table(
  'audit_anchors',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    day: code(10),
    seq: big(),
    hash: code(64),
    row_count: big(),
    written_at: instant(),
    emailed_to: nullable(text(254)),
  },
  { append_only: true, indexes: [{ columns: ['hospital_id', 'seq'] }] },
)

/** What each proof of the chain found (PLT-117); the last one is shown. */
export const audit_proofs = table(
  'audit_proofs',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    ok: flag(),
    rows_checked: big(),
    from_seq: big(),
    to_seq: big(),
    head_hash: code(64),
    anchors_checked: integer(),
    problems: json<{ seq: number; kind: ProblemKind; detail: string }[]>(),
    took_ms: integer(),
    at: instant(),
    by_name: text(160),
  },
  { append_only: true, indexes: [{ columns: ['hospital_id', 'at'] }] },
)
