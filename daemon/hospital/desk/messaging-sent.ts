// One message of the hospital, answers to people, what was sent and what was paid in (MSG 5.2).

import { choice, Day, optional, partial, Text } from '../../../db/core/kinds/kinds.ts'
import { reply } from '../../../db/hospital/desk/messaging/messages.ts'
import * as sent from '../../../db/hospital/desk/messaging/sent.ts'
import {
  HospitalAnswer,
  HospitalMessage,
  HospitalMessageOpened,
} from '../../../db/hospital/desk/messaging/shapes.ts'
import { HospitalUsage } from '../../../db/messaging/messages/hospital-shapes.ts'
import { GatewayTopUp, GatewayTopUpInput } from '../../../db/messaging/wallet/top-up-shapes.ts'
import { top_up_states } from '../../../db/messaging/wallet/words.ts'
import { area } from '../../edge/route.ts'
import { byId, create, get, list, post } from '../words.ts'

const record = byId(sent.line)

export const door = area('messaging-sent', [
  get('/messaging/messages/:id', {
    summary: 'One message with its parts, its course and what can be done with it',
    access: 'messaging:read',
    opens: 'record',
    audit: 'message.read',
    record,
    reply: HospitalMessageOpened,
    run: ({ caller, params }) => sent.find(caller, params.id),
  }),
  post('/messaging/messages/:id/cancel', {
    summary: 'Take back a message that has not left',
    access: 'messaging:send',
    opens: 'record',
    record,
    reply: HospitalMessageOpened,
    says: 'Message cancelled.',
    run: ({ caller, params }) => sent.cancel(caller, params.id),
  }),
  post('/messaging/messages/:id/resend', {
    summary: 'Send a message that failed or expired once more',
    access: 'messaging:send',
    opens: 'record',
    record,
    reply: HospitalMessage,
    says: 'Message accepted.',
    once: true,
    run: ({ caller, params }) => sent.resend(caller, params.id),
  }),
  post('/messaging/inbound/:id/reply', {
    summary: 'Answer somebody who wrote; the reply is seen to with it',
    access: 'messaging:send',
    opens: 'record',
    record: byId(reply),
    body: HospitalAnswer,
    reply: HospitalMessage,
    says: 'Message accepted.',
    once: true,
    run: ({ caller, params, body }) => sent.answer(caller, params.id, body.text),
  }),
  get('/messaging/usage', {
    summary: 'What was sent, by day, operator, sender ID, key, campaign, class or channel',
    access: 'messaging:read',
    opens: 'nobody',
    query: partial({ from: Day, to: Day, group_by: optional(Text(1, 60)) }),
    reply: HospitalUsage,
    run: ({ caller, query }) => sent.usage(caller, query),
  }),
  list('/messaging/top-ups', {
    summary: 'Money that was paid in or asked to be booked, newest first',
    access: 'messaging:read',
    opens: 'nobody',
    filters: { status: choice(top_up_states), from: Day, to: Day },
    each: GatewayTopUp,
    run: ({ caller, query }) => sent.topUps(caller, query),
  }),
  create('/messaging/top-ups', {
    summary: 'Say that money was paid in; a person of the platform confirms it',
    access: 'messaging:manage',
    opens: 'nobody',
    body: GatewayTopUpInput,
    reply: GatewayTopUp,
    says: 'Top-up asked for.',
    once: true,
    run: ({ caller, body }) => sent.askForTopUp(caller, body),
  }),
])
