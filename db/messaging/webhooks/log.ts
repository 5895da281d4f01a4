// The delivery log: every event on its way to an address, its attempts, and sending it again
// (MSG-554, MSG-556).

import { insertBulk } from '../../store/bulk.ts'
import { clock, days, seconds } from '../../core/clock.ts'
import { rows, run } from '../../store/connection.ts'
import { isId, newId } from '../../core/ids.ts'
import { oneOf, sql, when, where } from '../../store/sql.ts'
import type { RowOf } from '../../store/table.ts'
import { instantOf, now } from '../accounts/clock.ts'
import { type MessagingCaller, type Owner, ownerOf } from '../caller.ts'
import { afterId, type Asked, cursorOf, limitOf, type Listed, listed } from '../cursors.ts'
import { nudge } from '../nudges.ts'
import { noneHere, wrong, wrongState } from '../refusals.ts'
import { settings } from '../settings/settings.ts'
import { wordsFor } from './queue.ts'
import { isEventName } from './samples.ts'
import type { Delivery, DeliveryInFull, ReplayInput } from './shapes.ts'
import { msg_attempts, msg_deliveries, msg_webhooks } from './tables.ts'
import { event_names } from './words.ts'

type Row = RowOf<(typeof msg_deliveries)['columns']>

export interface LogAsked extends Asked {
  status?: string
  event?: string
  dataId?: string
  messageId?: string
  target?: string
  since?: string
  until?: string
}

const listed_columns = [
  'id',
  'event',
  'data_id',
  'message_id',
  'campaign_id',
  'url',
  'target',
  'status',
  'attempts',
  'next_attempt_at',
  'last_status_code',
  'last_error',
  'created_at',
  'finished_at',
  'replay_of',
] as const
type ListedRow = Pick<Row, (typeof listed_columns)[number]>

export async function list(caller: MessagingCaller, asked: LogAsked): Promise<Listed<Delivery>> {
  const { account_id, mode } = caller
  const since = asked.since === undefined ? undefined : utc(asked.since)
  const until = asked.until === undefined ? undefined : utc(asked.until)
  const found = (await msg_deliveries.read(
    sql`select ${msg_deliveries.selection(undefined, listed_columns)} from msg_deliveries
        ${where([
          sql`account_id = ${account_id}`,
          sql`mode = ${mode}`,
          when(asked.status, sql`status = ${asked.status}`),
          when(asked.event, sql`event = ${asked.event}`),
          when(asked.dataId, sql`data_id = ${asked.dataId}`),
          when(asked.messageId, sql`message_id = ${asked.messageId}`),
          when(asked.target, sql`target = ${asked.target}`),
          when(since, sql`created_at >= ${since}`),
          when(until, sql`created_at < ${until}`),
          afterId(asked, 'desc'),
        ])} order by id desc limit ${limitOf(asked) + 1}`,
  )) as ListedRow[]
  return listed(asked, found, shown, ({ id }) => cursorOf(id))
}

const utc = (moment: string): string => new Date(moment).toISOString()

export async function find(caller: MessagingCaller, id: string): Promise<DeliveryInFull> {
  const one = await rowOf(caller, id)
  const { hospital_id } = one
  const tries = await msg_attempts.all(
    { hospital_id, delivery_id: id },
    { order: ['number', 'id'], limit: 100 },
  )
  return {
    ...shown(one),
    body: one.body,
    attemptLog: tries.map((each) => ({
      number: each.number,
      startedAt: each.started_at,
      durationMs: each.duration_ms,
      statusCode: each.status_code,
      error: each.error,
      errorText: each.error === null ? null : wordsFor(each),
      responseStart: each.response_start,
      resolvedAddress: each.resolved_address,
    })),
  }
}

/** Again with the same bytes and six new attempts; a callback goes where it went. */
export async function replay(caller: MessagingCaller, id: string): Promise<Delivery> {
  const one = await rowOf(caller, id)
  if (one.body === null) throw wrongState('The body of this event was erased; it is too old.')
  const url = one.target === 'callback' ? one.url : await presentUrl(caller)
  if (url === null) throw wrongState('There is no webhook to replay to: set one first.')
  const at = await instantOf(caller)
  const { next_attempt_at: _due, status: _status, ...same } = one
  const made = await msg_deliveries.insert({
    ...same,
    id: newId(),
    url,
    attempts: 0,
    next_attempt_at: at,
    last_status_code: null,
    last_error: null,
    replay_of: one.id,
    created_at: at,
    finished_at: null,
  })
  nudge('webhooks')
  return shown(made)
}

/** Many at once, at a pace that a receiver can bear: so many a second (MSG-556). */
export async function replayMany(
  caller: MessagingCaller,
  { since, until, events, status }: ReplayInput,
): Promise<{ replayed: number }> {
  const unknown = events?.find((word) => !isEventName(word))
  if (unknown !== undefined) {
    throw wrong('events', `Unknown event ${unknown}; known are ${event_names.join(', ')}.`)
  }
  if (utc(since) >= utc(until)) throw wrong('until', 'until must be after since.')
  const { replay_max, replay_per_second } = await settings()
  const owner = ownerOf(caller)
  const url = await presentUrl(owner)
  const found = await rows<Row>(
    sql`select * from msg_deliveries
        where account_id = ${owner.account_id} and mode = ${owner.mode}
          and created_at >= ${utc(since)} and created_at < ${utc(until)}
          and body is not null and replay_of is null
          ${url === null ? sql`and target = 'callback'` : sql``}
          ${status === undefined ? sql`` : sql`and status = ${status}`}
          ${events === undefined ? sql`` : sql`and event${oneOf(events)}`}
        order by id limit ${replay_max + 1}`,
  )
  if (found.length > replay_max)
    throw wrong('until', `More than ${replay_max} events lie in this time; choose a shorter one.`)
  const at = await now(owner, owner.mode)
  const created_at = new Date(at).toISOString()
  await insertBulk(
    msg_deliveries,
    { ...owner, created_at },
    found.map((one, place) => ({
      event_id: one.event_id,
      event: one.event,
      data_id: one.data_id,
      message_id: one.message_id,
      campaign_id: one.campaign_id,
      target: one.target,
      endpoint: one.endpoint,
      url: one.target === 'callback' ? one.url : (url ?? one.url),
      body: one.body,
      replay_of: one.id,
      next_attempt_at: new Date(at + seconds(Math.floor(place / replay_per_second))).toISOString(),
    })),
  )
  nudge('webhooks')
  return { replayed: found.length }
}

const presentUrl = async (owner: Owner): Promise<string | null> => {
  const found = await msg_webhooks.find(ownerOf(owner))
  return found?.enabled === true ? found.url : null
}

async function rowOf(caller: MessagingCaller, id: string): Promise<Row> {
  const found = isId(id) ? await msg_deliveries.find({ ...ownerOf(caller), id }) : undefined
  if (found === undefined) throw noneHere('event delivery')
  return found
}

const shown = (one: ListedRow): Delivery => ({
  id: one.id,
  event: one.event,
  dataId: one.data_id,
  messageId: one.message_id,
  campaignId: one.campaign_id,
  url: one.url,
  target: one.target,
  status: one.status,
  attempts: one.attempts,
  nextAttemptAt: one.next_attempt_at,
  lastStatusCode: one.last_status_code,
  lastError: one.last_error as Delivery['lastError'],
  createdAt: one.created_at,
  finishedAt: one.finished_at,
  replayOf: one.replay_of,
})

/** MSG-554: kept so long, then the bytes and the rows go together. */
export async function eraseOld(kept_days: number): Promise<number> {
  const before = new Date(clock.ms() - days(kept_days)).toISOString()
  await run(
    sql`delete from msg_attempts where delivery_id in (select id from msg_deliveries
        where created_at < ${before} and status <> 'pending' order by created_at limit 1000)`,
  )
  return run(
    sql`delete from msg_deliveries where id in (select id from msg_deliveries
        where created_at < ${before} and status <> 'pending' order by created_at limit 1000)`,
  )
}
