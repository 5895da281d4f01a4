// Theatres, their sessions and their tables (modules A.5).

import * as rooms from '../../../db/hospital/modules/theatre/rooms/rooms.ts'
import {
  Theatre,
  TheatreChange,
  TheatreFilters,
  TheatreInput,
} from '../../../db/hospital/modules/theatre/rooms/shapes.ts'
import { sessionRecord } from '../../../db/hospital/modules/theatre/sessions/record.ts'
import * as sessions from '../../../db/hospital/modules/theatre/sessions/sessions.ts'
import {
  SessionCancel,
  SessionCancelled,
  SessionChange,
  SessionFilters,
  SessionInput,
  SessionMade,
  TheatreSession,
} from '../../../db/hospital/modules/theatre/sessions/shapes.ts'
import * as shown from '../../../db/hospital/modules/theatre/sessions/view.ts'
import { theatre_tables } from '../../../db/hospital/modules/theatre/settings/tables-of-theatre.ts'
import { area } from '../../edge/route.ts'
import { byId, create, list, patch, post } from '../words.ts'
import { partTableRoutes } from './parts/tables.ts'

const module = 'theatre'
const session = byId(sessionRecord.get)

export const door = area('theatre', [
  list('/theatres', {
    summary: 'Theatres of the branch, and what each is doing',
    access: 'theatre:read',
    module,
    opens: 'many',
    audit: 'theatre.list',
    filters: TheatreFilters,
    each: Theatre,
    run: ({ caller, query }) => rooms.list(caller, query),
  }),
  create('/theatres', {
    summary: 'Set up a theatre',
    access: 'theatre:manage',
    module,
    opens: 'many',
    once: true,
    again: true,
    body: TheatreInput,
    reply: Theatre,
    says: 'Theatre added.',
    run: ({ caller, body }) => rooms.open(caller, body),
  }),
  patch('/theatres/:id', {
    summary: 'Change a theatre, close it, or say that it is ready',
    access: ['theatre:manage', 'theatre:perform'],
    module,
    opens: 'many',
    record: byId(rooms.roomRecord.get),
    body: TheatreChange,
    reply: Theatre,
    says: 'Theatre changed.',
    run: ({ caller, params, body }) => rooms.change(caller, params.id, body),
  }),
  list('/theatre-sessions', {
    summary: 'Sessions with their lists, and how full they are',
    access: 'theatre:read',
    module,
    opens: 'many',
    audit: 'theatre_session.list',
    filters: SessionFilters,
    each: TheatreSession,
    run: ({ caller, query }) => shown.list(caller, query),
  }),
  create('/theatre-sessions', {
    summary: 'Open a session, or several in a row of weeks',
    access: 'theatre:book',
    module,
    opens: 'many',
    signs: true,
    once: true,
    again: true,
    body: SessionInput,
    reply: SessionMade,
    says: 'Session opened.',
    run: async ({ caller, body }) => {
      const { row, made } = await sessions.open(caller, body)
      return { ...(await shown.whole(caller, row)), made }
    },
  }),
  patch('/theatre-sessions/:id', {
    summary: 'Change a session, and the order of its list',
    access: 'theatre:book',
    module,
    opens: 'many',
    signs: true,
    record: session,
    body: SessionChange,
    reply: TheatreSession,
    says: 'Session changed.',
    run: async ({ caller, params, body }) =>
      shown.whole(caller, await sessions.change(caller, params.id, body)),
  }),
  post('/theatre-sessions/:id/cancel', {
    summary: 'Cancel a session; its cases are put off, or go to another',
    access: 'theatre:book',
    module,
    opens: 'many',
    signs: true,
    once: true,
    record: session,
    body: SessionCancel,
    reply: SessionCancelled,
    says: 'Session cancelled.',
    run: async ({ caller, params, body }) => {
      const { row, postponed, moved } = await sessions.cancel(caller, params.id, body)
      return { ...(await shown.whole(caller, row)), postponed, moved }
    },
  }),
  ...partTableRoutes({
    module,
    path: '/theatre-tables',
    called: 'theatre',
    read: 'theatre:read',
    manage: 'theatre:manage',
    tables: theatre_tables,
  }),
])
