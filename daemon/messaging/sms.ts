// Sending, and what became of it (MSG 4.8, 5.1).

import { choice, Flag } from '../../db/core/kinds/kinds.ts'
import { Id, Moment, Words } from '../../db/core/kinds/strict.ts'
import { cancelBatch, cancelMessage } from '../../db/messaging/messages/cancelling.ts'
import * as messages from '../../db/messaging/messages/messages.ts'
import { accept, estimate } from '../../db/messaging/messages/send.ts'
import {
  Batch,
  Cancelled,
  Estimate,
  Message,
  MessageLine,
  SendInput,
  Sent,
} from '../../db/messaging/messages/shapes.ts'
import {
  message_classes,
  message_sources,
  message_states,
} from '../../db/messaging/messages/words.ts'
import { area } from '../edge/route.ts'
import { get, list, post, start } from './words.ts'

const Word = Words(0, 300)
const period = { since: Moment, until: Moment }

export const door = area('sms', [
  start('/sms/send', {
    summary: 'Send a text to up to 1,000 recipients',
    access: 'sms:send',
    body: SendInput,
    reply: Sent,
    run: async ({ caller, body, facts }) => {
      const { sent, simulated } = await accept(caller, body)
      if (simulated) facts.reply_headers['x-sms-simulated'] = 'true'
      return sent
    },
  }),
  post('/sms/estimate', {
    summary: 'What a send would cost; nothing is sent',
    access: 'sms:send',
    unkeyed: true,
    transaction: 'rule',
    body: SendInput,
    reply: Estimate,
    run: ({ caller, body }) => estimate(caller, body),
  }),
  list('/sms', {
    summary: 'Messages, newest first',
    access: 'sms:read',
    filters: {
      status: choice(message_states),
      to: Word,
      senderId: Word,
      reference: Word,
      batchId: Id,
      campaignId: Id,
      class: choice(message_classes),
      operator: Word,
      uncertain: Flag,
      ...period,
    },
    each: MessageLine,
    run: ({ caller, query }) => messages.listMessages(caller, query),
  }),
  list('/sms/batches', {
    summary: 'Batches, newest first',
    access: 'sms:read',
    filters: { reference: Word, source: choice(message_sources), ...period },
    each: Batch,
    run: ({ caller, query }) => messages.listBatches(caller, query),
  }),
  get('/sms/batches/:batchId', {
    summary: 'One batch with its counts',
    access: 'sms:read',
    reply: Batch,
    run: ({ caller, params }) => messages.findBatch(caller, params.batchId),
  }),
  post('/sms/batches/:batchId/cancel', {
    summary: 'Cancel what has not left of a batch',
    access: 'sms:send',
    reply: Cancelled,
    run: ({ caller, params }) => cancelBatch(caller, caller, params.batchId),
  }),
  get('/sms/:messageId', {
    summary: 'Status of one message',
    access: 'sms:read',
    reply: Message,
    run: ({ caller, params }) => messages.findMessage(caller, params.messageId),
  }),
  post('/sms/:messageId/cancel', {
    summary: 'Cancel a message that has not left',
    access: 'sms:send',
    reply: Cancelled,
    run: ({ caller, params }) => cancelMessage(caller, caller, params.messageId),
  }),
])
