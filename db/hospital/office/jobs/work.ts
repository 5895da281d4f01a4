// Jobs as a daemon works on them: claim, sign of life, end (platform 3.10).
//
// A claim has an id of its own. Whoever no longer holds it (cancelled, given to another daemon
// after 60 s without a sign) can write nothing more about the job.

import { system } from '../../../core/caller.ts'
import { clock, instantIn, minutes, seconds } from '../../../core/clock.ts'
import { row, rows, run, within } from '../../../store/connection.ts'
import { newId } from '../../../core/ids.ts'
import { isRefusal } from '../../../core/refusal.ts'
import { byDialect, join, nothing, oneOf, type Sql, sql } from '../../../store/sql.ts'
import { record } from '../audit/record.ts'
import { type JobKind, registry } from '../../registry.ts'
import { tell } from '../../neighbours/telling.ts'
import type { JobRow } from './jobs.ts'
import { jobs } from './tables.ts'
import { job_life, type JobState } from './words.ts'

export const lease_ms = seconds(60)
const waits_ms = [minutes(1), minutes(5), minutes(30)]
const deaths_max = 3
/** Any number will do, so long as nobody else uses it. */
const claim_lock = 7_402_118_001

export interface Claim {
  job: JobRow
  claim_id: string
}

/** At most `free` jobs whose time has come, now this daemon's. */
export function claim(daemon: string, free: number): Promise<Claim[]> {
  return within(async () => {
    await oneClaimerAtATime()
    const full = await limitsReached()
    const claims: Claim[] = []
    while (claims.length < free) {
      const job = await nextOf(full.blocked())
      if (job === undefined) break
      const claim_id = newId()
      const taken = {
        status: job_life.move('start', job.status, job.label),
        attempts: job.attempts + 1,
        daemon,
        claim_id,
        lease_until: instantIn(lease_ms),
        started_at: clock.instant(),
        pct: null,
        error: null,
      }
      await jobs.changeAnywhere({ id: job.id }, taken)
      full.add(job)
      claims.push({ job: { ...job, ...taken }, claim_id })
    }
    return claims
  }, 'jobs')
}

/** SQLite has one daemon and one writer; on PostgreSQL the limits need claims one by one. */
async function oneClaimerAtATime(): Promise<void> {
  await row(
    byDialect({
      sqlite: sql`select 1 as yes`,
      postgres: sql`select 1 as yes from (select pg_advisory_xact_lock(${claim_lock})) as held`,
    }),
  )
}

function nextOf(blocked: readonly Sql[]): Promise<JobRow | undefined> {
  const free = blocked.length === 0 ? nothing : sql` and not (${join(blocked, ' or ')})`
  return jobs
    .read(
      sql`select ${jobs.selection()} from jobs where status = 'QUEUED' and run_at <= ${clock.instant()}${free} order by run_at, id limit 1`,
    )
    .then(([first]) => first)
}

/** Who already has as many running of a kind as may run at once. */
async function limitsReached() {
  const limited = [...registry.jobs.values()].filter((kind) => kind.at_once !== undefined)
  const counts = new Map<string, { kind: JobKind; of: Pick<JobRow, Key>; n: number }>()
  const add = (of: Pick<JobRow, Key>, n = 1): void => {
    const kind = limited.find((one) => one.kind === of.kind)
    if (kind === undefined) return
    const key = `${of.kind} ${of.hospital_id} ${kind.at_once?.per === 'user' ? of.requested_by : ''}`
    const known = counts.get(key)
    if (known === undefined) counts.set(key, { kind, of, n })
    else known.n += n
  }
  if (limited.length > 0) {
    const running = await rows<Pick<JobRow, Key> & { n: number }>(
      sql`select kind, hospital_id, requested_by, count(*) as n from jobs where status = 'RUNNING' and kind${oneOf(limited.map(({ kind }) => kind))} group by kind, hospital_id, requested_by`,
    )
    for (const one of running) add(one, Number(one.n))
  }
  return {
    add,
    blocked: (): Sql[] =>
      [...counts.values()]
        .filter(({ kind, n }) => n >= (kind.at_once?.most ?? Number.POSITIVE_INFINITY))
        .map(({ kind, of }) =>
          kind.at_once?.per === 'user'
            ? sql`(kind = ${of.kind} and hospital_id = ${of.hospital_id} and ${sameAsker(of.requested_by)})`
            : sql`(kind = ${of.kind} and hospital_id = ${of.hospital_id})`,
        ),
  }
}
type Key = 'kind' | 'hospital_id' | 'requested_by'

const sameAsker = (user_id: string | null): Sql =>
  user_id === null ? sql`requested_by is null` : sql`requested_by = ${user_id}`

/** The sign of life. Answers the claims that are no longer this daemon's. */
export function beat(claim_ids: readonly string[]): Promise<string[]> {
  return within(async () => {
    await run(
      sql`update jobs set lease_until = ${instantIn(lease_ms)} where status = 'RUNNING' and claim_id${oneOf(claim_ids)}`,
    )
    const held = await rows<{ claim_id: string }>(
      sql`select claim_id from jobs where status = 'RUNNING' and claim_id${oneOf(claim_ids)}`,
    )
    return claim_ids.filter((id) => !held.some((one) => one.claim_id === id))
  }, 'jobs')
}

/** False when the claim is lost. */
export const noteProgress = (held: Claim, pct: number): Promise<boolean> =>
  change(held, { pct: Math.max(0, Math.min(100, Math.floor(pct))) })

export const finish = (held: Claim, result: unknown): Promise<boolean> =>
  within(async () => {
    const kept = await change(held, {
      ...at_rest,
      status: job_life.move('finish', held.job.status, held.job.label),
      pct: 100,
      result: result ?? null,
      finished_at: clock.instant(),
    })
    if (kept) note(held.job, 'DONE')
    return kept
  }, 'jobs')

/** A refusal is an answer and is not asked for again; a fault may pass. */
export function fail(held: Claim, error: unknown): Promise<JobState | undefined> {
  const { job } = held
  const said = sentenceOf(job, error)
  const wait = waits_ms[Math.min(job.attempts, waits_ms.length) - 1] ?? minutes(1)
  const again = !isAnswer(error) && job.attempts < job.max_attempts
  return again
    ? putBack(held, { error: said, run_at: instantIn(wait) })
    : within(async () => {
        const kept = await change(held, {
          ...at_rest,
          status: job_life.move('fail', job.status, job.label),
          error: said,
          finished_at: clock.instant(),
        })
        if (!kept) return undefined
        await settleFailure(job, said)
        if (!isAnswer(error)) await tellOfFault(job, said)
        return 'FAILED' as const
      }, 'jobs')
}

/** The daemon stops: whoever comes next goes on with it, and the attempt does not count. */
export const letGo = (held: Claim): Promise<JobState | undefined> =>
  putBack(held, { attempts: held.job.attempts - 1, run_at: clock.instant() })

async function putBack(held: Claim, changes: Partial<JobRow>): Promise<JobState | undefined> {
  const status = job_life.move('put_back', held.job.status, held.job.label)
  const kept = await change(held, { ...at_rest, status, ...changes })
  return kept ? status : undefined
}

/** Jobs whose daemon gave no sign for 60 s are queued again, at most three times. */
export function sweep(): Promise<number> {
  return takeBack(sql`lease_until < ${clock.instant()}`)
}

/** At the start of a lone daemon nobody else can be working on anything. */
export const recover = (): Promise<number> => takeBack(sql`1 = 1`)

function takeBack(condition: Sql): Promise<number> {
  return within(async () => {
    const lost = await jobs.read(
      sql`select ${jobs.selection()} from jobs where status = 'RUNNING' and ${condition} order by id limit 500${byDialect({ sqlite: nothing, postgres: sql` for update skip locked` })}`,
    )
    for (const job of lost) await bury(job)
    return lost.length
  }, 'jobs')
}

async function bury(job: JobRow): Promise<void> {
  const deaths = job.deaths + 1
  const where = { hospital_id: job.hospital_id, id: job.id }
  if (deaths < deaths_max) {
    const status = job_life.move('put_back', job.status, job.label)
    const attempts = Math.max(0, job.attempts - 1)
    await jobs.change(where, { ...at_rest, status, deaths, attempts, run_at: clock.instant() })
    return
  }
  const error = 'The server stopped three times while this ran.'
  await jobs.change(where, {
    ...at_rest,
    status: job_life.move('fail', job.status, job.label),
    deaths,
    error,
    finished_at: clock.instant(),
  })
  await settleFailure(job, error)
  await tellOfFault(job, error)
}

/** Done jobs are kept 30 days (PLT-131). */
export const eraseOld = (before: string, most = 1000): Promise<number> =>
  within(
    () =>
      run(
        sql`delete from jobs where id in (select id from jobs where finished_at < ${before} and status in ('DONE', 'FAILED', 'CANCELLED') order by finished_at limit ${most})`,
      ),
    'jobs',
  )

const at_rest = { claim_id: null, lease_until: null }

const change = (held: Claim, changes: Partial<JobRow>): Promise<boolean> =>
  within(
    async () =>
      (await jobs.change(
        {
          hospital_id: held.job.hospital_id,
          id: held.job.id,
          claim_id: held.claim_id,
          status: 'RUNNING',
        },
        changes,
      )) > 0,
    'jobs',
  )

async function settleFailure(job: JobRow, error: string): Promise<void> {
  const by = system(job.hospital_id, job.asker.request_id)
  await registry.jobs.get(job.kind)?.moved?.(by, job.input, { status: 'FAILED', error })
  note(job, 'FAILED', error)
}

/** A refusal is for whoever asked; a fault of the house is for those who mend it (PLT-102). */
const tellOfFault = (job: JobRow, error: string): Promise<unknown> =>
  tell(system(job.hospital_id, job.asker.request_id), {
    to: { permission: 'system:read' },
    kind: 'job.failed',
    title: `A job failed: ${job.label}`,
    body: error,
    entity: { type: 'job', id: job.id },
  })

function note(job: JobRow, to_state: JobState, reason?: string): void {
  record(system(job.hospital_id, job.asker.request_id), 'job.end', {
    entity_type: 'job',
    entity_id: job.id,
    entity_label: job.label,
    from_state: 'RUNNING',
    to_state,
    reason: reason?.slice(0, 300),
  })
}

const isAnswer = (error: unknown): boolean => isRefusal(error) && error.status < 500

const sentenceOf = (job: JobRow, error: unknown): string =>
  isRefusal(error)
    ? error.message.slice(0, 1000)
    : `Something went wrong on the server. Give your IT officer this number: ${job.id}.`
