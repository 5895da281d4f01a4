// What is told to the accounts' own systems: happenings, where they go, and each try (MSG 2.18, 2.19).

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
  text,
  uuid,
} from '../../store/columns.ts'
import { versioned } from '../../store/stamps.ts'
import { table } from '../../store/table.ts'
import { owned } from '../owned.ts'
import { attempt_errors, delivery_states, delivery_targets } from './words.ts'

/** One per account and mode; `id` is there to be named in the audit. */
export const msg_webhooks = table(
  'msg_webhooks',
  {
    ...owned,
    url: text(2048),
    events: json<string[]>(),
    enabled: otherwise(flag(), true),
    disabled_reason: nullable(code(10)),
    /** Sealed; read for signing alone. */
    secret: text(400),
    secret_rotated_at: instant(),
    previous_secret: nullable(text(400)),
    previous_secret_until: nullable(instant()),
    last_success_at: nullable(instant()),
    last_failure_at: nullable(instant()),
    failing_since: nullable(instant()),
    last_error: nullable(text(300)),
    noticed_at: nullable(instant()),
    /** When the letter about it went out. */
    told_at: nullable(instant()),
    ...versioned,
  },
  { unique: [{ columns: ['account_id', 'mode'] }] },
)

/** A happening, written in the transaction in which it happened; each (type, data_id) is there once. */
export const msg_events = table(
  'msg_events',
  {
    ...owned,
    type: code(40),
    data_id: code(64),
    data: json<Record<string, unknown>>(),
    created_at: instant(),
  },
  { indexes: [{ columns: ['data_id'] }, { columns: ['account_id', 'mode', 'id'] }] },
)

/** An event on its way to one address: the delivery log. */
export const msg_deliveries = table(
  'msg_deliveries',
  {
    ...owned,
    event_id: nullable(uuid()),
    event: code(40),
    data_id: code(64),
    message_id: nullable(uuid()),
    campaign_id: nullable(uuid()),
    target: choice(delivery_targets),
    /** Whose queue it stands in (MSG-550). */
    endpoint: code(80),
    url: text(2048),
    status: otherwise(choice(delivery_states), 'pending'),
    attempts: otherwise(integer(), 0),
    next_attempt_at: nullable(instant()),
    last_status_code: nullable(integer()),
    last_error: nullable(code(20)),
    /** The bytes, the same for every attempt; null once retention has taken them. */
    body: nullable(text(100_000)),
    replay_of: nullable(uuid()),
    created_at: instant(),
    finished_at: nullable(instant()),
  },
  {
    indexes: [
      { columns: ['endpoint', 'next_attempt_at', 'id'], only_where: "status = 'pending'" },
      { columns: ['data_id', 'id'] },
      { columns: ['message_id', 'id'], only_where: 'message_id is not null' },
      { columns: ['account_id', 'mode', 'id'] },
      { columns: ['created_at'] },
    ],
  },
)

export const msg_attempts = table(
  'msg_attempts',
  {
    id: id(),
    hospital_id: uuid(),
    delivery_id: uuid(),
    number: integer(),
    started_at: instant(),
    duration_ms: big(),
    status_code: nullable(integer()),
    error: nullable(choice(attempt_errors)),
    response_start: nullable(text(1024)),
    resolved_address: nullable(code(45)),
  },
  { indexes: [{ columns: ['delivery_id', 'number'] }] },
)
