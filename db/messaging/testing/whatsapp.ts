// What people write over WhatsApp and what becomes of what was written to them, as a test asks for it
// (MSG-584): read like what the provider brings.

import { newId } from '../../core/ids.ts'
import { instantOf } from '../accounts/clock.ts'
import type { MessagingCaller } from '../caller.ts'
import { wrong, wrongState } from '../refusals.ts'
import { readMessage } from '../whatsapp/inbound.ts'
import { find, rowOf } from '../whatsapp/messages.ts'
import { mustBeNumber, numberOf } from '../whatsapp/numbers.ts'
import { reasonOf } from '../whatsapp/provider.ts'
import type { WhatsappMessage } from '../whatsapp/shapes.ts'
import { move } from '../whatsapp/statuses.ts'
import { isOneOf, media_types, type MessageType, type OutboundState } from '../whatsapp/words.ts'

export interface AskedWords {
  from: string
  type: MessageType
  /** `{body}`, as a message has it, or the body alone. */
  text?: unknown
  timestamp?: string | undefined
  providerId?: string | undefined
}

export async function injectWhatsapp(
  caller: MessagingCaller,
  asked: AskedWords,
): Promise<WhatsappMessage> {
  const from = mustBeNumber(asked.from, 'from')
  const number = await numberOf(caller, undefined)
  const provider_id = asked.providerId ?? `test.${newId()}`
  const at = asked.timestamp ?? (await instantOf(caller))
  const id = await readMessage(
    number,
    {
      from,
      id: provider_id,
      timestamp: String(Date.parse(at) / 1000),
      type: asked.type,
      [asked.type]: partOf(asked),
    },
    null,
  )
  if (id === null) throw wrong('providerId', 'providerId must be 1 to 300 characters.')
  return find(caller, id)
}

function partOf({ type, text }: AskedWords): unknown {
  if (type === 'text') return { body: bodyOf(text) }
  if (isOneOf(media_types, type)) return { id: `test.${type}`, mime_type: sample_kinds[type] }
  return {}
}

function bodyOf(text: unknown): string {
  const body = typeof text === 'object' && text !== null ? (text as { body?: unknown }).body : text
  if (body === undefined || body === null) throw wrong('text', 'text is required.')
  if (typeof body !== 'string' || body.trim() === '' || body.length > 4096)
    throw wrong('text', 'text must hold a body of 1 to 4096 characters.')
  return body
}

const sample_kinds = {
  image: 'image/jpeg',
  document: 'application/pdf',
  audio: 'audio/ogg',
  video: 'video/mp4',
  sticker: 'image/webp',
} as const

export interface AskedStatus {
  messageId: string
  status: Exclude<OutboundState, 'accepted'>
  errorCode?: string | undefined
}

export async function injectWhatsappStatus(
  caller: MessagingCaller,
  { messageId, status, errorCode }: AskedStatus,
): Promise<WhatsappMessage> {
  const one = await rowOf(caller, messageId, { lock: true })
  if (one.direction === 'inbound') throw wrongState('This message was written by the person.')
  await move(one, {
    status,
    at: await instantOf(caller),
    ...(status === 'failed'
      ? { reason: reasonOf(errorCode ?? ''), provider_code: errorCode ?? null }
      : {}),
  })
  return find(caller, messageId)
}
