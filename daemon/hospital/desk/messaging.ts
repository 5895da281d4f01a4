// The hospital's own messages (MSG 5.2).

import { audience } from '../../../db/hospital/desk/messaging/audiences.ts'
import { openConsole } from '../../../db/hospital/desk/messaging/console.ts'
import * as messages from '../../../db/hospital/desk/messaging/messages.ts'
import * as opt_outs from '../../../db/hospital/desk/messaging/opt-outs.ts'
import {
  Audience,
  AudienceInput,
  ConsoleKey,
  ConsoleKeyInput,
  DeskLiftInput,
  DeskOptOut,
  DeskOptOutInput,
  HandleInput,
  HospitalMessage,
  HospitalMessageInput,
  HospitalReply,
  MessagingSettings,
  MessagingSettingsChange,
  MessagingSummary,
} from '../../../db/hospital/desk/messaging/shapes.ts'
import { choice, Day, Id, QueryFlag, Text } from '../../../db/core/kinds/kinds.ts'
import { opt_out_scopes } from '../../../db/messaging/contacts/words.ts'
import { message_classes, message_states } from '../../../db/messaging/messages/words.ts'
import { area } from '../../edge/route.ts'
import { inBody, inQuery } from '../../edge/opens.ts'
import { byId, create, get, list, post, put } from '../words.ts'

export const door = area('messaging', [
  get('/messaging/account', {
    summary: 'The hospital’s messaging account',
    access: 'messaging:read',
    opens: 'nobody',
    reply: MessagingSummary,
    run: ({ caller }) => messages.summary(caller),
  }),
  get('/messaging/settings', {
    summary: 'How the hospital writes',
    access: 'messaging:read',
    opens: 'nobody',
    reply: MessagingSettings,
    run: ({ caller }) => messages.settings(caller),
  }),
  put('/messaging/settings', {
    summary: 'Change how the hospital writes; absent fields stay',
    access: 'messaging:manage',
    opens: 'nobody',
    body: MessagingSettingsChange,
    reply: MessagingSettings,
    says: 'Saved.',
    run: ({ caller, body }) => messages.change(caller, body),
  }),
  create('/messaging/console-keys', {
    summary: 'A key of the messaging API for this sign-in, for some minutes',
    access: ['messaging:read', 'messaging:send', 'messaging:manage'],
    opens: 'nobody',
    body: ConsoleKeyInput,
    body_may_miss: true,
    reply: ConsoleKey,
    says: 'Key made. It is shown this once.',
    run: ({ caller, body }) => openConsole(caller, body.purpose ?? null),
  }),
  list('/messaging/messages', {
    summary: 'Messages of the hospital, newest first',
    access: 'messaging:read',
    opens: inQuery('record', 'patient_id'),
    audit: 'messaging.list',
    filters: {
      patient_id: Id,
      staff_id: Id,
      status: choice(message_states),
      class: choice(message_classes),
      reference: Text(1, 200),
      from: Day,
      to: Day,
    },
    each: HospitalMessage,
    run: ({ caller, query }) => messages.list(caller, query),
  }),
  create('/messaging/messages', {
    summary: 'Write to a patient, to somebody of the staff or to a number',
    access: 'messaging:send',
    opens: inBody('record', 'patient_id'),
    body: HospitalMessageInput,
    reply: HospitalMessage,
    says: 'Message accepted.',
    once: true,
    run: ({ caller, body }) => messages.send(caller, body),
  }),
  list('/messaging/inbound', {
    summary: 'What people wrote back, newest first',
    access: 'messaging:read',
    opens: inQuery('record', 'patient_id'),
    audit: 'messaging.replies',
    filters: { handled: QueryFlag, patient_id: Id, from: Day, to: Day },
    each: HospitalReply,
    run: ({ caller, query }) => messages.replies(caller, query),
  }),
  post('/messaging/inbound/:id/handle', {
    summary: 'Note that a reply was seen to',
    access: 'messaging:send',
    opens: 'record',
    record: byId(messages.reply),
    body: HandleInput,
    body_may_miss: true,
    reply: HospitalReply,
    says: 'Noted.',
    run: ({ caller, params, body }) => messages.handle(caller, params.id, body.note ?? null),
  }),
  list('/messaging/opt-outs', {
    summary: 'Who wants no messages, newest first',
    access: 'messaging:read',
    opens: 'many',
    audit: 'messaging.opt_outs',
    filters: { scope: choice(opt_out_scopes), from: Day, to: Day },
    each: DeskOptOut,
    run: ({ caller, query }) => opt_outs.list(caller, query),
  }),
  create('/messaging/opt-outs', {
    summary: 'Note at the desk that a person wants no messages',
    access: 'messaging:send',
    opens: inBody('record', 'patient_id'),
    body: DeskOptOutInput,
    reply: DeskOptOut,
    says: 'Noted.',
    run: ({ caller, body }) => opt_outs.take(caller, body),
  }),
  post('/messaging/opt-outs/:id/lift', {
    summary: 'Lift an opt-out, with the note of consent',
    access: 'messaging:send',
    opens: 'many',
    record: byId(opt_outs.find),
    body: DeskLiftInput,
    reply: DeskOptOut,
    says: 'Lifted.',
    run: ({ caller, params, body }) => opt_outs.lift(caller, params.id, body.consent_note),
  }),
  create('/messaging/audiences', {
    summary: 'Make a group of patients who agreed to be written to',
    access: 'messaging:manage',
    opens: 'many',
    body: AudienceInput,
    body_limit: 4 * 1024 * 1024,
    reply: Audience,
    says: 'Group made.',
    run: ({ caller, body }) => audience(caller, body),
  }),
])
