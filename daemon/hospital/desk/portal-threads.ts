// Conversations with patients, from the desk's side.

import {
  AssignInput,
  ReplyInput,
  Thread,
  ThreadFilters,
  ThreadInput,
  ThreadNote,
} from '../../../db/hospital/desk/portal/thread-shapes.ts'
import { threadRow } from '../../../db/hospital/desk/portal/thread-rows.ts'
import * as threads from '../../../db/hospital/desk/portal/threads.ts'
import { inBody } from '../../edge/opens.ts'
import type { Route } from '../../edge/route.ts'
import { create, get, list, post } from '../words.ts'

const access = 'portal:messages' as const
type By = Parameters<typeof threadRow>[0]
const thread = (caller: By, { id }: { id: string }) => threadRow(caller, id)

export const conversations: readonly Route[] = [
  list('/portal-threads', {
    summary: 'Conversations with patients',
    access,
    opens: 'many',
    audit: 'portal_thread.list',
    filters: ThreadFilters,
    each: Thread,
    run: ({ caller, query }) => threads.list(caller, query),
  }),
  create('/portal-threads', {
    summary: 'Write to a patient in the portal',
    access,
    opens: inBody('record', 'patient_id'),
    body: ThreadInput,
    reply: Thread,
    says: 'Sent.',
    run: ({ caller, body }) => threads.open(caller, body),
  }),
  get('/portal-threads/:id', {
    summary: 'One conversation',
    access,
    opens: 'record',
    audit: 'portal_thread.read',
    record: thread,
    reply: Thread,
    run: ({ caller, params }) => threads.find(caller, params.id),
  }),
  post('/portal-threads/:id/reply', {
    summary: 'Answer a patient',
    access,
    opens: 'record',
    record: thread,
    body: ReplyInput,
    reply: Thread,
    says: 'Sent.',
    run: ({ caller, params, body }) => threads.reply(caller, params.id, body),
  }),
  post('/portal-threads/:id/assign', {
    summary: 'Give a conversation to a person or a department',
    access,
    opens: 'record',
    record: thread,
    body: AssignInput,
    reply: Thread,
    says: 'Assigned.',
    run: ({ caller, params, body }) => threads.assign(caller, params.id, body),
  }),
  post('/portal-threads/:id/close', {
    summary: 'Close a conversation',
    access,
    opens: 'record',
    record: thread,
    body: ThreadNote,
    body_may_miss: true,
    reply: Thread,
    says: 'Conversation closed.',
    run: ({ caller, params, body }) => threads.close(caller, params.id, body.note),
  }),
]
