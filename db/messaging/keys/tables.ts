// API keys: what opens /v1. The clear key is nowhere; its hash is what a call is held against.

import {
  big,
  choice,
  code,
  flag,
  instant,
  json,
  nullable,
  otherwise,
  text,
  uuid,
} from '../../store/columns.ts'
import { versioned } from '../../store/stamps.ts'
import { table } from '../../store/table.ts'
import { owned } from '../owned.ts'
import { key_kinds, revoked_reasons } from './words.ts'

export const msg_keys = table(
  'msg_keys',
  {
    ...owned,
    name: text(60),
    kind: otherwise(choice(key_kinds), 'standard'),
    /** The ten characters after the prefix, by which it is found. */
    public_id: code(10),
    hash: code(64),
    last_four: code(4),
    scopes: json<string[]>(),
    ip_allowlist: otherwise(json<string[]>(), () => []),
    expires_at: nullable(instant()),
    /** Console keys: dies with this sign-in. */
    session_id: nullable(uuid()),
    last_used_at: nullable(instant()),
    last_used_ip: nullable(code(45)),
    revoked_at: nullable(instant()),
    revoked_reason: nullable(choice(revoked_reasons)),
    replaced_by: nullable(uuid()),
    created_by: text(160),
    /** Days before the end of which a notice went out (MSG-108). */
    noticed_days: otherwise(json<number[]>(), () => []),
    active: otherwise(flag(), true),
    ...versioned,
  },
  {
    unique: [{ columns: ['public_id'] }],
    indexes: [
      { columns: ['account_id', 'mode', 'id'] },
      { columns: ['session_id'], only_where: 'session_id is not null' },
      { columns: ['expires_at'], only_where: 'active and expires_at is not null' },
    ],
  },
)

/** Calls of a key in a minute, where several daemons count together (MSG-166). */
export const msg_rate_counts = table(
  'msg_rate_counts',
  { counted: code(80), minute: big(), calls: big() },
  { key: ['counted'] },
)
