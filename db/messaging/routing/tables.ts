// Operators, the numbers that are theirs, the links out and the routes over them (MSG 2.5, 2.6).

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
  otherwise,
  ref,
  text,
} from '../../store/columns.ts'
import { stamps, versioned } from '../../store/stamps.ts'
import { table } from '../../store/table.ts'
import {
  link_kinds,
  link_states,
  operator_states,
  override_sources,
  prefix_states,
  receipt_ways,
  resend_ways,
} from './words.ts'

export const msg_operators = table(
  'msg_operators',
  {
    code: code(20),
    name: text(60),
    status: otherwise(choice(operator_states), 'active'),
    paused_reason: nullable(text(300)),
    throughput_per_second: nullable(integer()),
    approval_required: otherwise(flag(), true),
    required_documents: json<string[]>(),
    refund_rejected: otherwise(flag(), true),
    refund_unknown: otherwise(flag(), true),
    refund_failed: otherwise(flag(), false),
    refund_expired: otherwise(flag(), false),
    place: otherwise(integer(), 100),
    ...versioned,
  },
  { key: ['code'] },
)

export const msg_prefixes = table(
  'msg_prefixes',
  {
    prefix: code(2),
    operator_code: nullable(code(20)),
    state: choice(prefix_states),
    note: nullable(text(300)),
    ...stamps,
  },
  { key: ['prefix'] },
)

export const msg_number_overrides = table(
  'msg_number_overrides',
  {
    /** `255` and nine digits. */
    phone: code(15),
    operator_code: code(20),
    source: choice(override_sources),
    expires_at: nullable(instant()),
    ...stamps,
  },
  {
    key: ['phone'],
    indexes: [{ columns: ['expires_at'], only_where: 'expires_at is not null' }],
  },
)

export const msg_links = table(
  'msg_links',
  {
    id: id(),
    code: code(40),
    name: text(80),
    kind: choice(link_kinds),
    state: otherwise(choice(link_states), 'stopped'),
    enabled: otherwise(flag(), true),
    throughput_per_second: otherwise(integer(), 20),
    resend_on_unknown: otherwise(choice(resend_ways), 'never'),
    receipts: otherwise(choice(receipt_ways), 'every_part'),
    error_map: otherwise(json<Record<string, string>>(), () => ({})),
    learn_portability: otherwise(flag(), false),
    /** What this kind of link needs beside (host, windowSize, latencyMs …), secrets left out. */
    options: otherwise(json<Record<string, unknown>>(), () => ({})),
    /** Passwords and the like by name, sealed together. */
    secrets: nullable(text(4000)),
    /** In the addresses at which a provider's receipts arrive (MSG-354). */
    token: code(64),
    last_error: nullable(text(300)),
    last_up_at: nullable(instant()),
    state_since: nullable(instant()),
    /** When people were told that it is down; null: they were not (MSG 3.6). */
    alarmed_at: nullable(instant()),
    /** MSG-314: which daemon owns it, until when, by a number that only grows. */
    lease_owner: nullable(code(64)),
    lease_until: nullable(instant()),
    fence: otherwise(big(), 0),
    removed_at: nullable(instant()),
    ...versioned,
  },
  { unique: [{ columns: ['code'] }] },
)

export const msg_link_log = table(
  'msg_link_log',
  {
    id: id(),
    link_id: ref('msg_links'),
    at: instant(),
    from_state: nullable(code(20)),
    to_state: nullable(code(20)),
    cause: text(300),
    actor: text(160),
  },
  { indexes: [{ columns: ['link_id', 'id'] }] },
)

export const msg_routes = table(
  'msg_routes',
  {
    id: id(),
    operator_code: code(20),
    link_id: ref('msg_links'),
    position: integer(),
    /** Empty: every class. */
    classes: otherwise(json<string[]>(), () => []),
    enabled: otherwise(flag(), true),
    ...stamps,
  },
  { indexes: [{ columns: ['operator_code', 'position'] }, { columns: ['link_id'] }] },
)
