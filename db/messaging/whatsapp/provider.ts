// The provider's protocol, without its wires: what is posted, and how its answers are read.

import type { OutboundState } from './words.ts'

export interface Parameters {
  header: string[]
  body: string[]
  buttons: string[]
}

/** What a message holds beside who and when; of what came in, as it came. */
export interface Content {
  text?: { body: string; previewUrl?: boolean }
  template?: { name: string; language: string; parameters: Parameters }
  media?: {
    id: string | null
    mimeType: string | null
    size: number | null
    fileName?: string
    caption?: string
    url?: string
  }
  location?: unknown
  contacts?: unknown
  interactive?: unknown
  reaction?: unknown
  /** Of a kind that is not known here. */
  raw?: unknown
}

export interface Posting {
  id: string
  phone: string
  type: string
  content: Content
  answers: string | null
  /** Under which the provider knows a file that was uploaded here. */
  provider_media_id?: string | null
}

/** The body of `POST /<phone number id>/messages`; our id comes back with every status. */
export const bodyOf = ({
  id,
  phone,
  type,
  content,
  answers,
  provider_media_id = null,
}: Posting): string =>
  JSON.stringify({
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: phone,
    type,
    ...(answers === null ? {} : { context: { message_id: answers } }),
    [type]: partOf(type, content, provider_media_id),
    biz_opaque_callback_data: id,
  })

function partOf(
  type: string,
  { text, template, media }: Content,
  provider_media_id: string | null,
): unknown {
  if (type === 'text') return { body: text?.body, preview_url: text?.previewUrl ?? false }
  if (type === 'template' && template !== undefined) {
    const { name, language, parameters } = template
    return { name, language: { code: language }, components: componentsOf(parameters) }
  }
  return {
    ...(provider_media_id === null ? { link: media?.url } : { id: provider_media_id }),
    ...(media?.caption === undefined ? {} : { caption: media.caption }),
    ...(media?.fileName === undefined ? {} : { filename: media.fileName }),
  }
}

function componentsOf({ header, body, buttons }: Parameters): unknown[] {
  const texts = (list: readonly string[]) => list.map((text) => ({ type: 'text', text }))
  return [
    ...(header.length === 0 ? [] : [{ type: 'header', parameters: texts(header) }]),
    ...(body.length === 0 ? [] : [{ type: 'body', parameters: texts(body) }]),
    ...buttons.map((text, index) => ({
      type: 'button',
      sub_type: 'url',
      index: String(index),
      parameters: texts([text]),
    })),
  ]
}

/** How many parameters a template has, as its components tell (MSG-504). */
export function parametersOf(components: readonly Record<string, unknown>[]): {
  header: number
  body: number
  buttons: number
} {
  const found = { header: 0, body: 0, buttons: 0 }
  for (const one of components) {
    const type = String(one['type']).toLowerCase()
    if (type === 'header' && (one['format'] ?? 'TEXT') === 'TEXT')
      found.header = places(one['text'])
    if (type === 'body') found.body = places(one['text'])
    if (type === 'buttons' && Array.isArray(one['buttons']))
      found.buttons = one['buttons'].filter(
        (button: unknown) => places((button as { url?: unknown } | null)?.url) > 0,
      ).length
  }
  return found
}

const places = (text: unknown): number =>
  typeof text === 'string' ? new Set(text.match(/\{\{\w+\}\}/g)).size : 0

export interface Answer {
  /** Null when no status line came. */
  status: number | null
  fault: string | null
  body: Buffer
}

export type Outcome =
  | { kind: 'taken'; provider_id: string }
  | { kind: 'refused'; code: string; reason: string; detail: string }
  | { kind: 'later'; code: string | null }
  /** It may have been taken: never sent again by itself. */
  | { kind: 'unknown' }

/** No connection was made, so not a byte of it left. */
const before_the_first_byte = new Set(['dns', 'connect', 'tls', 'blocked'])
/** Too much at once, too much for one person, and the provider's own "try again". */
const later_codes = new Set(['1', '2', '4', '80007', '130429', '131056', '131016'])

export function outcomeOf({ status, fault, body }: Answer): Outcome {
  if (status === null)
    return before_the_first_byte.has(fault ?? '')
      ? { kind: 'later', code: fault }
      : { kind: 'unknown' }
  const read = readJson(body)
  if (status >= 200 && status < 300) {
    const id = (read?.['messages'] as { id?: unknown }[] | undefined)?.[0]?.id
    return typeof id === 'string' && id !== '' && id.length <= 300
      ? { kind: 'taken', provider_id: id }
      : { kind: 'unknown' }
  }
  const error = read?.['error'] as { code?: unknown; message?: unknown } | undefined
  const code = wordOf(error?.code)
  // What stands between here and there answers 5xx without the provider's own word.
  if (code === null && status >= 500) return status === 503 ? later(null) : { kind: 'unknown' }
  if (code === null && status === 429) return later('429')
  if (status >= 500 || (code !== null && later_codes.has(code))) return later(code)
  const number = code ?? String(status)
  const detail = (
    typeof error?.message === 'string' ? error.message : `It answered ${status}.`
  ).slice(0, 300)
  return { kind: 'refused', code: number, reason: reasonOf(number), detail }
}

const later = (code: string | null): Outcome => ({ kind: 'later', code })

/** MSG-507. */
export function reasonOf(code: string): string {
  if (code === '131047') return 'window_closed'
  if (code === '131026') return 'unreachable'
  if (code === '131049') return 'provider_limit'
  return /^132\d{3}$/.test(code) ? 'template_rejected' : 'provider_rejected'
}

/** Its token is not taken any more. */
export const isCredential = (code: string): boolean => code === '190' || code === '401'

export const provider_states: Readonly<Record<string, OutboundState>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  failed: 'failed',
}

export function readJson(body: Buffer | string): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(body.toString())
    return isObject(read) ? read : null
  } catch {
    return null
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const objectsIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isObject) : []

/** A code that comes as a number or as a text. */
export const wordOf = (value: unknown, most = 40): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, most) : null
