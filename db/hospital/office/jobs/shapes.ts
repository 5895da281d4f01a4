// What comes out about jobs.

import {
  Anything,
  asked,
  choice,
  Day,
  listOf,
  maybe,
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
    pct: maybe(Whole(0, 100)),
    attempts: Whole(),
    max_attempts: Whole(1),
    run_at: Stamp,
    started_at: maybe(Stamp),
    finished_at: maybe(Stamp),
    error: maybe(Text(0, 1000)),
    result: Anything,
    entity: maybe(shape({ type: Text(1, 60), id: Text(1, 36) })),
    requested_by_name: maybe(Text(0, 160)),
    daemon: maybe(Text(0, 160)),
    created_at: Stamp,
    moves: listOf(Text(1, 20)),
  }),
)
export type Job = Static<typeof Job>

export const JobFilters = {
  kind: asked(Text(1, 60)),
  status: asked(choice(job_states)),
  from: asked(Day),
  to: asked(Day),
}
