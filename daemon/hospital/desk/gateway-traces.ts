// Money that was paid in, and messages of every account followed to their end (MSG 5.3).

import { choice, Day, Id, Text } from '../../../db/core/kinds/kinds.ts'
import { message_states } from '../../../db/messaging/messages/words.ts'
import { GatewayMessage, GatewayTrace } from '../../../db/messaging/platform/shapes.ts'
import { GatewayTopUp } from '../../../db/messaging/wallet/top-up-shapes.ts'
import { listTopUps } from '../../../db/messaging/wallet/top-ups.ts'
import { listMessages, traceOf } from '../../../db/messaging/platform/traces.ts'
import { top_up_states } from '../../../db/messaging/wallet/words.ts'
import { area } from '../../edge/route.ts'
import { get, list } from '../words.ts'

export const door = area('gateway-traces', [
  list('/gateway/top-ups', {
    summary: 'Top-ups of every account, newest first',
    access: 'gateway:read',
    opens: 'nobody',
    filters: { status: choice(top_up_states), account_id: Id, from: Day, to: Day },
    each: GatewayTopUp,
    run: ({ query }) => listTopUps(query),
  }),
  list('/gateway/messages', {
    summary: 'Messages of every account, newest first; without their texts',
    access: 'gateway:read',
    opens: 'many',
    audit: 'gateway.messages',
    filters: {
      account_id: Id,
      phone: Text(1, 40),
      status: choice(message_states),
      operator: Text(1, 20),
      link: Text(1, 40),
      from: Day,
      to: Day,
    },
    each: GatewayMessage,
    run: ({ query }) => listMessages(query),
  }),
  get('/gateway/messages/:id', {
    summary: 'One message followed to its end: parts, receipts, what was told, what was paid',
    access: 'gateway:read',
    opens: 'many',
    audit: 'gateway.trace',
    reply: GatewayTrace,
    run: ({ params }) => traceOf(params.id),
  }),
])
