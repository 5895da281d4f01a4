// Bodies of messages, at both edges.

import { type Body, code, phoneOf } from './said.ts'

export const messages_bodies: Record<string, Body> = {
  'POST /messaging/messages': ({ word }) => ({ to: '0712345678', text: word }),
  'POST /messaging/opt-outs': ({ word }) => ({
    phone: `07${String(10_000_000 + word.charCodeAt(word.length - 1))}`,
    scope: 'promotional',
    note: 'Said so at the desk',
  }),
  'POST /gateway/businesses': (said) => ({
    legal_name: said.word,
    kind: 'company',
    registration_no: code(said),
    contact_name: 'Asha Komba',
    contact_email: 'a@example.com',
    contact_phone: '0712345678',
  }),
  'POST /gateway/accounts': ({ word, ids }) => ({ name: word, business_id: ids.get('businesses') }),
}

/** At `/v1`. */
export const v1_bodies: Record<string, Body> = {
  'POST /sender-ids': (said) => ({
    senderId: code(said).slice(0, 11),
    purpose: 'Reminders of a clinic',
    sampleMessage: `${code(said).slice(0, 11)}: Habari yako`,
  }),
  'POST /contacts': ({ word }) => ({ phone: phoneOf(word), firstName: word }),
  'POST /contacts/delete': ({ ids }) => ({ ids: [ids.get('contacts')] }),
  'POST /opt-outs': ({ word }) => ({ phones: [phoneOf(word)], note: 'Said so' }),
  'POST /templates': ({ word }) => ({
    name: word,
    class: 'transactional',
    bodies: { sw: 'Habari', en: 'Hello' },
  }),
  'POST /campaigns': ({ word }) => ({
    name: word,
    class: 'transactional',
    senderId: 'KLINIKI',
    message: 'Habari yako',
    audience: { recipients: [{ phone: '0712345678' }] },
  }),
  'POST /campaigns/:id/schedule': () => ({ scheduleAt: '2026-03-12T09:00:00Z' }),
  'POST /sms/send': () => ({
    recipients: ['0712345678'],
    senderId: 'KLINIKI',
    message: 'Habari',
    scheduleAt: '2026-03-12T09:00:00Z',
  }),
  'PUT /webhooks': () => ({ url: 'https://example.com/hook', events: ['message.delivered'] }),
  'POST /whatsapp/numbers': ({ word }) => ({
    phone: phoneOf(word),
    displayName: word,
    phoneNumberId: String(word.charCodeAt(word.length - 1)).padStart(12, '1'),
    businessAccountId: '123456789012',
    accessToken: 'x'.repeat(40),
    appSecret: 'y'.repeat(32),
  }),
  'POST /delivery-log/replay': () => ({
    since: '2026-03-09T09:00:00Z',
    until: '2026-03-10T08:00:00Z',
  }),
}
