// A double of the WhatsApp provider, written from its published protocol: it takes messages for the
// bearer of its token, lists templates page by page, and signs what it brings.

import { createHash, createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Tap } from '../boot.ts'
import { type Posted, receiver, type Receiver } from './receiver.ts'

export const access_token = 'EAAG-test-token-0123456789abcdef'
export const app_secret = 'f00dfeed0123456789abcdef01234567'
export const phone_number_id = '106540352242922'
export const business_account_id = '102290129340398'

export interface Provider extends Receiver {
  graph_url: string
  /** Bodies of the messages it took or refused. */
  messages(): Record<string, unknown>[]
  /** What it does with a message; at first it takes it. */
  onMessage: (post: Posted, reply: ServerResponse) => void
  templates: Record<string, unknown>[]
  /** What it does with a template that is proposed or taken back. */
  onTemplate: (post: Posted, reply: ServerResponse) => void
  /** Files that people sent, by their ids. */
  files: Map<string, SentFile>
  /** Where it says that its files lie. */
  files_at: string
  onUpload: (post: Posted, reply: ServerResponse) => void
  /** Bodies of the files it was given. */
  uploads: Buffer[]
}

export interface SentFile {
  bytes: Buffer
  mime_type: string
  /** What it says of the file, where that is not true. */
  sum?: string
  says?: number
  /** The line breaks before the end of it. */
  breaks?: boolean
}

export const json = (reply: ServerResponse, status: number, body: unknown): void => {
  reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

export const fails = (status: number, code: number) => (_post: Posted, reply: ServerResponse) =>
  json(reply, status, { error: { message: `(#${code}) no`, type: 'OAuthException', code } })

export async function provider(tap: Tap): Promise<Provider> {
  const there = await receiver(tap)
  let taken = 0
  const one: Provider = Object.assign(there, {
    graph_url: `https://localhost:${there.port}/v23.0`,
    messages: () =>
      there.posts
        .filter(({ method, path }) => method === 'POST' && path.endsWith('/messages'))
        .map(({ body }) => JSON.parse(body) as Record<string, unknown>),
    onMessage: (post: Posted, reply: ServerResponse) => {
      taken += 1
      const { to } = JSON.parse(post.body) as { to: string }
      json(reply, 200, {
        messaging_product: 'whatsapp',
        contacts: [{ input: to, wa_id: to }],
        messages: [{ id: `wamid.${taken}` }],
      })
    },
    templates: [] as Record<string, unknown>[],
    onTemplate: (_post: Posted, reply: ServerResponse) => json(reply, 200, { success: true }),
    files: new Map<string, SentFile>(),
    files_at: `https://localhost:${there.port}`,
    uploads: [] as Buffer[],
    onUpload: (post: Posted, reply: ServerResponse) => {
      one.uploads.push(post.bytes)
      json(reply, 200, { id: `up-${one.uploads.length}` })
    },
  })
  there.answers = (post, reply) => {
    if (post.headers['authorization'] !== `Bearer ${access_token}`)
      return fails(401, 190)(post, reply)
    const url = new URL(post.path, there.url)
    if (post.method === 'POST' && url.pathname === `/v23.0/${phone_number_id}/messages`)
      return one.onMessage(post, reply)
    if (post.method === 'POST' && url.pathname === `/v23.0/${phone_number_id}/media`)
      return one.onUpload(post, reply)
    const file = one.files.get(url.pathname.replace(/^\/(v23\.0|files)\//, ''))
    if (post.method === 'GET' && file !== undefined)
      return url.pathname.startsWith('/files/')
        ? sendBytes(file, reply)
        : json(reply, 200, toldOf(file, `${one.files_at}/files${url.pathname.slice(6)}`))
    if (post.method !== 'GET' && url.pathname.endsWith('/message_templates'))
      return one.onTemplate(post, reply)
    if (url.pathname === `/v23.0/${business_account_id}/message_templates`)
      return listTemplates(one.templates, url, reply)
    if (post.method === 'GET' && url.pathname === `/v23.0/${phone_number_id}`)
      return json(reply, 200, {
        display_phone_number: '+255 700 111 222',
        verified_name: 'Kliniki',
        id: phone_number_id,
      })
    return fails(404, 100)(post, reply)
  }
  return one
}

const toldOf = ({ bytes, mime_type, sum, says }: SentFile, url: string) => ({
  messaging_product: 'whatsapp',
  url,
  mime_type,
  sha256: sum ?? createHash('sha256').update(bytes).digest('hex'),
  file_size: says ?? bytes.length,
})

function sendBytes({ bytes, mime_type, breaks }: SentFile, reply: ServerResponse): void {
  reply.writeHead(200, { 'content-type': mime_type, 'content-length': bytes.length })
  if (breaks === true) reply.write(bytes.subarray(0, 4), () => reply.destroy())
  else reply.end(bytes)
}

/** Two to a page, so that whoever reads must follow the cursor. */
function listTemplates(all: Record<string, unknown>[], url: URL, reply: ServerResponse): void {
  const from = Number(url.searchParams.get('after') ?? 0)
  const to = from + 2
  json(reply, 200, {
    data: all.slice(from, to),
    paging: {
      cursors: { before: String(from), after: String(to) },
      ...(to < all.length ? { next: `${url.origin}${url.pathname}?after=${to}` } : {}),
    },
  })
}

export const signed = (body: string, secret = app_secret): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

const delivery = (value: object, field = 'messages'): string =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: business_account_id, changes: [{ field, value }] }],
  })

const metadata = { display_phone_number: '255700111222', phone_number_id }
const seconds_of = (at: string): string => String(Math.floor(Date.parse(at) / 1000))

export const wrote = (
  from: string,
  id: string,
  at: string,
  more: Record<string, unknown> = { type: 'text', text: { body: 'Habari' } },
): string =>
  delivery({
    messaging_product: 'whatsapp',
    metadata,
    contacts: [{ profile: { name: 'Asha' }, wa_id: from }],
    messages: [{ from, id, timestamp: seconds_of(at), ...more }],
  })

export const became = (
  id: string,
  status: string,
  at: string,
  more: Record<string, unknown> = {},
): string =>
  delivery({
    messaging_product: 'whatsapp',
    metadata,
    statuses: [{ id, status, timestamp: seconds_of(at), recipient_id: '255712345678', ...more }],
  })

export const templateTurned = (name: string, language: string, event: string): string =>
  delivery(
    { event, message_template_name: name, message_template_language: language },
    'message_template_status_update',
  )
