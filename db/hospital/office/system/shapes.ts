// The state of the system (platform 2.18). Parts that this house does not have yet are null.

import {
  choice,
  Decimal,
  Flag,
  Instant,
  listOf,
  maybe,
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
    install_id: maybe(Text(1, 36)),
    daemons: listOf(shape({ name: Text(1, 160), seen_at: Instant })),
    database: shape({
      kind: choice(['sqlite', 'postgres']),
      size_mb: Count,
      wal_mb: maybe(Count),
      migrations: Count,
      last_check: maybe(Instant),
    }),
    disk: maybe(shape({ path: Text(1, 4096), free_mb: Count, total_mb: Count, state: State })),
    queue: shape({ outbox: Count, jobs: Count, webhooks: maybe(Count) }),
    backup: maybe(shape({ last_at: maybe(Instant), last_size_mb: maybe(Count), state: State })),
    clock: shape({ drift_ms: maybe(Decimal(-9e15, 9e15)), state: State }),
    mail: shape({ configured: Flag, last_ok_at: maybe(Instant), state: State }),
    messaging: maybe(shape({ linked: Flag, balance_segments: maybe(Count), state: State })),
    scanner: shape({ configured: Flag, state: State }),
    device_ca: maybe(shape({ not_after: Instant, state: State })),
    audit: shape({ last_seq: Count, last_verified_at: maybe(Instant), state: State }),
    licence: maybe(shape({ status: Text(1, 20), ends_on: maybe(Day) })),
    checks: listOf(shape({ name: choice(check_names), state: State, message: Text(1, 500) })),
  }),
)
export type SystemReport = Static<typeof SystemReport>
