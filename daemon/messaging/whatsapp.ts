// WhatsApp under /v1, and where its provider brings what people write (MSG 4.20).

import { Flag, form, mapOf, Words } from '../../db/core/kinds/strict.ts'
import { takeDelivery } from '../../db/messaging/whatsapp/inbound.ts'
import * as messages from '../../db/messaging/whatsapp/messages.ts'
import * as numbers from '../../db/messaging/whatsapp/numbers.ts'
import { send } from '../../db/messaging/whatsapp/send.ts'
import {
  NewNumber,
  NumberInput,
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
import { refuse } from '../../db/messaging/refusals.ts'
import type { Facts } from '../edge/facts.ts'
import { area, type Route } from '../edge/route.ts'
import { create, file, get, list, post, start } from './words.ts'

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
  list('/whatsapp/templates', {
    summary: 'Templates as the provider last told of them',
    access: 'whatsapp:read',
    filters: template_filters,
    each: WhatsappTemplate,
    run: ({ caller, query }) => templates.list(caller, query),
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
