// What the provider brings (MSG-501 to MSG-503): verified over the raw bytes, committed, answered,
// and read afterwards, each delivery in a transaction of its own.

import { createHmac, timingSafeEqual } from 'node:crypto'
import { clock, hours } from '../../core/clock.ts'
import { rows, within } from '../../store/connection.ts'
import { isId, newId } from '../../core/ids.ts'
import { unseal } from '../../appliance/secrets/seal.ts'
import { sql } from '../../store/sql.ts'
import { now } from '../accounts/clock.ts'
import { accountNow } from '../accounts/accounts.ts'
import { ownerOf } from '../caller.ts'
import { nudge } from '../nudges.ts'
import { hearWords } from '../opt-outs/words-heard.ts'
import { refuse } from '../refusals.ts'
import { emit } from '../webhooks/emit.ts'
import { byWhatsapp } from './auto-answers.ts'
import { awaitMedia } from './media.ts'
import { idsByProvider } from './messages.ts'
import { numberById, type NumberRow } from './numbers.ts'
import {
  type Content,
  isObject,
  objectsIn,
  provider_states,
  readJson,
  reasonOf,
  wordOf,
} from './provider.ts'
import { move } from './statuses.ts'
import {
  msg_whatsapp_messages,
  msg_whatsapp_numbers,
  msg_whatsapp_raws,
  msg_whatsapp_windows,
} from './tables.ts'
import { hearTemplate } from './templates.ts'
import { isOneOf, media_types, message_types, type MessageType } from './words.ts'
import { counted } from '../measured.ts'

type Json = Record<string, unknown>

/** MSG-501. */
export async function takeDelivery(
  number_id: string,
  raw: Buffer,
  signature: string | undefined,
): Promise<void> {
  const number = await numberById(number_id)
  if (number === undefined || !isSigned(raw, signature, unseal(number.app_secret)))
    throw refuse('invalid_api_key', 'The signature is missing or wrong.', {
      field: 'X-Hub-Signature-256',
    })
  await msg_whatsapp_raws.insert({
    ...ownerOf(number),
    number_id: number.id,
    body: raw.toString('utf8').replaceAll('\0', ''),
    received_at: clock.instant(),
  })
  nudge('whatsapp')
}

function isSigned(raw: Buffer, signature: string | undefined, secret: string): boolean {
  const hex = /^sha256=(?<hex>[0-9a-fA-F]{64})$/.exec(signature ?? '')?.groups?.['hex']
  if (hex === undefined) return false
  return timingSafeEqual(Buffer.from(hex, 'hex'), createHmac('sha256', secret).update(raw).digest())
}

/** Everything that waits to be read, in the order in which it came; how many there were. */
export async function readDeliveries(): Promise<number> {
  const waiting = await rows<{ id: string }>(
    sql`select id from msg_whatsapp_raws where read_at is null order by id limit 100`,
  )
  for (const { id } of waiting) await readOne(id)
  return waiting.length
}

async function readOne(id: string): Promise<void> {
  try {
    await within(async () => {
      const raw = await msg_whatsapp_raws.findAnywhere({ id, read_at: null }, { lock: true })
      if (raw === undefined) return
      const { hospital_id, number_id } = raw
      const number = await msg_whatsapp_numbers.find({ hospital_id, id: number_id })
      const remarks = number === undefined ? [] : await readBody(number, raw.body)
      await noteRead(id, remarks.join('; '))
    }, 'jobs')
  } catch (error) {
    // One that cannot be read must not stand in the way of all that follow.
    const why = error instanceof Error ? error.message : 'it could not be read'
    await within(() => noteRead(id, why), 'jobs')
  }
}

const noteRead = (id: string, remark: string): Promise<unknown> =>
  msg_whatsapp_raws.changeAnywhere(
    { id },
    { read_at: clock.instant(), remark: remark === '' ? null : remark.slice(0, 300) },
  )

/** Answers what of it was none of ours. */
async function readBody(number: NumberRow, text: string): Promise<string[]> {
  const body = readJson(text)
  if (body === null) return ['not JSON']
  const remarks: string[] = []
  for (const entry of objectsIn(body['entry'])) {
    for (const { field, value } of objectsIn(entry['changes'])) {
      if (field === 'message_template_status_update') {
        if (!(await hearTemplate(number, value))) remarks.push('a template that is not known')
      } else if (field === 'messages' && isObject(value)) {
        remarks.push(...(await readMessages(number, value)))
      } else remarks.push(`field ${String(field).slice(0, 40)}`)
    }
  }
  return remarks
}

async function readMessages(number: NumberRow, value: Json): Promise<string[]> {
  const { metadata } = value
  const of_number = isObject(metadata) ? metadata['phone_number_id'] : undefined
  if (of_number !== number.phone_number_id)
    return [`for phone number id ${String(of_number).slice(0, 40)}`]
  const remarks: string[] = []
  const names = new Map(
    objectsIn(value['contacts']).map(({ wa_id, profile }) => [
      wa_id,
      isObject(profile) ? profile['name'] : undefined,
    ]),
  )
  for (const one of objectsIn(value['messages'])) {
    const name = names.get(one['from'])
    if ((await readMessage(number, one, typeof name === 'string' ? name : null)) === null)
      remarks.push('a message without sender or id')
  }
  for (const one of objectsIn(value['statuses']))
    if (!(await readStatus(number, one))) remarks.push('a status of no message of ours')
  return remarks
}

/** Taken once by the provider's id (MSG-502). Answers our id; null when nobody wrote it. */
export async function readMessage(
  number: NumberRow,
  one: Json,
  profile: string | null,
): Promise<string | null> {
  const { from, id: provider_id } = one
  if (typeof from !== 'string' || !/^[0-9]{5,15}$/.test(from)) return null
  if (typeof provider_id !== 'string' || provider_id === '' || provider_id.length > 300) return null
  const context = isObject(one['context']) ? one['context']['id'] : undefined
  const asked = [provider_id, ...(typeof context === 'string' ? [context] : [])]
  const known = await idsByProvider(number.id, asked)
  const before = known.get(provider_id)
  if (before !== undefined) return before
  const at = momentOf(one['timestamp'], await now(number, number.mode))
  const expires_at = await openWindow(number, from, at)
  const message_id = newId()
  const { type, content } = await withMedia(number, message_id, from, one)
  const { currency } = await accountNow(number.account_id)
  const made = await msg_whatsapp_messages.insert({
    id: message_id,
    ...ownerOf(number),
    number_id: number.id,
    direction: 'inbound',
    own_phone: number.phone,
    phone: from,
    type,
    content,
    reply_to: typeof context === 'string' ? (known.get(context) ?? null) : null,
    profile_name: profile?.slice(0, 300) ?? null,
    status: 'received',
    provider_id,
    currency,
    received_at: at,
    window_expires_at: expires_at,
  })
  if (number.mode === 'live') counted('whatsapp', 1, { direction: 'inbound', status: 'received' })
  const heard = content.text?.body
  if (heard !== undefined)
    await hearWords(
      ownerOf(number),
      { id: made.id, from, to: number.phone, text: heard },
      byWhatsapp(number),
    )
  await emit(ownerOf(number), 'whatsapp.received', {
    data: {
      id: made.id,
      from,
      to: number.phone,
      profileName: made.profile_name,
      type,
      ...told(content),
      ...(made.reply_to === null ? {} : { replyTo: made.reply_to }),
      receivedAt: at,
      windowExpiresAt: expires_at,
    },
  })
  return made.id
}

/** Everything of a message but what is of no known kind. */
const told = ({ raw: _raw, template: _template, ...rest }: Content) => rest

/** The provider's clock in seconds; never later than now. */
function momentOf(timestamp: unknown, now_ms: number): string {
  const s = Number(timestamp)
  const ms = Number.isFinite(s) && s > 0 ? Math.min(s * 1000, now_ms) : now_ms
  return new Date(ms).toISOString()
}

/** Prolonged to a day after the person wrote, never shortened (MSG-503). */
async function openWindow(number: NumberRow, phone: string, at: string): Promise<string> {
  const expires_at = new Date(Date.parse(at) + hours(24)).toISOString()
  const mine = { hospital_id: number.hospital_id, number_id: number.id, phone }
  const known = await msg_whatsapp_windows.find(mine, { lock: true })
  if (known === undefined)
    await msg_whatsapp_windows.insert({
      ...ownerOf(number),
      number_id: number.id,
      phone,
      opened_at: at,
      last_inbound_at: at,
      expires_at,
    })
  else if (known.expires_at < expires_at)
    await msg_whatsapp_windows.change(mine, {
      expires_at,
      last_inbound_at: at,
      ...(known.expires_at < at ? { opened_at: at } : {}),
    })
  return expires_at
}

/** A file has a record of its own, under which it is fetched and shown (MSG-509). */
async function withMedia(
  number: NumberRow,
  message_id: string,
  phone: string,
  one: Json,
): Promise<{ type: MessageType; content: Content }> {
  const read = contentOf(one)
  const part = one[read.type]
  if (read.content.media === undefined || !isObject(part)) return read
  const id = await awaitMedia(number, { message_id, phone, part })
  return { ...read, content: { media: { ...read.content.media, id } } }
}

function contentOf(one: Json): { type: MessageType; content: Content } {
  const type = one['type']
  const part = one[String(type)]
  if (!isOneOf(message_types, type) || type === 'unsupported' || type === 'template')
    return { type: 'unsupported', content: { raw: one } }
  if (type === 'text') {
    const body = isObject(part) ? part['body'] : undefined
    if (typeof body !== 'string') return { type: 'unsupported', content: { raw: one } }
    return { type, content: { text: { body: body.slice(0, 4096).toWellFormed() } } }
  }
  if (isOneOf(media_types, type)) return { type, content: { media: mediaOf(part) } }
  return { type, content: { [type]: part ?? null } }
}

function mediaOf(part: unknown): NonNullable<Content['media']> {
  const { mime_type, filename, caption } = isObject(part) ? part : {}
  return {
    id: null,
    mimeType: typeof mime_type === 'string' ? mime_type.slice(0, 200) : null,
    size: null,
    ...(typeof filename === 'string' ? { fileName: filename.slice(0, 240) } : {}),
    ...(typeof caption === 'string' ? { caption: caption.slice(0, 4096) } : {}),
  }
}

/** By the provider's id, or by ours that travelled with the message and settles what was unknown. */
async function readStatus(number: NumberRow, one: Json): Promise<boolean> {
  const { id: provider_id, status, biz_opaque_callback_data: ours } = one
  if (typeof provider_id !== 'string') return false
  const { hospital_id, id: number_id } = number
  const mine = { hospital_id, number_id, direction: 'outbound' as const }
  const found =
    (await msg_whatsapp_messages.find({ ...mine, provider_id }, { lock: true })) ??
    (typeof ours === 'string' && isId(ours)
      ? await msg_whatsapp_messages.find({ ...mine, id: ours, provider_id: null }, { lock: true })
      : undefined)
  if (found === undefined) return false
  if (found.provider_id === null) {
    const changes = { provider_id: provider_id.slice(0, 300), posting: 'submitted' as const }
    await msg_whatsapp_messages.change({ hospital_id, id: found.id }, changes)
    Object.assign(found, changes)
  }
  const to = provider_states[String(status)]
  if (to === undefined) return true
  const [error] = objectsIn(one['errors'])
  const code = wordOf(error?.['code'])
  await move(found, {
    status: to,
    at: momentOf(one['timestamp'], await now(number, number.mode)),
    ...(to === 'failed' ? { reason: reasonOf(code ?? ''), provider_code: code } : {}),
  })
  return true
}
