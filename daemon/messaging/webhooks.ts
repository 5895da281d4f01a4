// Webhooks and the delivery log under /v1.

import * as webhooks from '../../db/messaging/webhooks/configuration.ts'
import * as log from '../../db/messaging/webhooks/log.ts'
import { samples } from '../../db/messaging/webhooks/samples.ts'
import {
  Delivery,
  DeliveryInFull,
  EventSamples,
  log_filters,
  Replayed,
  ReplayInput,
  Tested,
  TestInput,
  Webhook,
  WebhookInput,
  WebhookSet,
} from '../../db/messaging/webhooks/shapes.ts'
import { prepare, verdictOf } from '../../db/messaging/webhooks/try-out.ts'
import { area } from '../edge/route.ts'
import { sharedLine } from '../sending/webhook-calls.ts'
import { get, list, post, put, remove, start } from './words.ts'

export const door = area('webhooks', [
  put('/webhooks', {
    summary: 'Set the webhook: where events go, and which',
    access: 'webhooks:write',
    sealed: true,
    body: WebhookInput,
    reply: WebhookSet,
    run: ({ caller, body }) => webhooks.put(caller, body),
  }),
  get('/webhooks', {
    summary: 'The webhook, without its secret',
    access: 'webhooks:read',
    reply: Webhook,
    run: ({ caller }) => webhooks.find(caller),
  }),
  remove('/webhooks', {
    summary: 'Take the webhook and its secret away',
    access: 'webhooks:write',
    run: ({ caller }) => webhooks.remove(caller),
  }),
  post('/webhooks/test', {
    summary: 'Post a test event now, and say what came of it',
    access: 'webhooks:write',
    body: TestInput,
    body_may_miss: true,
    reply: Tested,
    unkeyed: true,
    transaction: 'rule',
    run: async ({ caller, body }) => {
      const { url, headers, body: bytes } = await prepare(caller, body)
      return verdictOf(await sharedLine().post(url, headers, bytes))
    },
  }),
  get('/webhooks/events', {
    summary: 'Every event with its meaning and a sample',
    access: 'webhooks:read',
    reply: EventSamples,
    run: async () => ({ data: samples() }),
  }),
  list('/delivery-log', {
    summary: 'Events on their way and those that came, newest first',
    access: 'webhooks:read',
    filters: log_filters,
    each: Delivery,
    run: ({ caller, query }) => log.list(caller, query),
  }),
  get('/delivery-log/:id', {
    summary: 'One event delivery with its body and attempts',
    access: 'webhooks:read',
    reply: DeliveryInFull,
    run: ({ caller, params }) => log.find(caller, params.id),
  }),
  start('/delivery-log/:id/replay', {
    summary: 'Send an event again',
    access: 'webhooks:write',
    reply: Delivery,
    run: ({ caller, params }) => log.replay(caller, params.id),
  }),
  start('/delivery-log/replay', {
    summary: 'Send the events of a time again',
    access: 'webhooks:write',
    body: ReplayInput,
    reply: Replayed,
    run: ({ caller, body }) => log.replayMany(caller, body),
  }),
])
