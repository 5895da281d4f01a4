// Jobs as people see them (platform 2.18, 3.10, PLT-131), and the way in for other areas.

import { type Caller, can } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { within } from '../../../store/connection.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { sql, when, where } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import { recordWithLife } from '../../record-with-life.ts'
import { withinDays } from '../hospitals/days.ts'
import { hospitalOf } from '../hospitals/hospitals.ts'
import { registry } from '../../registry.ts'
import { stopHere, wake } from './nudge.ts'
import type { Job } from './shapes.ts'
import { jobs } from './tables.ts'
import { job_life, type JobState } from './words.ts'

export type JobRow = RowOf<(typeof jobs)['columns']>

/** PLT-131: who may not see it is not told that it exists. */
export const jobRecord = recordWithLife(jobs, {
  life: job_life,
  called: ({ label }) => label,
  sees: (caller: Seeing, { requested_by }) =>
    (caller.user_id !== null && requested_by === caller.user_id) ||
    caller.permissions.has('job:read') ||
    caller.permissions.has('job:manage'),
})
type Seeing = Pick<Caller, 'hospital_id' | 'user_id' | 'permissions'>

export interface Wanted {
  kind: string
  input: unknown
  entity?: { type: string; id: string } | undefined
  max_attempts?: number | undefined
  /** Not before this instant. */
  run_at?: string | undefined
}

/** The first try and one after each wait: 1, 5 and 30 minutes. */
const attempts_default = 4

/** In the transaction of whoever asks: the job is there when that is kept, and not otherwise. */
export function enqueue(caller: Caller, wanted: Wanted): Promise<{ id: string }> {
  const kind = registry.jobs.get(wanted.kind)
  if (kind === undefined) throw new Error(`no area brings jobs of the kind ${wanted.kind}`)
  return within(async () => {
    const { id } = await jobs.insert({
      hospital_id: caller.hospital_id,
      kind: kind.kind,
      label: kind.label,
      status: 'QUEUED',
      max_attempts: wanted.max_attempts ?? kind.max_attempts ?? attempts_default,
      run_at: wanted.run_at ?? clock.instant(),
      input: wanted.input,
      entity_type: wanted.entity?.type ?? null,
      entity_id: wanted.entity?.id ?? null,
      requested_by: caller.user_id,
      requested_by_name: caller.name,
      asker: {
        kind: caller.kind,
        facility_id: caller.facility_id,
        request_id: caller.request_id,
        permissions:
          caller.kind === 'API_KEY' || caller.kind === 'DEVICE' ? [...caller.permissions] : null,
      },
    })
    wake()
    return { id }
  })
}

export interface JobFilter extends PageAsked {
  kind?: string
  status?: JobState
  from?: string
  to?: string
}

export async function list(caller: Caller, asked: JobFilter): Promise<Page<Job>> {
  const { timezone } = await hospitalOf(caller)
  const found = await pageFrom(jobs, asked, {
    from: sql` from jobs${where([
      sql`hospital_id = ${caller.hospital_id}`,
      when(!can(caller, 'job:read'), sql`requested_by = ${caller.user_id}`),
      when(asked.kind, sql`kind = ${asked.kind}`),
      when(asked.status, sql`status = ${asked.status}`),
      ...withinDays(sql`created_at`, timezone, asked),
    ])}`,
    order: sql` order by created_at desc, id desc`,
  })
  return { rows: found.rows.map((job) => view(caller, job)), meta: found.meta }
}

export async function find(caller: Caller, id: string): Promise<Job> {
  return view(caller, await jobRecord.get(caller, id))
}

export async function retry(caller: Caller, id: string): Promise<Job> {
  const job = await jobRecord.locked(caller, id)
  const run_at = clock.instant()
  const anew = { attempts: 0, deaths: 0, run_at, finished_at: null, error: null }
  const { status } = await jobRecord.moved(caller, job, 'retry', anew)
  await registry.jobs.get(job.kind)?.moved?.(caller, job.input, { status, error: null })
  wake()
  return find(caller, id)
}

/** A running one is cancelled at once: its attempt may no longer finish, and is told to stop. */
export async function cancel(caller: Caller, id: string): Promise<Job> {
  const job = await jobRecord.locked(caller, id)
  const { status } = await jobRecord.moved(caller, job, 'cancel', {
    finished_at: clock.instant(),
    claim_id: null,
    lease_until: null,
  })
  await registry.jobs.get(job.kind)?.moved?.(caller, job.input, { status, error: null })
  stopHere(id)
  return find(caller, id)
}

/** For the area whose record the job works on; that area has asked for the permission. */
export async function stopOf(
  caller: Caller,
  entity: { type: string; id: string },
  kind?: string,
): Promise<void> {
  const open = await jobs.all({
    hospital_id: caller.hospital_id,
    entity_type: entity.type,
    entity_id: entity.id,
    kind,
    status: ['QUEUED', 'RUNNING'],
  })
  for (const job of open) {
    await jobs.change(
      { hospital_id: caller.hospital_id, id: job.id },
      {
        status: 'CANCELLED',
        finished_at: clock.instant(),
        claim_id: null,
        lease_until: null,
      },
    )
    stopHere(job.id)
  }
}

const view = (caller: Caller, job: JobRow): Job => ({
  ...job,
  entity:
    job.entity_type === null || job.entity_id === null
      ? null
      : { type: job.entity_type, id: job.entity_id },
  moves: jobRecord.moves(caller, job),
})
