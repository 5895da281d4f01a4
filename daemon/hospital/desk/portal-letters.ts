// Conversations and documents, from the patient's side.

import * as documents from '../../../db/hospital/desk/portal/documents.ts'
import * as threads from '../../../db/hospital/desk/portal/own-threads.ts'
import {
  Document,
  DocumentFields,
  DocumentFilters,
  OwnThread,
  OwnThreadFilters,
  OwnThreadInput,
  ReplyInput,
} from '../../../db/hospital/desk/portal/thread-shapes.ts'
import { pathOf } from '../../../db/store/files/store.ts'
import { read } from '../../../db/core/validate.ts'
import type { Route } from '../../edge/route.ts'
import { scan } from '../../work/scanner.ts'
import { runInWorker } from '../../work/workers.ts'
import { byId, own } from '../words.ts'

const { create, deposit, file, get, list, post } = own

const use = { access: 'portal:use' } as const

export const letters: readonly Route[] = [
  list('/portal/messages', {
    summary: 'My conversations with the hospital',
    ...use,
    filters: OwnThreadFilters,
    each: OwnThread,
    run: ({ caller, query }) => threads.list(caller, query),
  }),
  create('/portal/messages', {
    summary: 'Write to the hospital',
    ...use,
    body: OwnThreadInput,
    reply: OwnThread,
    says: 'Sent.',
    run: ({ caller, body }) => threads.open(caller, body),
  }),
  get('/portal/messages/:id', {
    summary: 'One of my conversations; what it holds is read then',
    ...use,
    reply: OwnThread,
    run: ({ caller, params }) => threads.find(caller, params.id),
  }),
  post('/portal/messages/:id/reply', {
    summary: 'Write on in one of my conversations',
    ...use,
    record: byId(threads.ownThread),
    body: ReplyInput,
    reply: OwnThread,
    says: 'Sent.',
    run: ({ caller, params, body }) => threads.reply(caller, params.id, body),
  }),
  post('/portal/messages/:id/close', {
    summary: 'Close one of my conversations',
    ...use,
    reply: OwnThread,
    says: 'Closed.',
    run: ({ caller, params }) => threads.close(caller, params.id),
  }),
  list('/portal/documents', {
    summary: 'Documents that I have sent or was sent',
    ...use,
    filters: DocumentFilters,
    each: Document,
    run: ({ caller, query }) => documents.list(caller, query),
  }),
  file('/portal/documents/:id/download', {
    summary: 'One of my documents',
    ...use,
    content_type: 'application/octet-stream',
    run: async ({ caller, params }) => {
      const found = await documents.download(caller, params.id)
      return {
        content_type: found.content_type,
        bytes: { path: pathOf(found.sha256), size: found.size },
        file_name: found.file_name,
        headers: { 'content-security-policy': "default-src 'none'; sandbox" },
      }
    },
  }),
  deposit('/portal/documents', {
    summary: 'Send a document to the hospital',
    ...use,
    max_mb: documents.document_mb,
    fields: DocumentFields,
    limitMb: async () => documents.document_mb,
    reply: Document,
    says: 'Document sent.',
    run: ({ caller, body }) =>
      documents.send(caller, read(DocumentFields, { ...body.fields }), body, {
        inspect: (arrived) => runInWorker('inspect a file', arrived),
        scan,
      }),
  }),
]
