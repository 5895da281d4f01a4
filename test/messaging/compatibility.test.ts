// What /v1 has given once it keeps giving (MSG-660): a name may be added to these lists and none taken
// away, and as long as nothing is, no answer announces an end. The routes stand in test/endpoints.txt.

import t from 'tap'
import { failure_reasons, message_states } from '../../db/messaging/messages/words.ts'
import { event_names } from '../../db/messaging/webhooks/words.ts'
import { boot } from '../support/boot.ts'
import { firm } from '../support/messaging/messaging.ts'

const given = {
  events: [
    'message.sent',
    'message.delivered',
    'message.failed',
    'message.expired',
    'campaign.completed',
    'wallet.low_balance',
    'whatsapp.received',
    'whatsapp.status',
    'sms.received',
    'opt_out.created',
    'opt_out.removed',
    'sender_id.updated',
  ],
  states: ['scheduled', 'queued', 'sent', 'delivered', 'failed', 'expired'],
  reasons: [
    'unknown_subscriber',
    'absent_subscriber',
    'barred',
    'sender_blocked',
    'content_blocked',
    'operator_rejected',
    'undeliverable',
    'deleted',
    'operator_error',
    'no_route',
    'opted_out',
    'cancelled',
  ],
}
/** Of the answer to a send (MSG-245), and of a message as it is shown. */
const members = {
  sent: [
    'batchId',
    'status',
    'accepted',
    'duplicates',
    'suppressed',
    'encoding',
    'segments',
    'totalSegments',
    'cost',
    'balance',
    'currency',
    'scheduledFor',
    'notBefore',
    'validUntil',
    'messages',
  ],
  message: ['id', 'to', 'senderId', 'status', 'segments', 'cost', 'currency', 'reference'],
}

t.test('nothing that /v1 gives is taken away (MSG-660)', async (t) => {
  const house = await boot(t)
  const own = await firm(house.app)
  await own.topUp(1000)
  await own.sender()
  const key = await own.key()
  const lacks = (there: readonly string[], wanted: readonly string[]) =>
    wanted.filter((name) => !there.includes(name))
  t.same(lacks(event_names, given.events), [])
  t.same(lacks(message_states, given.states), [])
  t.same(lacks(failure_reasons, given.reasons), [])
  const sent = await key.post('/v1/sms/send', {
    recipients: ['0712345678'],
    senderId: 'KLINIKI',
    message: 'Habari',
  })
  t.same(lacks(Object.keys(sent.body), members.sent), [])
  const shown = await key.get(`/v1/sms/${sent.body.messages[0].id}`)
  t.same(lacks(Object.keys(shown.body), members.message), [])
  for (const { headers } of [sent, shown])
    t.same(
      Object.keys(headers).filter((name) => /^(deprecation|sunset)$/i.test(name)),
      [],
    )
})
