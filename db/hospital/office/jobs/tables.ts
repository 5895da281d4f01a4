// Work that waits for a free hand: exports, imports, proofs, erasures.

import {
  choice,
  code,
  id,
  instant,
  integer,
  json,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../store/columns.ts'
import { stamps } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import { actor_kinds } from '../../../core/caller.ts'
import { job_states } from './words.ts'

/** What is needed to act for the asker later, when the job's turn has come. */
export interface Asker {
  kind: (typeof actor_kinds)[number]
  facility_id: string | null
  request_id: string
  /** Only of callers who have no account to ask: keys and workstations. */
  permissions: string[] | null
}

export const jobs = table(
  'jobs',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    kind: code(60),
    label: text(120),
    status: choice(job_states),
    pct: nullable(integer()),
    attempts: otherwise(integer(), 0),
    max_attempts: integer(),
    /** How often a daemon died with it. */
    deaths: otherwise(integer(), 0),
    run_at: instant(),
    started_at: nullable(instant()),
    finished_at: nullable(instant()),
    error: nullable(text(1000)),
    input: json<unknown>(),
    result: nullable(json<unknown>()),
    entity_type: nullable(code(60)),
    entity_id: nullable(uuid()),
    requested_by: nullable(uuid()),
    requested_by_name: nullable(text(160)),
    asker: json<Asker>(),
    daemon: nullable(text(160)),
    /** Of the attempt in hand: whoever holds another one has lost the job. */
    claim_id: nullable(uuid()),
    lease_until: nullable(instant()),
    ...stamps,
  },
  {
    indexes: [
      { columns: ['run_at', 'id'], only_where: "status = 'QUEUED'" },
      { columns: ['lease_until'], only_where: "status = 'RUNNING'" },
      { columns: ['hospital_id', 'created_at', 'id'], descending: true },
      { columns: ['hospital_id', 'requested_by', 'created_at'] },
      { columns: ['entity_type', 'entity_id'], only_where: 'entity_id is not null' },
      { columns: ['finished_at'], only_where: 'finished_at is not null' },
    ],
  },
)
