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
} from '../../../core/kinds/kinds.ts'
import { job_states } from './words.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { jobs } from './tables.ts'

const job = fieldsOf(jobs)
export const Job = named(
  'Job',
  shape({
    ...job('id', 'kind', 'label', 'status', 'pct', 'attempts'),
    ...job('max_attempts', 'run_at', 'started_at', 'finished_at', 'error'),
    result: Anything,
    entity: nullable(shape({ type: Text(1, 60), id: Text(1, 36) })),
    ...job('requested_by_name', 'daemon', 'created_at'),
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
