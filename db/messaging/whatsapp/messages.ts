// WhatsApp messages as an account sees them (MSG-510): newest first, or as a tail.

import { rows } from '../../store/connection.ts'
import { isId } from '../../core/ids.ts'
import { toMajor } from '../../core/kinds/money.ts'
import { currencyOf } from '../../core/reference/countries.ts'
import { oneOf, sql, when, where } from '../../store/sql.ts'
import type { RowOf } from '../../store/table.ts'
import { instantOf } from '../accounts/clock.ts'
import { type MessagingCaller, type Owner, ownerOf } from '../caller.ts'
import { afterId, cursorOf, limitOf, listed } from '../cursors.ts'
import { noneHere, wrongState } from '../refusals.ts'
import { mustBeNumber, numberOf, type NumberRow } from './numbers.ts'
import type { WhatsappLine, WhatsappMessage, WhatsappPage, WhatsappQuery } from './shapes.ts'
import { msg_whatsapp_messages, msg_whatsapp_moves } from './tables.ts'

export type MessageRow = RowOf<(typeof msg_whatsapp_messages)['columns']>

export async function list(caller: MessagingCaller, asked: WhatsappQuery): Promise<WhatsappPage> {
  const { direction = 'inbound', order = 'desc', since, until, limit, cursor } = asked
  const iso = (text: string): string => new Date(text).toISOString()
  const from = asked.from === undefined ? undefined : mustBeNumber(asked.from, 'from')
  const to = asked.to === undefined ? undefined : mustBeNumber(asked.to, 'to')
  const place = {
    ...(limit === undefined ? {} : { limit }),
    ...(cursor === undefined ? {} : { cursor }),
  }
  const found = await msg_whatsapp_messages.read(
    sql`select ${msg_whatsapp_messages.selection()} from msg_whatsapp_messages${where([
      sql`account_id = ${caller.account_id}`,
      sql`mode = ${caller.mode}`,
      direction === 'all' ? undefined : sql`direction = ${direction}`,
      when(
        from,
        sql`((direction = 'inbound' and phone = ${from})
          or (direction = 'outbound' and own_phone = ${from}))`,
      ),
      when(
        to,
        sql`((direction = 'inbound' and own_phone = ${to})
          or (direction = 'outbound' and phone = ${to}))`,
      ),
      when(asked.type, sql`type = ${asked.type}`),
      when(asked.status, sql`status = ${asked.status}`),
      asked.reference === undefined ? undefined : sql`reference = ${asked.reference}`,
      since === undefined ? undefined : sql`created_at >= ${iso(since)}`,
      until === undefined ? undefined : sql`created_at < ${iso(until)}`,
      afterId(place, order),
    ])} order by id ${order === 'asc' ? sql`asc` : sql`desc`} limit ${limitOf(place) + 1}`,
  )
  const page = listed(place, found, shown, ({ id }) => cursorOf(id))
  if (order === 'desc') return page
  const last = page.data.at(-1)
  return { ...page, endCursor: last === undefined ? (cursor ?? null) : cursorOf(last.id) }
}

export async function rowOf(
  owner: Owner,
  id: string,
  how: { lock?: boolean } = {},
): Promise<MessageRow> {
  const found = isId(id)
    ? await msg_whatsapp_messages.find({ ...ownerOf(owner), id }, how)
    : undefined
  if (found === undefined) throw noneHere('WhatsApp message')
  return found
}

export async function find(owner: Owner, id: string): Promise<WhatsappMessage> {
  const found = await rowOf(owner, id)
  const history = await msg_whatsapp_moves.all(
    { hospital_id: found.hospital_id, message_id: id },
    { order: ['id'] },
  )
  return {
    ...shown(found),
    history: history.map(({ at, status, reason }) => ({ at, status, reason })),
  }
}

/** What a person wrote, to be marked read; null where it is already. */
export async function toMarkRead(
  owner: Owner,
  id: string,
): Promise<{ message: MessageRow; number: NumberRow } | null> {
  const message = await rowOf(owner, id)
  if (message.direction === 'outbound') throw wrongState('This message was sent, not received.')
  return message.read_at === null
    ? { message, number: await numberOf(owner, message.number_id) }
    : null
}

export async function noteMarkedRead(owner: Owner, { hospital_id, id }: MessageRow): Promise<void> {
  await msg_whatsapp_messages.change({ hospital_id, id }, { read_at: await instantOf(owner) })
}

/** Our ids by the provider's, for answers and reactions. */
export async function idsByProvider(
  number_id: string,
  provider_ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (provider_ids.length === 0) return new Map()
  const found = await rows<{ id: string; provider_id: string }>(
    sql`select id, provider_id from msg_whatsapp_messages
        where number_id = ${number_id} and provider_id${oneOf(provider_ids)}`,
  )
  return new Map(found.map(({ id, provider_id }) => [provider_id, id]))
}

export function shown(one: MessageRow): WhatsappLine {
  const outbound = one.direction === 'outbound'
  const { content } = one
  const money = currencyOf(one.currency)
  return {
    id: one.id,
    direction: one.direction,
    from: outbound ? one.own_phone : one.phone,
    to: outbound ? one.phone : one.own_phone,
    type: one.type,
    text: content.text ?? null,
    template: content.template ?? null,
    media: content.media ?? null,
    location: content.location ?? null,
    contacts: content.contacts ?? null,
    interactive: content.interactive ?? null,
    reaction: content.reaction ?? null,
    raw: content.raw ?? null,
    replyTo: one.reply_to,
    profileName: one.profile_name,
    reference: one.reference,
    status: one.status,
    failureReason: one.failure_reason,
    providerCode: one.provider_code,
    uncertain: one.posting === 'unknown' && one.status === 'accepted',
    cost: toMajor(one.cost, money),
    refunded: toMajor(one.refunded, money),
    currency: one.currency,
    receivedAt: one.received_at,
    sentAt: one.sent_at,
    deliveredAt: one.delivered_at,
    readAt: one.read_at,
    windowExpiresAt: one.window_expires_at,
    createdAt: one.created_at,
    updatedAt: one.updated_at,
  }
}
