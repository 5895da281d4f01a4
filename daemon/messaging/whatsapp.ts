// WhatsApp under /v1, and where its provider brings what people write (MSG 4.20).

import { Flag, form, partial } from '../../db/core/kinds/kinds.ts'
import { mapOf, Words } from '../../db/core/kinds/strict.ts'
import { takeDelivery } from '../../db/messaging/whatsapp/inbound.ts'
import * as media from '../../db/messaging/whatsapp/media.ts'
import * as messages from '../../db/messaging/whatsapp/messages.ts'
import * as numbers from '../../db/messaging/whatsapp/numbers.ts'
import { send } from '../../db/messaging/whatsapp/send.ts'
import {
  ChangedNumber,
  NewNumber,
  NumberChange,
  NumberChecked,
  NumberInput,
  SyncInput,
  TemplateInput,
  TemplatesSynced,
  WhatsappMedia,
  WhatsappWindow,
  template_filters,
  WhatsappInput,
  WhatsappMessage,
  WhatsappNumber,
  WhatsappPage,
  WhatsappQuery,
  WhatsappSent,
  WhatsappTemplate,
} from '../../db/messaging/whatsapp/shapes.ts'
import * as templates from '../../db/messaging/whatsapp/templates.ts'
import * as windows from '../../db/messaging/whatsapp/windows.ts'
import { refuse } from '../../db/messaging/refusals.ts'
import type { Facts } from '../edge/facts.ts'
import { area, type Route } from '../edge/route.ts'
import { create, file, get, list, post, put, remove, start, upload } from './words.ts'
import * as asking from './whatsapp-asking.ts'

const plain = 'text/plain; charset=utf-8'
const body_limit = 4 * 1024 * 1024

interface Brought {
  params: { numberId: string }
  body?: unknown
  facts: Facts
}

/** The signature is over the bytes as they came. */
async function take({ params, body, facts }: Brought): Promise<{ received: boolean }> {
  const signature = facts.headers['x-hub-signature-256']
  const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  await takeDelivery(params.numberId, raw, typeof signature === 'string' ? signature : undefined)
  return { received: true }
}

export const door = area('whatsapp', [
  get('/whatsapp/messages', {
    summary: 'WhatsApp messages, inbound unless asked otherwise',
    access: 'whatsapp:read',
    query: WhatsappQuery,
    reply: WhatsappPage,
    run: ({ caller, query }) => messages.list(caller, query),
  }),
  start('/whatsapp/messages', {
    summary: 'Send a text or media in the 24-hour window, a template at any time',
    access: 'whatsapp:send',
    body: WhatsappInput,
    reply: WhatsappSent,
    run: ({ caller, body }) => send(caller, body),
  }),
  get('/whatsapp/messages/:id', {
    summary: 'One WhatsApp message with its history',
    access: 'whatsapp:read',
    reply: WhatsappMessage,
    run: ({ caller, params }) => messages.find(caller, params.id),
  }),
  post('/whatsapp/messages/:id/read', {
    summary: 'Mark what a person wrote as read, at the provider too',
    access: 'whatsapp:send',
    in_pieces: true,
    reply: WhatsappMessage,
    run: ({ caller, params, keep }) => asking.readMessage(caller, params.id, keep),
  }),
  list('/whatsapp/windows', {
    summary: 'The 24 hours in which people may be answered freely, who wrote last first',
    access: 'whatsapp:read',
    filters: { open: Flag, from: Words(0, 40) },
    each: WhatsappWindow,
    run: ({ caller, query }) => windows.list(caller, query),
  }),
  get('/whatsapp/windows/:phone', {
    summary: 'The window with one person',
    access: 'whatsapp:read',
    query: partial({ number: Words(0, 64) }),
    reply: WhatsappWindow,
    run: ({ caller, params, query }) => windows.find(caller, params.phone, query.number),
  }),
  upload('/whatsapp/media', {
    summary: 'Keep a file that messages will carry',
    access: 'whatsapp:send',
    max_mb: 16,
    status: 201,
    reply: WhatsappMedia,
    run: ({ caller, body, keep }) => media.upload(caller, body, keep),
  }),
  file('/whatsapp/media/:id', {
    summary: 'A file that came or goes with a message',
    access: 'whatsapp:read',
    content_type: 'application/octet-stream',
    run: ({ caller, params }) => media.fileOf(caller, params.id),
  }),
  list('/whatsapp/templates', {
    summary: 'Templates as the provider last told of them',
    access: 'whatsapp:read',
    filters: template_filters,
    each: WhatsappTemplate,
    run: ({ caller, query }) => templates.list(caller, query),
  }),
  create('/whatsapp/templates', {
    summary: 'Propose a template to the provider',
    access: 'whatsapp:send',
    in_pieces: true,
    body: TemplateInput,
    reply: WhatsappTemplate,
    run: ({ caller, body, keep }) => asking.propose(caller, body, keep),
  }),
  post('/whatsapp/templates/sync', {
    summary: 'Ask the provider for its templates now, not at the next hour',
    access: 'whatsapp:send',
    in_pieces: true,
    body: SyncInput,
    body_may_miss: true,
    reply: TemplatesSynced,
    run: ({ caller, body, keep }) => asking.sync(caller, body.number, keep),
  }),
  get('/whatsapp/templates/:id', {
    summary: 'One template',
    access: 'whatsapp:read',
    reply: WhatsappTemplate,
    run: ({ caller, params }) => templates.find(caller, params.id),
  }),
  remove('/whatsapp/templates/:id', {
    summary: 'Take a template back from the provider',
    access: 'whatsapp:send',
    in_pieces: true,
    run: ({ caller, params, keep }) => asking.drop(caller, params.id, keep),
  }),
  list('/whatsapp/numbers', {
    summary: "The account's WhatsApp numbers",
    access: 'whatsapp:read',
    each: WhatsappNumber,
    run: ({ caller, query, facts }) => numbers.list(caller, query, facts.base_url),
  }),
  create('/whatsapp/numbers', {
    summary: 'Add a WhatsApp number; its verify token is shown once',
    access: 'account:manage',
    live_only: true,
    sealed: true,
    body: NumberInput,
    reply: NewNumber,
    run: ({ caller, body, facts }) => numbers.create(caller, body, facts.base_url),
  }),
  get('/whatsapp/numbers/:id', {
    summary: 'One WhatsApp number',
    access: 'whatsapp:read',
    reply: WhatsappNumber,
    run: ({ caller, params, facts }) => numbers.find(caller, params.id, facts.base_url),
  }),
  put('/whatsapp/numbers/:id', {
    summary: 'Change a WhatsApp number; a secret sent back as it is shown stays',
    access: 'account:manage',
    live_only: true,
    sealed: true,
    body: NumberChange,
    reply: ChangedNumber,
    run: ({ caller, params, body, facts }) =>
      numbers.change(caller, params.id, body, facts.base_url),
  }),
  post('/whatsapp/numbers/:id/check', {
    summary: 'Ask the provider about a number, and keep what came of it',
    access: 'account:manage',
    live_only: true,
    in_pieces: true,
    reply: NumberChecked,
    run: ({ caller, params, keep }) => asking.check(caller, params.id, keep),
  }),
  ...(['disable', 'enable'] as const).map((verb) =>
    post(`/whatsapp/numbers/:id/${verb}`, {
      summary:
        verb === 'disable'
          ? 'Send nothing more from a number; what waits stays'
          : 'Let a number send again',
      access: 'account:manage',
      live_only: true,
      reply: WhatsappNumber,
      run: async ({ caller, params, facts }) => {
        const found = await numbers.numberOf(caller, numbers.mustBeId(params.id))
        await numbers.switchNumber(caller, found, verb === 'enable', null)
        return numbers.find(caller, params.id, facts.base_url)
      },
    }),
  ),
  file('/providers/whatsapp/:numberId', {
    summary: "The provider's challenge",
    access: 'open',
    query: mapOf(Words(0, 5000)),
    content_type: plain,
    run: async ({ params, query }) => {
      const bytes = await numbers.challengeOf(params.numberId, query)
      if (bytes === null) throw refuse('insufficient_scope', 'The verify token is wrong.')
      return { content_type: plain, bytes, cache: 'no-store' }
    },
  }),
  {
    ...post('/providers/whatsapp/:numberId', {
      summary: 'Messages and statuses, from the provider',
      access: 'open',
      unkeyed: true,
      reply: form({ received: Flag }),
      run: take,
    }),
    takes: 'bytes',
    body_limit,
  } satisfies Route,
])
