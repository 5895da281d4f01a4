// What each event means and looks like, for those who write receivers (MSG-555, MSG-560).

import { newId } from '../../core/ids.ts'
import { type EventName, event_names } from './words.ts'

const meanings: Readonly<Record<EventName, string>> = {
  'message.sent': 'Handed to the operator.',
  'message.delivered': 'Confirmed on the handset.',
  'message.failed': 'Rejected by the operator, with a reason.',
  'message.expired': 'The validity period lapsed before delivery.',
  'campaign.completed': 'Every message in a campaign has reached a final state.',
  'wallet.low_balance': 'The balance dropped below the configured threshold.',
  'whatsapp.received': 'A customer wrote to the WhatsApp number; opens a 24-hour window.',
  'whatsapp.status': 'A sent WhatsApp message was delivered, read or failed.',
  'sms.received': 'Somebody wrote to a number of the account.',
  'opt_out.created': 'A person asked for no more messages.',
  'opt_out.removed': 'A person asked for messages again.',
  'sender_id.updated': 'An operator decided about a sender ID.',
}

const at = '2026-01-02T08:00:00.000Z'
const message = { to: '255712345678', senderId: 'KLINIKI' }

const data: Readonly<Record<EventName, Record<string, unknown>>> = {
  'message.sent': { ...message, status: 'sent', reference: 'ord-1' },
  'message.delivered': { ...message, status: 'delivered', reference: 'ord-1' },
  'message.failed': {
    ...message,
    status: 'failed',
    reference: 'ord-1',
    failureReason: 'absent_subscriber',
  },
  'message.expired': { ...message, status: 'expired', reference: 'ord-1' },
  'campaign.completed': {
    name: 'Chanjo',
    reference: 'chanjo-1',
    status: 'completed',
    audience: 3,
    skipped: 1,
    created: 2,
    delivered: 2,
    failed: 0,
    expired: 0,
    cost: 40,
    refunded: 0,
    currency: 'TZS',
    startedAt: at,
    completedAt: at,
  },
  'wallet.low_balance': {
    balance: 900,
    reserved: 0,
    threshold: 1000,
    currency: 'TZS',
    crossedAt: at,
  },
  'whatsapp.received': {
    from: '255712345678',
    to: '255700000099',
    profileName: 'Asha',
    type: 'text',
    text: { body: 'Habari' },
    receivedAt: at,
    windowExpiresAt: '2026-01-03T08:00:00.000Z',
  },
  'whatsapp.status': {
    messageId: '11111111-1111-4111-8111-111111111111',
    to: '255712345678',
    status: 'delivered',
    reference: 'ord-1',
    occurredAt: at,
  },
  'sms.received': { from: '255712345678', to: '15015', text: 'NDIYO', receivedAt: at },
  'opt_out.created': { phone: '255712345678', scope: 'all', source: 'sms', at },
  'opt_out.removed': { phone: '255712345678', scope: 'all', source: 'sms', at },
  'sender_id.updated': {
    senderId: 'KLINIKI',
    status: 'approved',
    operator: 'vodacom',
    operatorStatus: 'approved',
  },
}

export const isEventName = (word: string): word is EventName =>
  (event_names as readonly string[]).includes(word)

export const samples = (): {
  event: EventName
  meaning: string
  sample: Record<string, unknown>
}[] =>
  event_names.map((event) => ({
    event,
    meaning: meanings[event],
    sample: { event, createdAt: at, data: { id: newId(), ...data[event] } },
  }))

/** What a test posts: an event of its own, or another's sample that says it is one. */
export function sampleBody(event: EventName | null, created_at: string): string {
  const id = newId()
  return JSON.stringify(
    event === null
      ? {
          event: 'webhook.test',
          createdAt: created_at,
          data: { id, message: 'This is a test of your webhook.' },
        }
      : { event, createdAt: created_at, data: { id, ...data[event], test: true } },
  )
}
