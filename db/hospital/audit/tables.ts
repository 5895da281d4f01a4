// The audit log: one chain per hospital, rows only ever added.

import { actor_kinds } from '../../caller.ts'
import {
  big,
  choice,
  code,
  id,
  instant,
  integer,
  json,
  maybe,
  ref,
  text,
  uuid,
} from '../../columns.ts'
import { table } from '../../table.ts'
import { audit_outcomes } from './words.ts'

export const audit_rows = table(
  'audit_rows',
  {
    id: id(),
    hospital_id: uuid(),
    seq: big(),
    at: instant(),
    actor_kind: choice(actor_kinds),
    user_id: maybe(uuid()),
    user_name: maybe(text(160)),
    facility_id: maybe(uuid()),
    session_id: maybe(uuid()),
    device_id: maybe(uuid()),
    ip: maybe(code(45)),
    user_agent: maybe(text(300)),
    request_id: code(64),
    action: code(80),
    outcome: choice(audit_outcomes),
    entity_type: maybe(code(60)),
    entity_id: maybe(code(64)),
    entity_label: maybe(text(200)),
    patient_id: maybe(uuid()),
    from_state: maybe(code(40)),
    to_state: maybe(code(40)),
    changes: maybe(json<Record<string, [unknown, unknown]>>()),
    reason: maybe(text(300)),
    row_count: maybe(integer()),
    query: maybe(json<Record<string, unknown>>()),
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
      { columns: ['hospital_id', 'entity_type', 'entity_id', 'seq'] },
      { columns: ['hospital_id', 'action', 'seq'] },
    ],
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
  },
  { append_only: true, indexes: [{ columns: ['hospital_id', 'seq'] }] },
)
