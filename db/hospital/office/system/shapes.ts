// The state of the system (platform 2.18). Parts that this house does not have yet are null.

import {
  choice,
  Decimal,
  Flag,
  Instant,
  listOf,
  nullable,
  named,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { check_names, check_states } from './words.ts'

const State = choice(check_states)
const Day = Text(10, 10)
const Count = Whole()

export const SystemReport = named(
  'SystemReport',
  shape({
    version: Text(1, 40),
    node: Text(1, 40),
    uptime_s: Count,
    started_at: Instant,
    deployment: choice(['single', 'hosted']),
    install_id: nullable(Text(1, 36)),
    daemons: listOf(shape({ name: Text(1, 160), seen_at: Instant })),
    database: shape({
      kind: choice(['sqlite', 'postgres']),
      size_mb: Count,
      wal_mb: nullable(Count),
      migrations: Count,
      last_check: nullable(Instant),
    }),
    disk: nullable(shape({ path: Text(1, 4096), free_mb: Count, total_mb: Count, state: State })),
    queue: shape({ outbox: Count, jobs: Count, webhooks: nullable(Count) }),
    backup: nullable(
      shape({ last_at: nullable(Instant), last_size_mb: nullable(Count), state: State }),
    ),
    clock: shape({ drift_ms: nullable(Decimal(-9e15, 9e15)), state: State }),
    mail: shape({ configured: Flag, last_ok_at: nullable(Instant), state: State }),
    messaging: nullable(shape({ linked: Flag, balance_segments: nullable(Count), state: State })),
    scanner: shape({ configured: Flag, state: State }),
    device_ca: nullable(shape({ not_after: Instant, state: State })),
    audit: shape({ last_seq: Count, last_verified_at: nullable(Instant), state: State }),
    licence: nullable(shape({ status: Text(1, 20), ends_on: nullable(Day) })),
    checks: listOf(shape({ name: choice(check_names), state: State, message: Text(1, 500) })),
  }),
)
export type SystemReport = Static<typeof SystemReport>
