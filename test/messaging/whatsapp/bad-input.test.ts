// What a WhatsApp message and a number are refused for, and that a refusal leaves nothing behind.

import t from 'tap'
import { rows } from '../../../db/store/connection.ts'
import { sql } from '../../../db/store/sql.ts'
import { errorOf, firm } from '../../support/messaging/messaging.ts'
import {
  asha,
  balanceOf,
  now,
  numberInput,
  template,
  text,
  whatsappHouse,
  whatsappScene,
} from '../../support/messaging/whatsapp.ts'
import { wrote } from '../../support/messaging/whatsapp-provider.ts'

t.test('whatsapp: bad input', async (t) => {
  const house = await whatsappHouse(t)
  const { app } = house

  t.test('bad input; numbers of any country after a plus (MSG-500)', async (t) => {
    const { key, there, own, bring } = await whatsappScene(t, house, 20)
    await bring(wrote(asha, 'wamid.in', now()))
    const other = await (await firm(app)).key()
    const theirs = (await key.get('/v1/whatsapp/messages')).body.data[0].id
    t.equal((await other.get(`/v1/whatsapp/messages/${theirs}`)).status, 404)
    const test_key = await own.key({ mode: 'test' })
    t.equal((await test_key.get(`/v1/whatsapp/messages/${theirs}`)).status, 404)
    const named = { name: 'miadi', language: 'sw' }
    const cases: [object, number, string, string | null][] = [
      [{}, 400, 'invalid_request', 'to'],
      [{ ...text, foo: 1 }, 400, 'invalid_request', 'foo'],
      [{ ...text, type: 'sticker' }, 400, 'invalid_request', 'type'],
      [{ to: text.to, type: 'text' }, 400, 'invalid_request', 'text'],
      [{ ...text, template: named }, 400, 'invalid_request', 'template'],
      [{ ...text, text: { body: '' } }, 400, 'invalid_request', 'text.body'],
      [{ ...text, text: { body: 'a'.repeat(4097) } }, 400, 'invalid_request', 'text.body'],
      [{ ...text, text: { body: 'a', x: 1 } }, 400, 'invalid_request', 'text.x'],
      [{ ...text, reference: 'r'.repeat(101) }, 400, 'invalid_request', 'reference'],
      [{ ...text, to: '712345678' }, 422, 'invalid_phone_number', 'to'],
      [{ ...text, to: '+255222123456' }, 422, 'invalid_phone_number', 'to'],
      [{ ...text, to: '+1234567' }, 422, 'invalid_phone_number', 'to'],
      [{ ...text, to: '+254712345678' }, 422, 'whatsapp_window_closed', 'to'],
      [{ ...text, from: '0712000000' }, 404, 'not_found', null],
      [{ ...text, replyTo: 'nobody' }, 404, 'not_found', null],
      [{ to: text.to, type: 'image', media: {} }, 400, 'invalid_request', 'media'],
      [{ to: text.to, type: 'image', media: { id: 'x' } }, 404, 'not_found', null],
      [
        { to: text.to, type: 'image', media: { url: 'http://a.b/c' } },
        400,
        'invalid_request',
        'media.url',
      ],
      [{ ...template, template: named }, 400, 'invalid_request', 'template.parameters'],
      [
        { ...template, template: { ...named, parameters: { body: ['a', 'b', 'c'] } } },
        400,
        'invalid_request',
        'template.parameters',
      ],
      [
        { ...template, template: { ...named, name: 'hakuna' } },
        422,
        'whatsapp_template_not_approved',
        'template.name',
      ],
      [
        { ...template, template: { ...named, name: 'zamani' } },
        422,
        'whatsapp_template_not_approved',
        'template.name',
      ],
      [template, 402, 'insufficient_funds', null],
    ]
    for (const [body, status, code, field] of cases) {
      const answer = await other
        .with({ authorization: `Bearer ${key.token}` })
        .post('/v1/whatsapp/messages', body)
      t.equal(answer.status, status, JSON.stringify(body).slice(0, 90))
      t.match(errorOf(answer), { code, field })
    }
    t.equal(await balanceOf(key), 20)
    const left = await rows(
      sql`select id from msg_whatsapp_messages where account_id = ${own.account.id} and direction = 'outbound'`,
    )
    t.strictSame(left, [], 'a refusal leaves nothing behind')
    const second = { ...numberInput(there.graph_url), phone: '0700111333', phoneNumberId: '55' }
    for (const [changed, field] of [
      [{ phone: 'x' }, 'phone'],
      [{ displayName: '' }, 'displayName'],
      [{ phoneNumberId: 'abc' }, 'phoneNumberId'],
      [{ accessToken: '' }, 'accessToken'],
      [{ graphUrl: 'http://graph.example.com' }, 'graphUrl'],
      [{ graphUrl: 'https://10.0.0.1/' }, 'graphUrl'],
      [{ messagesPerSecond: 0 }, 'messagesPerSecond'],
    ] as const) {
      const answer = await key.post('/v1/whatsapp/numbers', { ...second, ...changed })
      t.equal(answer.status, field === 'phone' ? 422 : 400, field)
      t.equal(errorOf(answer).field, field)
    }
    t.equal((await key.get('/v1/whatsapp/messages?order=up')).status, 400)
    t.equal((await key.get('/v1/whatsapp/messages?limit=201')).status, 400)
    t.equal((await key.get('/v1/whatsapp/messages?cursor=x')).status, 400)
    const reader = await own.key({ scopes: ['whatsapp:read'] })
    t.equal((await reader.post('/v1/whatsapp/messages', text)).status, 403)
  })
})
