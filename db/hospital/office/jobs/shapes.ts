// What comes out about jobs.

import {
  Anything,
  optional,
  choice,
  Day,
  listOf,
  nullable,
  named,
  type Static,
  shape,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { job_states } from './words.ts'

const Stamp = Text(24, 24)

export const Job = named(
  'Job',
  shape({
    id: Text(1, 36),
    kind: Text(1, 60),
    label: Text(1, 120),
    status: choice(job_states),
    pct: nullable(Whole(0, 100)),
    attempts: Whole(),
    max_attempts: Whole(1),
    run_at: Stamp,
    started_at: nullable(Stamp),
    finished_at: nullable(Stamp),
    error: nullable(Text(0, 1000)),
    result: Anything,
    entity: nullable(shape({ type: Text(1, 60), id: Text(1, 36) })),
    requested_by_name: nullable(Text(0, 160)),
    daemon: nullable(Text(0, 160)),
    created_at: Stamp,
    moves: listOf(Text(1, 20)),
  }),
)
export type Job = Static<typeof Job>

export const JobFilters = {
  kind: optional(Text(1, 60)),
  status: optional(choice(job_states)),
  from: optional(Day),
  to: optional(Day),
}
