// Messages that move up: sent, delivered, failed, expired, in batches (MSG 3.3). The move is by
// comparison with the state it leaves, so each happens once; the event, the refund and what must be
// erased are written in the same transaction.

import { returning, rows, run } from '../../store/connection.ts'
import { given } from '../../store/given.ts'
import { oneOf, raw, sql } from '../../store/sql.ts'
import type { Mode, Owner } from '../caller.ts'
import { observed } from '../measured.ts'
import { eraseWords } from '../messages/erasing.ts'
import type { FailureReason, MessageState } from '../messages/words.ts'
import { emitMany } from '../webhooks/emit.ts'
import type { EventName } from '../webhooks/words.ts'
import { refund } from './refunds.ts'
import { countMoves } from './usage.ts'

/** What an event and a refund need to know of a message. */
export interface MessageFacts {
  message_id: string
  account_id: string
  hospital_id: string
  mode: Mode
  batch_id: string
  campaign_id: string | null
  phone: string
  sender_id: string
  reference: string
  callback_url: string | null
  class: string
  operator: string
  segments: number
  key_id: string | null
  created_at: string
}

export type ExpiryCause = 'queue' | 'operator' | 'no_receipt' | 'uncertain'

export interface End {
  facts: MessageFacts
  status: 'delivered' | 'failed' | 'expired'
  failure_reason: FailureReason | null
  expiry_cause: ExpiryCause | null
}

/** Every part has the operator's word: `message.sent`, for those that are still waiting for it. */
export async function acknowledge(list: readonly MessageFacts[], at: string): Promise<void> {
  if (list.length === 0) return
  const moved = await returning<{ id: string }>(sql`
    update msg_messages set status = 'sent', sent_at = ${at}, updated_at = ${at}, uncertain = false
    where id${oneOf(list.map(({ message_id }) => message_id))} and status = 'queued'
      and not exists (select 1 from msg_parts p where p.message_id = msg_messages.id
        and p.state in ('waiting', 'submitting', 'unknown', 'rejected'))
    returning id`)
  const ids = new Set(moved.map(({ id }) => id))
  const sent = list.filter(({ message_id }) => ids.has(message_id))
  await tell(
    sent.map((facts) => ({ facts, status: 'sent' })),
    at,
  )
  await countMoves(sent.map((facts) => ({ facts, sent: 1 })))
}

const secondsBetween = (from: string, to: string): number =>
  Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000))

const end_types = {
  id: 'text',
  status: 'text',
  failure_reason: 'text',
  expiry_cause: 'text',
} as const

/** Answers the ids of those that ended by this call. */
export async function end(ends: readonly End[], at: string): Promise<ReadonlySet<string>> {
  if (ends.length === 0) return new Set()
  const given_rows = ends.map(({ facts, status, failure_reason, expiry_cause }) => ({
    id: facts.message_id,
    status,
    failure_reason,
    expiry_cause,
  }))
  const moved = await returning<{ id: string; sent_at: string | null }>(sql`
    update msg_messages set status = given.status, failure_reason = given.failure_reason,
      expiry_cause = given.expiry_cause, final_at = ${at}, updated_at = ${at}, uncertain = false
    from ${given('given', end_types, given_rows)}
    where msg_messages.id = given.id and msg_messages.status in ('queued', 'sent')
    returning ${raw('msg_messages.id, msg_messages.sent_at')}`)
  const ids = new Set(moved.map(({ id }) => id))
  const sent_at = new Map(moved.map((one) => [one.id, one.sent_at]))
  const ended = ends.filter(({ facts }) => ids.has(facts.message_id))
  const lost = ended.filter(({ status }) => status !== 'delivered')
  await dropUnsent(lost)
  const refunded = await refund(lost, at)
  await eraseWords(ended.map(({ facts }) => facts))
  await tell(ended, at)
  observed(
    'delivery_seconds',
    ended.flatMap(({ facts, status }) =>
      status === 'delivered' && facts.mode === 'live' ? [secondsBetween(facts.created_at, at)] : [],
    ),
  )
  await countMoves(
    ended.map(({ facts, status }) => ({
      facts,
      [status]: 1,
      ...(status === 'delivered'
        ? deliveryOf(sent_at.get(facts.message_id) ?? null, at)
        : { refunded: refunded.get(facts.message_id) ?? 0 }),
    })),
  )
  return ids
}

/** From sent to delivered (MSG-623); a receipt that came before the answer has no such time. */
const deliveryOf = (sent_at: string | null, at: string) =>
  sent_at === null ? {} : { delivery_seconds: secondsBetween(sent_at, at), delivery_count: 1 }

/** Parts that were never tried go with their message; what was never submitted has no row. */
async function dropUnsent(lost: readonly End[]): Promise<void> {
  const long = lost.filter(({ facts }) => facts.segments > 1).map(({ facts }) => facts.message_id)
  if (long.length === 0) return
  await run(
    sql`delete from msg_parts where message_id${oneOf(long)} and state = 'waiting' and attempts = 0`,
  )
}

interface News {
  facts: MessageFacts
  status: MessageState
  failure_reason?: FailureReason | null
}

const event_of: Partial<Record<MessageState, EventName>> = {
  sent: 'message.sent',
  delivered: 'message.delivered',
  failed: 'message.failed',
  expired: 'message.expired',
}

async function tell(news: readonly News[], at: string): Promise<void> {
  const groups = Map.groupBy(
    news,
    ({ facts, status }) => `${facts.account_id} ${facts.mode} ${status}`,
  )
  for (const group of groups.values()) {
    const [first] = group
    const event = first === undefined ? undefined : event_of[first.status]
    if (first === undefined || event === undefined) continue
    await emitMany(
      ownerIn(first.facts),
      event,
      group.map(({ facts, status, failure_reason }) => ({
        data: {
          id: facts.message_id,
          to: facts.phone,
          senderId: facts.sender_id,
          status,
          reference: facts.reference,
          ...(status === 'failed' ? { failureReason: failure_reason } : {}),
        },
        message_id: facts.message_id,
        campaign_id: facts.campaign_id,
        callback_url: facts.callback_url,
      })),
      at,
    )
  }
}

export const ownerIn = ({ account_id, hospital_id, mode }: MessageFacts): Owner => ({
  account_id,
  hospital_id,
  mode,
})

const fact_columns = raw(`m.id as message_id, m.account_id, m.hospital_id, m.mode, m.batch_id,
  m.campaign_id, m.phone, m.sender_id, m.reference, b.callback_url, m.class, m.operator, m.segments, b.key_id,
  m.created_at`)

export const factsOf = (ids: readonly string[]): Promise<MessageFacts[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : rows<MessageFacts>(sql`select ${fact_columns} from msg_messages m
        join msg_batches b on b.id = m.batch_id where m.id${oneOf(ids)}`)
