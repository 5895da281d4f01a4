// What waits to be posted, endpoint by endpoint, and what became of it. The rows are the queue: who
// posts keeps only a few of them in mind, so a kill loses nothing and adds no attempt (MSG-548).

import { insertAlike } from '../../store/bulk.ts'
import { clock } from '../../core/clock.ts'
import { row, rows, run } from '../../store/connection.ts'
import { given } from '../../store/given.ts'
import { sql } from '../../store/sql.ts'
import { now } from '../accounts/clock.ts'
import type { Mode } from '../caller.ts'
import { accountEndpoint, whoseEndpoint } from './endpoints.ts'
import { attempts_max, gapAfter } from './ladder.ts'
import { msg_attempts, msg_webhooks } from './tables.ts'
import type { AttemptError, DeliveryTarget } from './words.ts'
import { counted, observed } from '../measured.ts'

export interface Waiting {
  id: string
  hospital_id: string
  account_id: string
  mode: Mode
  endpoint: string
  event: string
  data_id: string
  target: DeliveryTarget
  url: string
  attempts: number
  next_attempt_at: string
  body: string
}

/** Endpoints at which something waits, with the moment at which the first of it is due. */
export async function waitingEndpoints(): Promise<{ endpoint: string; due_at: string }[]> {
  return rows(
    // From one endpoint to the next by the index: the rows of a long queue are never walked.
    sql`with recursive place (endpoint) as (
          select min(endpoint) from msg_deliveries where status = 'pending'
          union all
          select (select min(d.endpoint) from msg_deliveries d
                  where d.status = 'pending' and d.endpoint > place.endpoint)
          from place where place.endpoint is not null
        )
        select endpoint, (select min(d.next_attempt_at) from msg_deliveries d
                          where d.status = 'pending' and d.endpoint = place.endpoint) as due_at
        from place where endpoint is not null`,
  )
}

export type Place = Pick<Waiting, 'next_attempt_at' | 'id'>

/** The next of one endpoint, in the order in which they fell due, after a place in that order. */
export function waitingAt(
  endpoint: string,
  due: { until: string; after: Place | null; limit: number },
): Promise<Waiting[]> {
  const { until, after, limit } = due
  return rows<Waiting>(
    sql`select id, hospital_id, account_id, mode, endpoint, event, data_id, target, url, attempts,
               next_attempt_at, body
        from msg_deliveries
        where status = 'pending' and endpoint = ${endpoint} and next_attempt_at <= ${until}
          ${after === null ? sql`` : sql`and (next_attempt_at, id) > (${after.next_attempt_at}, ${after.id})`}
        order by next_attempt_at, id limit ${limit}`,
  )
}

export interface Tried {
  delivery: Waiting
  started_at: string
  duration_ms: number
  status_code: number | null
  /** Null: it was taken. */
  error: AttemptError | null
  response_start: string | null
  resolved_address: string | null
}

// A type, not an interface: it is given as rows of values.
type Outcome = {
  id: string
  status: string
  attempts: number
  next_attempt_at: string | null
  last_status_code: number | null
  last_error: string | null
  finished_at: string | null
}

/** A group of results in one transaction. Answers the endpoints at which an event was given up. */
export async function keepTried(tried: readonly Tried[]): Promise<Waiting[]> {
  await insertAlike(
    msg_attempts,
    tried.map((one) => ({
      hospital_id: one.delivery.hospital_id,
      delivery_id: one.delivery.id,
      number: one.delivery.attempts + 1,
      started_at: one.started_at,
      duration_ms: one.duration_ms,
      status_code: one.status_code,
      error: one.error,
      response_start: one.response_start,
      resolved_address: one.resolved_address,
    })),
  )
  const outcomes = tried.map(outcomeOf)
  await write(outcomes)
  await noteHealth(tried)
  const live = tried.filter(({ delivery }) => delivery.mode === 'live')
  for (const { error } of live) counted('webhook_attempts', 1, { outcome: error ?? 'delivered' })
  observed(
    'webhook_seconds',
    live.map(({ duration_ms }) => duration_ms / 1000),
  )
  const given_up = new Set(outcomes.filter(({ status }) => status === 'failed').map(({ id }) => id))
  return tried.map(({ delivery }) => delivery).filter(({ id }) => given_up.has(id))
}

function outcomeOf({ delivery, status_code, error, started_at, duration_ms }: Tried): Outcome {
  const attempts = delivery.attempts + 1
  // From its own end, however long its result waited to be stored.
  const at = Date.parse(started_at) + duration_ms
  const gap = error === null ? null : gapAfter(attempts)
  const over = error === null || gap === null
  return {
    id: delivery.id,
    status: error === null ? 'delivered' : over ? 'failed' : 'pending',
    attempts: Math.min(attempts, attempts_max),
    next_attempt_at: gap === null ? null : new Date(at + gap).toISOString(),
    last_status_code: status_code,
    last_error: error,
    finished_at: over ? new Date(at).toISOString() : null,
  }
}

/** What was cancelled meanwhile stays cancelled. */
async function write(outcomes: readonly Outcome[]): Promise<void> {
  await run(
    sql`update msg_deliveries set status = made.status, attempts = made.attempts,
          next_attempt_at = made.next_attempt_at, last_status_code = made.last_status_code,
          last_error = made.last_error, finished_at = made.finished_at
        from ${given('made', outcome_types, outcomes)}
        where msg_deliveries.id = made.id and msg_deliveries.status = 'pending'`,
  )
}

/** Waiting for the account's address, which is switched off or gone (MSG-543). */
export async function cancelStranded(endpoint: string): Promise<void> {
  const owner = whoseEndpoint(endpoint)
  if (endpoint !== accountEndpoint(owner)) return
  const found = await msg_webhooks.findAnywhere(owner)
  if (found?.enabled === true) return
  await run(
    sql`update msg_deliveries set status = 'cancelled', next_attempt_at = null,
            finished_at = ${new Date(await now(owner, owner.mode)).toISOString()}
        where endpoint = ${endpoint} and status = 'pending'`,
  )
}

/** OPS-134: given up unsent, the oldest first; those that were tried before, too. */
export const dropPending = (before: string, at_once: number): Promise<number> =>
  run(
    sql`update msg_deliveries set status = 'skipped', next_attempt_at = null,
            finished_at = ${clock.instant()}
        where id in (select id from msg_deliveries
          where status = 'pending' and created_at < ${before} order by id limit ${at_once})`,
  )

const outcome_types = {
  id: 'text',
  status: 'text',
  attempts: 'integer',
  next_attempt_at: 'text',
  last_status_code: 'integer',
  last_error: 'text',
  finished_at: 'text',
} as const

/** Of the account's own address: once a group, however many posts it had. */
async function noteHealth(tried: readonly Tried[]): Promise<void> {
  const groups = new Map<string, Tried[]>()
  for (const one of tried) {
    if (one.delivery.target !== 'account') continue
    const group = groups.get(one.delivery.endpoint)
    if (group === undefined) groups.set(one.delivery.endpoint, [one])
    else group.push(one)
  }
  const at = clock.instant()
  for (const group of groups.values()) {
    const { account_id, mode } = (group[0] as Tried).delivery
    const succeeded = group.some(({ error }) => error === null)
    const worst = group.findLast(({ error }) => error !== null)
    const fails_now = group.at(-1)?.error !== null
    // A single success ends a time of failing; a failure begins one where none runs.
    const since = succeeded
      ? fails_now
        ? sql`${at}`
        : sql`null`
      : sql`coalesce(failing_since, ${at})`
    await run(
      sql`update msg_webhooks set failing_since = ${since}
            ${succeeded ? sql`, last_success_at = ${at}, noticed_at = null` : sql``}
            ${worst === undefined ? sql`` : sql`, last_failure_at = ${at}, last_error = ${wordsFor(worst)}`}
          where account_id = ${account_id} and mode = ${mode}`,
    )
  }
}

const in_words: Readonly<Record<AttemptError, string>> = {
  timeout: 'It did not answer within 10 seconds.',
  dns: 'Its name was not found.',
  connect: 'No connection could be made.',
  tls: 'Its certificate or its TLS is not right.',
  blocked: 'It has a private address, which may not be called.',
  redirect: 'It redirects; redirects are not followed.',
  status: 'It answered that it failed.',
  reset: 'It broke the connection off.',
}

export function wordsFor({ error, status_code }: Pick<Tried, 'error' | 'status_code'>): string {
  if (error === null) return 'It answered.'
  return status_code === null ? in_words[error] : `${in_words[error]} (${status_code})`
}

/** How much waits at the account's own address. */
export async function pendingAt(owner: { account_id: string; mode: Mode }): Promise<number> {
  const found = await row<{ n: number }>(
    sql`select count(*) as n from msg_deliveries
        where endpoint = ${accountEndpoint(owner)} and status = 'pending'`,
  )
  return Number(found?.n ?? 0)
}
