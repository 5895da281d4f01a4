// Sender IDs of the account (MSG 4.16, 5.1).

import { choice } from '../../db/core/kinds/kinds.ts'
import { addDocument, documentOf, removeDocument } from '../../db/messaging/senders/documents.ts'
import * as requesting from '../../db/messaging/senders/requesting.ts'
import * as senders from '../../db/messaging/senders/senders.ts'
import {
  Document,
  Resubmit,
  Sender,
  SenderChange,
  SenderInput,
} from '../../db/messaging/senders/shapes.ts'
import { sender_states } from '../../db/messaging/senders/words.ts'
import { area } from '../edge/route.ts'
import { create, file, get, list, post, put, remove, upload } from './words.ts'

export const door = area('senders', [
  list('/sender-ids', {
    summary: 'Sender IDs and their approval, by name',
    access: 'senders:read',
    filters: { status: choice(sender_states) },
    each: Sender,
    run: ({ caller, query }) => senders.listSenders(caller, query),
  }),
  create('/sender-ids', {
    summary: 'Ask for a sender ID',
    access: 'senders:write',
    body: SenderInput,
    reply: Sender,
    run: ({ caller, body }) => requesting.requestSender(caller, body),
  }),
  get('/sender-ids/:id', {
    summary: 'One sender ID',
    access: 'senders:read',
    reply: Sender,
    run: ({ caller, params }) => senders.findSender(caller, params.id),
  }),
  put('/sender-ids/:id', {
    summary: 'Change purpose or sample of a request',
    access: 'senders:write',
    body: SenderChange,
    reply: Sender,
    run: ({ caller, params, body }) => requesting.changeSender(caller, params.id, body),
  }),
  upload('/sender-ids/:id/documents', {
    summary: 'Give a document with a request',
    access: 'senders:write',
    max_mb: 10,
    status: 201,
    reply: Document,
    run: ({ caller, params, body, keep }) => addDocument(caller, params.id, body, keep),
  }),
  file('/sender-ids/:id/documents/:documentId', {
    summary: 'One document',
    access: 'senders:read',
    content_type: 'application/octet-stream',
    run: async ({ caller, params }) => {
      const { content_type, file_name, bytes } = await documentOf(
        caller,
        params.id,
        params.documentId,
      )
      return { content_type, file_name, bytes }
    },
  }),
  remove('/sender-ids/:id/documents/:documentId', {
    summary: 'Take a document back',
    access: 'senders:write',
    run: ({ caller, params }) => removeDocument(caller, params.id, params.documentId),
  }),
  post('/sender-ids/:id/resubmit', {
    summary: 'Ask again, or at more operators',
    access: 'senders:write',
    body: Resubmit,
    body_may_miss: true,
    reply: Sender,
    run: ({ caller, params, body }) => requesting.resubmitSender(caller, params.id, body.operators),
  }),
  remove('/sender-ids/:id', {
    summary: 'Withdraw a sender ID',
    access: 'senders:write',
    run: ({ caller, params }) => requesting.withdrawSender(caller, params.id),
  }),
])
