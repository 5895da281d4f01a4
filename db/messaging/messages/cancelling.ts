// Taking back what has not left (MSG-248): every message of which no part was ever submitted fails
// `cancelled`, with its money back and its event.

import { clock } from '../../core/clock.ts'
import { returning } from '../../store/connection.ts'
import { oneOf, type Sql, sql } from '../../store/sql.ts'
import { accountNow } from '../accounts/accounts.ts'
import { instantOf } from '../accounts/clock.ts'
import type { Actor, Owner } from '../caller.ts'
import { wrongState } from '../refusals.ts'
import { setting } from '../settings/settings.ts'
import { refundMany } from '../wallet/wallets.ts'
import { emitMany } from '../webhooks/emit.ts'
import { eraseWords } from './erasing.ts'
import { readBatch, readMessage } from './messages.ts'
import { msg_message_notes } from './tables.ts'
import { countUsage, usageDay } from './usage.ts'
import { type FailureReason, isFinal } from './words.ts'

export interface Cancelled {
  cancelled: number
  notCancelled: number
}

export async function cancelMessage(by: Actor, owner: Owner, id: string): Promise<Cancelled> {
  const found = await readMessage(owner, id)
  if (isFinal(found.status)) {
    throw wrongState(`This message is ${found.status}; nothing can be cancelled.`)
  }
  const cancelled = await endUnsubmitted(by, owner, sql`id = ${id}`, 'cancelled')
  return { cancelled, notCancelled: 1 - cancelled }
}

export async function cancelBatch(by: Actor, owner: Owner, id: string): Promise<Cancelled> {
  const batch = await readBatch(owner, id)
  const cancelled = await endUnsubmitted(by, owner, sql`batch_id = ${id}`, 'cancelled')
  if (cancelled === 0 && (await isOver(id)))
    throw wrongState('Every message of this batch is final; nothing can be cancelled.')
  return { cancelled, notCancelled: batch.accepted - cancelled }
}

interface Ended {
  id: string
  batch_id: string
  campaign_id: string | null
  phone: string
  sender_id: string
  reference: string
  operator: string
  class: string
  cost: number
  created_at: string
}

/**
 * Ends what waits and fits the condition, with full refunds (never submitted, MSG-271). The flag
 * `submitted` decides in the same statement, so that the drain and a cancellation never both win.
 */
export async function endUnsubmitted(
  by: Actor,
  owner: Owner,
  condition: Sql,
  reason: FailureReason,
): Promise<number> {
  const at = await instantOf(owner)
  const ended = await returning<Ended>(
    sql`update msg_messages set status = 'failed', failure_reason = ${reason}, final_at = ${at},
          refunded = cost, updated_at = ${clock.instant()}
        where ${condition} and account_id = ${owner.account_id} and mode = ${owner.mode}
          and status in ('queued', 'scheduled') and not submitted
        returning id, batch_id, campaign_id, phone, sender_id, reference, operator, class, cost,
          created_at`,
  )
  if (ended.length === 0) return 0
  await refundMany(
    owner,
    ended.map(({ id, cost, campaign_id }) => ({
      message_id: id,
      amount: cost,
      reason: 'never_submitted' as const,
      campaign_id,
    })),
    by.actor,
  )
  const batches = await returningBatches(ended)
  await emitMany(
    owner,
    'message.failed',
    ended.map((one) => ({
      data: {
        id: one.id,
        to: one.phone,
        senderId: one.sender_id,
        status: 'failed',
        reference: one.reference,
        failureReason: reason,
      },
      message_id: one.id,
      campaign_id: one.campaign_id,
      callback_url: batches.get(one.batch_id)?.callback_url ?? null,
    })),
    at,
  )
  await msg_message_notes.insertMany(
    ended.map(({ id }) => ({
      hospital_id: owner.hospital_id,
      message_id: id,
      at,
      status: 'failed' as const,
      reason: `${reason} by ${by.actor}`.slice(0, 300),
      actor: by.actor,
    })),
  )
  await countEnded(owner, ended, batches, reason)
  await eraseWords(
    ended.map(({ id, batch_id, ...one }) => ({
      message_id: id,
      batch_id,
      class: one.class,
      campaign_id: one.campaign_id,
      key_id: batches.get(batch_id)?.key_id ?? null,
    })),
  )
  return ended.length
}

interface BatchFacts {
  id: string
  callback_url: string | null
  key_id: string | null
}

async function returningBatches(ended: readonly Ended[]): Promise<Map<string, BatchFacts>> {
  const ids = [...new Set(ended.map(({ batch_id }) => batch_id))]
  const found = await returning<BatchFacts>(
    sql`select id, callback_url, key_id from msg_batches where id${oneOf(ids)}`,
  )
  return new Map(found.map((batch) => [batch.id, batch]))
}

async function countEnded(
  owner: Owner,
  ended: readonly Ended[],
  batches: ReadonlyMap<string, BatchFacts>,
  reason: FailureReason,
): Promise<void> {
  const account = await accountNow(owner.account_id)
  const zone = account.time_zone ?? (await setting('time_zone'))
  await countUsage(
    owner,
    ended.map((one) => ({
      day: usageDay(zone, one.created_at),
      channel: 'sms' as const,
      operator: one.operator,
      sender_id: one.sender_id,
      key_id: batches.get(one.batch_id)?.key_id ?? null,
      campaign_id: one.campaign_id,
      class: one.class,
      ...(reason === 'opted_out' ? { opted_out: 1 } : { failed: 1 }),
      ...(reason === 'cancelled' ? { cancelled: 1 } : {}),
      refunded: one.cost,
    })),
  )
}

async function isOver(batch_id: string): Promise<boolean> {
  const open = await returning(
    sql`select 1 as yes from msg_messages
        where batch_id = ${batch_id} and status in ('scheduled', 'queued', 'sent') limit 1`,
  )
  return open.length === 0
}
