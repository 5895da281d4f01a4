// Writing to people: a row in the caller's transaction, carried out of the house after it
// (PLT-137). Nothing here touches the network.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { row } from '../../../store/connection.ts'
import { maskedEmail, maskedPhone } from '../../../core/kinds/phone.ts'
import { noSuch } from '../../../core/refusal.ts'
import { seal } from '../../../appliance/secrets/seal.ts'
import { sql } from '../../../store/sql.ts'
import { hospitalOf } from '../hospitals/hospitals.ts'
import type { Language } from '../hospitals/words.ts'
import { type MessageEvent, registry } from '../../registry.ts'
import { mailIsOn } from '../settings/email.ts'
import { type KeptAttachment, outbox_messages } from './tables.ts'
import { type EventData, letterOf, textOf } from './texts.ts'
import type { skip_reasons } from './words.ts'

export interface Entity {
  type: string
  id: string
}

export interface Message {
  /** An account; its own address and number, when neither is given beside it. */
  user_id?: string | null | undefined
  email?: string | null | undefined
  /** E.164. */
  phone?: string | null | undefined
  language: Language
  /** A registered message event. */
  event: string
  data: EventData
  entity?: Entity | undefined
  /** `staff.notice` takes its class from the notice. */
  class?: MessageEvent['class'] | undefined
  not_before?: string | undefined
  not_after?: string | undefined
  /** The moment a reminder is about: it is written once for it, whoever asks again. */
  moment?: string | undefined
}

export interface Sent {
  channel: 'email' | 'sms'
  /** Masked, for the answer. */
  sent_to: string
}

/** Null when nothing will go: no address, or mail is off and there is no number. */
export async function sendTo(caller: Caller, message: Message): Promise<Sent | null> {
  const event = registry.messages.get(message.event)
  if (event === undefined) throw new Error(`no area brings the message ${message.event}`)
  const way = await wayTo(caller, message)
  const skipped = way.skip ?? ((await isThere(caller, message, way)) ? 'duplicate' : undefined)
  await write(caller, message, event, way, skipped)
  if (skipped !== undefined || way.contact === null) return null
  const masked = way.channel === 'email' ? maskedEmail : maskedPhone
  return { channel: way.channel, sent_to: masked(way.contact) }
}

export interface Letter {
  to: string
  /** Either a registered event with its data, or a subject and a text of the area's own. */
  event?: string | undefined
  data?: EventData | undefined
  subject?: string | undefined
  text?: string | undefined
  language?: Language | undefined
  /** Bytes go into the file store first, outside the transaction. */
  attachments?: readonly KeptAttachment[] | undefined
  entity?: Entity | undefined
  user_id?: string | null | undefined
}

/** A letter by email, for what has attachments or words of its own; answers the row's id. */
export async function sendMail(caller: Caller, letter: Letter): Promise<string> {
  const hospital = await hospitalOf(caller)
  const event = letter.event === undefined ? undefined : registry.messages.get(letter.event)
  if (letter.event !== undefined && event === undefined) {
    throw new Error(`no area brings the message ${letter.event}`)
  }
  const language = letter.language ?? hospital.language
  const text =
    letter.text ?? (event === undefined ? '' : textOf(event, language, hospital, letter.data ?? {}))
  const kind = event?.class ?? 'SERVICE'
  const on = await mailIsOn(caller)
  const made = await outbox_messages.insert({
    hospital_id: caller.hospital_id,
    event: letter.event ?? 'letter',
    class: kind,
    channel: 'email',
    contact: letter.to.toLowerCase(),
    user_id: letter.user_id ?? null,
    language,
    subject: letter.subject ?? event?.label ?? hospital.name,
    ...kept(kind, letterOf(text, hospital), on),
    attachments: letter.attachments === undefined ? null : [...letter.attachments],
    status: on ? 'QUEUED' : 'SKIPPED',
    reason: on ? null : 'channel_off',
    send_after: clock.instant(),
    entity_type: letter.entity?.type ?? null,
    entity_id: letter.entity?.id ?? null,
  })
  return made.id
}

interface Way {
  channel: 'email' | 'sms'
  contact: string | null
  skip?: (typeof skip_reasons)[number]
}

/**
 * While no messaging account is linked an SMS waits in the queue, so whoever has an address gets an
 * email. With mail off the number is the way, and the text waits there for the bridge.
 */
async function wayTo(caller: Caller, message: Message): Promise<Way> {
  const { email, phone } = await contactsOf(caller, message)
  if (email !== null && (await mailIsOn(caller))) return { channel: 'email', contact: email }
  if (phone !== null) return { channel: 'sms', contact: phone }
  if (email !== null) return { channel: 'email', contact: email, skip: 'channel_off' }
  return { channel: 'email', contact: null, skip: 'no_contact' }
}

async function contactsOf(
  caller: Caller,
  { user_id, email, phone }: Message,
): Promise<{ email: string | null; phone: string | null }> {
  const given = { email: email?.toLowerCase() ?? null, phone: phone ?? null }
  const none = given.email === null && given.phone === null
  if (!none || user_id === null || user_id === undefined) return given
  const account = await row<{ email: string | null; phone: string | null }>(
    sql`select email, phone from users
      where hospital_id = ${caller.hospital_id} and id = ${user_id}`,
  )
  if (account === undefined) throw noSuch('account')
  return account
}

async function isThere(caller: Caller, message: Message, way: Way): Promise<boolean> {
  if (message.moment === undefined || message.entity === undefined) return false
  const found = await outbox_messages.find({
    hospital_id: caller.hospital_id,
    entity_type: message.entity.type,
    entity_id: message.entity.id,
    event: message.event,
    moment: message.moment,
    contact: way.contact,
    status: ['QUEUED', 'HELD', 'SENT', 'DELIVERED', 'FAILED'],
  })
  return found !== undefined
}

async function write(
  caller: Caller,
  message: Message,
  event: MessageEvent,
  way: Way,
  skipped: (typeof skip_reasons)[number] | undefined,
): Promise<void> {
  const hospital = await hospitalOf(caller)
  const said = textOf(event, message.language, hospital, message.data)
  const text = way.channel === 'email' ? letterOf(said, hospital) : said
  const kind = message.class ?? event.class
  await outbox_messages.insert({
    hospital_id: caller.hospital_id,
    event: event.code,
    class: kind,
    channel: way.channel,
    contact: way.contact,
    user_id: message.user_id ?? null,
    language: message.language,
    subject: way.channel === 'email' ? event.label : null,
    ...kept(kind, text, skipped === undefined),
    status: skipped === undefined ? 'QUEUED' : 'SKIPPED',
    reason: skipped ?? null,
    send_after: message.not_before ?? clock.instant(),
    not_after: message.not_after ?? null,
    moment: message.moment ?? null,
    entity_type: message.entity?.type ?? null,
    entity_id: message.entity?.id ?? null,
  })
}

/** PLT-146: what may hold a code cannot be read while it waits, nor is it kept if it never goes. */
function kept(
  kind: MessageEvent['class'],
  text: string,
  goes: boolean,
): { text: string | null; sealed: string | null } {
  if (kind !== 'ESSENTIAL') return { text, sealed: null }
  return { text: null, sealed: goes ? seal(text) : null }
}
