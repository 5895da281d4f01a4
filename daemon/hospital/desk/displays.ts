// Screens of waiting rooms: set up by an administrator, opened with their key by anybody who has it.

import { boardOf } from '../../../db/hospital/desk/displays/board.ts'
import * as displays from '../../../db/hospital/desk/displays/displays.ts'
import {
  Board,
  DisplayChange,
  DisplayFilters,
  DisplayInput,
  KeyAsked,
  QueueDisplay,
} from '../../../db/hospital/desk/displays/shapes.ts'
import { page, policy } from '../../edge/display/page.ts'
import { openStream } from '../../edge/display/streams.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'

const { create, file, get, list, patch, post } = nobodys

const display = byId(displays.displayRecord.get)

export const door = area('displays', [
  list('/queue-displays', {
    summary: 'Screens of the branch',
    access: 'queue:display',
    filters: DisplayFilters,
    each: QueueDisplay,
    run: ({ caller, query }) => displays.list(caller, query),
  }),
  create('/queue-displays', {
    summary: 'Set up a screen; its key is shown once',
    access: 'queue:display',
    body: DisplayInput,
    reply: QueueDisplay,
    says: 'Display set up. Write the key down: it is not shown again.',
    run: ({ caller, body }) => displays.open(caller, body),
  }),
  patch('/queue-displays/:id', {
    summary: 'Change a screen',
    access: 'queue:display',
    record: display,
    body: DisplayChange,
    reply: QueueDisplay,
    says: 'Display changed.',
    run: ({ caller, params, body }) => displays.change(caller, params.id, body),
  }),
  post('/queue-displays/:id/rotate-key', {
    summary: 'Give a screen another key',
    access: 'queue:display',
    reply: QueueDisplay,
    says: 'Key changed. Write it down: it is not shown again.',
    run: ({ caller, params }) => displays.rotateKey(caller, params.id),
  }),
  get('/queue-displays/:id/board', {
    summary: 'What a screen shows now',
    access: 'open',
    query: KeyAsked,
    reply: Board,
    run: async ({ params, query }) => boardOf(await displays.withKey(params.id, query.key)),
  }),
  file('/queue-displays/:id/stream', {
    summary: 'What a screen shows, as it changes (server-sent events)',
    access: 'open',
    query: KeyAsked,
    content_type: 'text/event-stream',
    run: async ({ params, query, facts }) => {
      const row = await displays.withKey(params.id, query.key)
      const last = facts.headers['last-event-id']
      return {
        content_type: 'text/event-stream; charset=utf-8',
        bytes: await openStream(row, typeof last === 'string' ? last : undefined),
        cache: 'no-store',
        // A proxy that gathers would hold back every call.
        headers: { 'x-accel-buffering': 'no' },
      }
    },
  }),
  file('/display/:id', {
    summary: 'The page for a screen or one of its service points; its key stands behind #',
    access: 'open',
    content_type: 'text/html; charset=utf-8',
    run: async () => ({
      content_type: 'text/html; charset=utf-8',
      bytes: page(),
      cache: 'no-cache',
      headers: { 'content-security-policy': policy() },
    }),
  }),
])
