// Notices of the person who asks, and which of them leave the house.

import * as kinds from '../../../db/hospital/office/notifications/kinds.ts'
import * as notices from '../../../db/hospital/office/notifications/notices.ts'
import * as preferences from '../../../db/hospital/office/notifications/preferences.ts'
import {
  ChannelChange,
  Notification,
  NotificationFilters,
  NotificationKind,
  NotificationPreferences,
  PreferencesInput,
  ReadAll,
  ReadAllDone,
  Unread,
  UnreadWords,
} from '../../../db/hospital/office/notifications/shapes.ts'
import { unreadOrWait } from '../../../db/hospital/office/notifications/waiting.ts'
import { optional, partial, Text } from '../../../db/core/kinds/kinds.ts'
import { area } from '../../edge/route.ts'
import { ruled } from '../../edge/opens.ts'
import { get, list, listed, patch, post, put } from '../words.ts'

export const door = area('notifications', [
  list('/notifications', {
    summary: 'Own notices, newest first',
    access: 'self:use',
    opens: ruled('notices of one’s own, written for who gets them (PLT-140)'),
    silent: true,
    filters: NotificationFilters,
    each: Notification,
    run: ({ caller, query }) => notices.list(caller, query),
  }),
  get('/notifications/unread-count', {
    summary: 'How many notices are unread; waits for one where `wait` is given',
    access: 'self:use',
    opens: 'nobody',
    silent: true,
    query: UnreadWords,
    reply: Unread,
    run: ({ caller, query, facts }) => unreadOrWait(caller, query, facts.signal),
  }),
  listed('/notifications/kinds', {
    summary: 'The kinds of notices there are',
    access: 'self:use',
    opens: 'nobody',
    silent: true,
    each: NotificationKind,
    run: ({ caller }) => kinds.list(caller),
  }),
  get('/notifications/preferences', {
    summary: 'Which notices reach one outside the house, and the quiet hours',
    access: 'self:use',
    opens: 'nobody',
    silent: true,
    reply: NotificationPreferences,
    run: ({ caller }) => preferences.find(caller),
  }),
  put('/notifications/preferences', {
    summary: 'Choose which notices reach one outside the house',
    access: 'self:use',
    opens: 'nobody',
    body: PreferencesInput,
    reply: NotificationPreferences,
    says: 'Preferences saved.',
    run: ({ caller, body }) => preferences.change(caller, body),
  }),
  post('/notifications/read-all', {
    summary: 'Mark own notices as read, but for urgent ones',
    access: 'self:use',
    opens: ruled('notices of one’s own, written for who gets them (PLT-140)'),
    silent: true,
    body: ReadAll,
    body_may_miss: true,
    reply: ReadAllDone,
    run: ({ caller, body }) => notices.readAll(caller, body),
  }),
  get('/notifications/:id', {
    summary: 'One notice',
    access: 'self:use',
    opens: ruled('notices of one’s own, written for who gets them (PLT-140)'),
    silent: true,
    reply: Notification,
    run: ({ caller, params }) => notices.find(caller, params.id),
  }),
  post('/notifications/:id/read', {
    summary: 'Acknowledge a notice',
    access: 'self:use',
    opens: ruled('notices of one’s own, written for who gets them (PLT-140)'),
    silent: true,
    reply: Notification,
    run: ({ caller, params }) => notices.read(caller, params.id),
  }),
  listed('/settings/notifications', {
    summary: 'The kinds of notices and the channels the hospital sends them by',
    access: 'setting:read',
    opens: 'nobody',
    query: partial({ area: optional(Text(1, 60)) }),
    each: NotificationKind,
    run: ({ caller, query }) => kinds.list(caller, query),
  }),
  patch('/settings/notifications/:kind', {
    summary: 'Choose the channels of a kind of notice',
    access: 'notification:manage',
    opens: 'nobody',
    record: async (_caller, { kind }) => kinds.shippedOf(kind),
    body: ChannelChange,
    reply: NotificationKind,
    says: 'Saved.',
    run: ({ caller, params, body }) => kinds.change(caller, params.kind, body),
  }),
])
