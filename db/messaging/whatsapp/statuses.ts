// What becomes of a message (MSG 3.7, MSG-508): only forward, each news once, with its event, its
// history and what is paid back.

import { newId } from '../../core/ids.ts'
import { byDialect, nothing, raw, sql } from '../../store/sql.ts'
import { now } from '../accounts/clock.ts'
import { type Owner, ownerOf } from '../caller.ts'
import { countUsage, type Counters } from '../messages/usage.ts'
import { refundMany } from '../wallet/wallets.ts'
import { emit } from '../webhooks/emit.ts'
import type { MessageRow } from './messages.ts'
import { msg_whatsapp_messages, msg_whatsapp_moves } from './tables.ts'
import { mayFollow, type OutboundState } from './words.ts'
import { counted as measured } from '../measured.ts'

export interface News {
  status: OutboundState
  at: string
  reason?: string
  provider_code?: string | null
  /** The provider never took it: what it cost is paid back (MSG-506). */
  never_taken?: 'rejected' | 'never_submitted'
}

const moment_of = { sent: 'sent_at', delivered: 'delivered_at', read: 'read_at' } as const

/** The row is held by the caller's transaction. False: it was known, or goes backwards. */
export async function move(one: MessageRow, news: News): Promise<boolean> {
  const { status, at } = news
  if (!mayFollow(one.status, status)) return false
  const { hospital_id, id } = one
  const back = news.never_taken === undefined ? 0 : one.cost - one.refunded
  const moment = status === 'failed' || status === 'accepted' ? null : moment_of[status]
  const changes = {
    status,
    failure_reason: status === 'failed' ? (news.reason ?? 'provider_rejected') : null,
    provider_code: status === 'failed' ? (news.provider_code?.slice(0, 40) ?? null) : null,
    refunded: one.refunded + back,
    ...(moment === null ? {} : { [moment]: at }),
    ...(status === 'failed' && one.posting === 'waiting' ? { posting: 'ended' as const } : {}),
  }
  await msg_whatsapp_messages.change({ hospital_id, id }, changes)
  Object.assign(one, changes)
  await keepMove(one, status, at, changes.failure_reason)
  if (news.never_taken !== undefined && back > 0)
    await refundMany(ownerOf(one), [{ message_id: id, amount: back, reason: news.never_taken }])
  const cancelled = changes.failure_reason === 'cancelled' ? 1 : 0
  await count(one, { ...counted(status), cancelled, refunded: back })
  await tell(one, at)
  return true
}

/** What has not left; nobody else moves it any more. */
export const waitingTexts = ({ account_id, hospital_id, mode }: Owner): Promise<MessageRow[]> =>
  msg_whatsapp_messages.all({ account_id, hospital_id, mode, posting: 'waiting' }, { lock: true })

/** It ends with its account, and is paid back (MSG 3.1). */
export async function endWaiting(owner: Owner, waiting: readonly MessageRow[]): Promise<void> {
  const at = new Date(await now(owner, owner.mode)).toISOString()
  for (const one of waiting)
    await move(one, { status: 'failed', at, reason: 'cancelled', never_taken: 'never_submitted' })
}

/** The same of what was accepted before a moment, whoever wrote it (OPS-134). */
export async function endWaitingBefore(before: string, at_once: number): Promise<number> {
  const found = await msg_whatsapp_messages.read(
    sql`select ${msg_whatsapp_messages.selection()} from msg_whatsapp_messages
        where mode = 'live' and posting = 'waiting' and created_at < ${before}
        order by account_id, id limit ${at_once}${lasting}`,
  )
  for (const texts of Map.groupBy(found, ({ account_id }) => account_id).values())
    await endWaiting(ownerOf(texts[0] as MessageRow), texts)
  return found.length
}

const lasting = byDialect({ sqlite: nothing, postgres: raw(' for update') })

/** A status that comes again after a failure it overrode stands once. */
async function keepMove(
  { account_id, hospital_id, mode, id }: MessageRow,
  status: OutboundState,
  at: string,
  reason: string | null,
): Promise<void> {
  const known = await msg_whatsapp_moves.find({ hospital_id, message_id: id, status })
  if (known !== undefined) return
  const owner = { account_id, hospital_id, mode }
  await msg_whatsapp_moves.insert({ ...owner, message_id: id, status, reason, at })
  if (mode === 'live') measured('whatsapp', 1, { direction: 'outbound', status })
}

const counted = (status: OutboundState): Counters =>
  status === 'read' || status === 'accepted' ? {} : { [status]: 1 }

export async function count(one: MessageRow, counters: Counters): Promise<void> {
  if (one.usage_day === null) return
  await countUsage(ownerOf(one), [
    {
      day: one.usage_day,
      channel: 'whatsapp',
      operator: 'whatsapp',
      sender_id: one.own_phone,
      key_id: one.key_id,
      campaign_id: null,
      class: one.category ?? 'session',
      ...counters,
    },
  ])
}

/** `accepted` and `sent` are read by asking; these three are told (MSG-560). */
export async function tell(one: MessageRow, at: string): Promise<void> {
  const { status } = one
  if (status !== 'delivered' && status !== 'read' && status !== 'failed') return
  await emit(ownerOf(one), 'whatsapp.status', {
    data: {
      id: newId(),
      messageId: one.id,
      to: one.phone,
      status,
      reference: one.reference,
      ...(one.failure_reason === null ? {} : { failureReason: one.failure_reason }),
      occurredAt: at,
    },
  })
}
