// Writing a batch and its messages: one statement for each table, whatever the number of recipients
// (performance 2). Sends, campaigns and the hospital's bridge all write through here.

import { insertBulk } from '../../store/bulk.ts'
import { clock } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import type { AccountRow } from '../accounts/accounts.ts'
import { type Owner, ownerOf } from '../caller.ts'
import { nudge } from '../nudges.ts'
import { setting } from '../settings/settings.ts'
import { emitMany } from '../webhooks/emit.ts'
import type { Times } from './plan.ts'
import { msg_batches, msg_messages } from './tables.ts'
import { countUsage, usageDay } from './usage.ts'
import {
  type Encoding,
  type FailureReason,
  lanes,
  type MessageClass,
  type MessageState,
  type message_sources,
} from './words.ts'

export interface NewMessage {
  /** Place in the send. */
  index: number
  phone: string
  operator: string
  unit_price: number
  cost: number
  failure: FailureReason | null
  /** Campaigns: the message's own words and length. */
  text?: string
  encoding?: Encoding
  segments?: number
}

export interface NewBatch {
  sender_id: string
  /** As received, and as sent where that differs. */
  text: string
  sent_text: string
  encoding: Encoding
  segments: number
  kind: MessageClass
  reference: string
  callback_url: string | null
  duplicates: number
  key_id: string | null
  source: (typeof message_sources)[number]
  campaign_id?: string | null
  /** Never shown under /v1. */
  hidden?: boolean
  /** The moment of acceptance, by the account's clock. */
  at: string
  times: Times
  messages: readonly NewMessage[]
}

export interface Written {
  batch_id: string
  status: Extract<MessageState, 'queued' | 'scheduled'>
  /** In the order of `messages`. */
  ids: string[]
}

export async function writeBatch(
  owner: Owner,
  account: AccountRow,
  batch: NewBatch,
  batch_id: string = newId(),
): Promise<Written> {
  const status: Written['status'] = batch.times.scheduled_for === null ? 'queued' : 'scheduled'
  const { campaign_id = null, kind, times, messages } = batch
  const own = messages.some(({ text }) => text !== undefined)
  // A code that goes nowhere is over already, and its words with it (MSG-247).
  const erased = kind === 'otp' && messages.every(({ failure }) => failure !== null)
  await msg_batches.insert({
    id: batch_id,
    ...ownerOf(owner),
    sender_id: batch.sender_id,
    text: erased ? null : batch.text,
    sent_text: erased || batch.sent_text === batch.text ? null : batch.sent_text,
    encoding: batch.encoding,
    segments: batch.segments,
    class: kind,
    reference: batch.reference,
    callback_url: batch.callback_url,
    scheduled_for: times.scheduled_for,
    validity_s: times.validity_s,
    accepted: messages.length,
    duplicates: batch.duplicates,
    cost: messages.reduce((sum, { cost }) => sum + cost, 0),
    currency: account.currency,
    key_id: batch.key_id,
    source: batch.source,
    campaign_id,
    created_at: batch.at,
  })
  const rows = messages.map((one) => ({
    id: newId(),
    place: one.index,
    phone: one.phone,
    operator: one.operator,
    unit_price: one.unit_price,
    cost: one.cost,
    status: one.failure === null ? status : ('failed' as const),
    failure_reason: one.failure,
    final_at: one.failure === null ? null : batch.at,
    ...(own ? { text: one.text ?? null, encoding: one.encoding, segments: one.segments } : {}),
  }))
  await insertBulk(
    msg_messages,
    {
      ...ownerOf(owner),
      batch_id,
      campaign_id,
      sender_id: batch.sender_id,
      reference: batch.reference,
      hidden: batch.hidden ?? false,
      class: kind,
      lane: lanes[kind],
      ...(own ? {} : { encoding: batch.encoding, segments: batch.segments }),
      currency: account.currency,
      scheduled_for: times.scheduled_for,
      not_before: times.not_before,
      due_at: times.due_at,
      valid_until: times.valid_until,
      validity_s: times.validity_s,
      created_at: batch.at,
      updated_at: clock.instant(),
    },
    rows,
  )
  await tellFailures(owner, batch, rows)
  await countAccepted(owner, account, batch)
  nudge('queue')
  return { batch_id, status, ids: rows.map(({ id }) => id) }
}

/** What will not go is final at once, and told like every end (MSG-244). */
async function tellFailures(
  owner: Owner,
  batch: NewBatch,
  rows: readonly { id: string; phone: string; failure_reason: FailureReason | null }[],
): Promise<void> {
  const failed = rows.filter(({ failure_reason }) => failure_reason !== null)
  await emitMany(
    owner,
    'message.failed',
    failed.map(({ id, phone, failure_reason }) => ({
      data: {
        id,
        to: phone,
        senderId: batch.sender_id,
        status: 'failed',
        reference: batch.reference,
        failureReason: failure_reason,
      },
      message_id: id,
      campaign_id: batch.campaign_id ?? null,
      callback_url: batch.callback_url,
    })),
    batch.at,
  )
}

async function countAccepted(owner: Owner, account: AccountRow, batch: NewBatch): Promise<void> {
  const day = usageDay(account.time_zone ?? (await setting('time_zone')), batch.at)
  const by_operator = Map.groupBy(batch.messages, ({ operator }) => operator)
  await countUsage(
    owner,
    [...by_operator].map(([operator, list]) => {
      const sum = (of: (one: NewMessage) => number): number =>
        list.reduce((total, one) => total + of(one), 0)
      return {
        day,
        channel: 'sms' as const,
        operator,
        sender_id: batch.sender_id,
        key_id: batch.key_id,
        campaign_id: batch.campaign_id ?? null,
        class: batch.kind,
        messages: list.length,
        segments: sum(({ failure, segments }) =>
          failure === null ? (segments ?? batch.segments) : 0,
        ),
        failed: sum(({ failure }) => (failure === null || failure === 'opted_out' ? 0 : 1)),
        opted_out: sum(({ failure }) => (failure === 'opted_out' ? 1 : 0)),
        cost: sum(({ cost }) => cost),
      }
    }),
  )
}
