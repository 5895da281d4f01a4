// Sending, keys, errors and limits, from the source document of the messaging API alone. Each test is
// named by the sentence it proves.

import t from 'tap'
import { clock } from '../../db/core/clock.ts'
import type { Answer } from '../support/ask.ts'
import { boot } from '../support/boot.ts'
import { firm, type KeyAsk } from '../support/messaging/messaging.ts'
import { fields } from './reading.ts'

const none = '01a20000-1de4-7573-b853-57b97905f91d'

t.test('sending', async (t) => {
  const house = await boot(t, [])
  const own = await firm(house.app)
  await own.sender()
  await own.topUp(1_000_000)
  const { nobody } = house
  const good = {
    recipients: ['0712345678'],
    senderId: 'KLINIKI',
    message: 'Habari',
    reference: 'r-1',
  }
  const send = (key: KeyAsk, more: object = {}): Promise<Answer> =>
    key.post('/v1/sms/send', { ...good, ...more })

  /** "Every failure returns JSON `{error: {code, message, field, requestId, docs}}`". */
  const failed = (test: typeof t, answer: Answer, status: number, code: string): void => {
    test.equal(answer.status, status, JSON.stringify(answer.body))
    test.same(Object.keys(answer.body), ['error'])
    fields(test, answer.body.error, {
      code: 'string',
      message: 'string',
      field: 'string?',
      requestId: 'string',
      docs: 'string',
    })
    test.equal(answer.body.error.code, code)
    test.match(answer.body.error.docs, /^https?:\/\//)
    test.match(answer.headers, {
      'x-ratelimit-limit': /^\d+$/,
      'x-ratelimit-remaining': /^\d+$/,
      'x-ratelimit-reset': /^\d{10}$/,
    })
  }

  t.test('"Keys start with `sms_live_` or `sms_test_`"', async (t) => {
    t.match((await own.key()).token, /^sms_live_/)
    t.match((await own.key({ mode: 'test' })).token, /^sms_test_/)
  })

  t.test(
    '"A send returns 202 Accepted as soon as the messages are queued and paid for"',
    async (t) => {
      const sent = await send(await own.key())
      t.equal(sent.status, 202, JSON.stringify(sent.body))
    },
  )

  t.test(
    '"body carries recipients (at most 1,000), senderId, message text and a caller reference"',
    async (t) => {
      const key = await own.key()
      for (const reference of ['r', null]) {
        const sent = await send(key, { reference })
        t.equal(sent.status, 202, JSON.stringify(sent.body))
      }
      const recipients = Array.from({ length: 1000 }, (_, at) => `0712${String(100_000 + at)}`)
      t.equal((await send(key, { recipients })).status, 202)
      failed(
        t,
        await send(key, { recipients: [...recipients, '0713999999'] }),
        400,
        'recipients_exceeded',
      )
    },
  )

  t.test(
    '"may be written with a leading zero, with a plus and country code and optional spaces, or as country code plus digits; other forms are refused"',
    async (t) => {
      const key = await own.key()
      for (const phone of ['0712345678', '+255712345678', '+255 712 345 678', '255712345678']) {
        t.equal((await send(key, { recipients: [phone] })).status, 202, phone)
      }
      for (const phone of ['712345678', '00255712345678', '+254712345678', '0212345678', 'x']) {
        failed(t, await send(key, { recipients: [phone] }), 422, 'invalid_phone_number')
      }
    },
  )

  t.test('"Message length: at most 10 segments"', async (t) => {
    const key = await own.key()
    t.equal((await send(key, { message: 'x'.repeat(1530) })).status, 202)
    failed(t, await send(key, { message: 'x'.repeat(1531) }), 422, 'message_too_long')
  })

  t.test('"status of one message"', async (t) => {
    const key = await own.key()
    const sent = await send(key)
    const [id] = Object.values(sent.body.messages?.[0] ?? {}).filter((word) =>
      /^[0-9a-f-]{36}$/.test(String(word)),
    )
    const one = await key.get(`/v1/sms/${String(id)}`)
    t.equal(one.status, 200, JSON.stringify(one.body))
    fields(t, one.body, { id: 'string', to: 'string', senderId: 'string', status: 'string' })
    t.match(one.body, { to: '255712345678', senderId: 'KLINIKI', reference: 'r-1' })
    failed(t, await key.get(`/v1/sms/${none}`), 404, 'not_found')
    const other = await firm(house.app)
    failed(t, await (await other.key()).get(`/v1/sms/${String(id)}`), 404, 'not_found')
  })

  t.test('"lists the account\'s sender IDs and their approval state"', async (t) => {
    const listed = await (await own.key()).get('/v1/sender-ids')
    t.equal(listed.status, 200)
    t.ok(Array.isArray(listed.body.data))
    for (const one of listed.body.data) t.match(one.status, /^(approved|pending|rejected)$/)
  })

  t.test('"imports contacts, at most 50,000 per request"', async (t) => {
    const key = await own.key()
    const answer = await key.post('/v1/contacts/import', { contacts: [{ phone: '0754000001' }] })
    t.match(String(answer.status), /^20/, JSON.stringify(answer.body))
    const many = Array.from({ length: 50_001 }, () => ({ phone: '0754000001' }))
    failed(t, await key.post('/v1/contacts/import', { contacts: many }), 400, 'invalid_request')
  })

  t.test('"inbound WhatsApp messages"', async (t) => {
    const listed = await (await own.key()).get('/v1/whatsapp/messages')
    t.equal(listed.status, 200, JSON.stringify(listed.body))
    t.ok(Array.isArray(listed.body.data))
  })

  t.test('401 invalid_api_key: "key missing, malformed, or never existed"', async (t) => {
    failed(t, await nobody.get('/v1/sender-ids'), 401, 'invalid_api_key')
    for (const authorization of ['Bearer x', 'Basic eDp5', 'Bearer sms_live_none', 'Bearer']) {
      failed(t, await nobody.with({ authorization }).get('/v1/sender-ids'), 401, 'invalid_api_key')
    }
  })

  t.test('401 api_key_revoked: "key revoked or replaced by rotation"', async (t) => {
    const manager = await own.key()
    const gone = await own.key()
    t.equal((await manager.post(`/v1/account/keys/${gone.id}/revoke`, {})).status, 200)
    failed(t, await gone.get('/v1/sender-ids'), 401, 'api_key_revoked')
    const old = await own.key()
    const rotated = await manager.post(`/v1/account/keys/${old.id}/rotate`, {})
    t.match(String(rotated.status), /^20/, JSON.stringify(rotated.body))
    failed(t, await old.get('/v1/sender-ids'), 401, 'api_key_revoked')
  })

  t.test('401 api_key_expired: "key passed its expiry date"', async (t) => {
    const key = await own.key({ expiresAt: new Date(clock.ms() + 3_600_000).toISOString() })
    t.equal((await key.get('/v1/sender-ids')).status, 200)
    clock.advance(7_200_000)
    failed(t, await key.get('/v1/sender-ids'), 401, 'api_key_expired')
    clock.release()
  })

  t.test('403 ip_not_allowed, insufficient_scope, account_not_provisioned', async (t) => {
    const elsewhere = await own.key({ ipAllowlist: ['203.0.113.0/24'] })
    failed(t, await elsewhere.get('/v1/sender-ids'), 403, 'ip_not_allowed')
    const narrow = await own.key({ scopes: ['sms:read'] })
    failed(t, await send(narrow), 403, 'insufficient_scope')
    const loose = await firm(house.app, { business_id: null })
    failed(t, await (await loose.key()).get('/v1/sender-ids'), 403, 'account_not_provisioned')
  })

  t.test(
    '400 invalid_request: "malformed JSON, missing field, or a field the endpoint does not accept (unknown fields are refused, not ignored; message names the field)"',
    async (t) => {
      const key = await own.key()
      failed(
        t,
        await key.raw('POST', '/v1/sms/send', '{"recipients":', 'application/json'),
        400,
        'invalid_request',
      )
      failed(
        t,
        await key.post('/v1/sms/send', { ...good, message: undefined }),
        400,
        'invalid_request',
      )
      const unknown = await send(key, { colour: 'red' })
      failed(t, unknown, 400, 'invalid_request')
      t.match(unknown.body.error.message, /colour/)
      t.equal(unknown.body.error.field, 'colour')
      failed(
        t,
        await key.raw('POST', '/v1/sms/send', '<sms/>', 'application/xml'),
        400,
        'invalid_request',
      )
      const bytes = Buffer.from(JSON.stringify(good).replace('Habari', 'Habar\xff'), 'latin1')
      failed(
        t,
        await key.raw('POST', '/v1/sms/send', bytes, 'application/json'),
        400,
        'invalid_request',
      )
    },
  )

  t.test(
    '422 sender_id_not_approved: "sender ID pending, rejected, or not the account\'s"',
    async (t) => {
      failed(t, await send(await own.key(), { senderId: 'WENGINE' }), 422, 'sender_id_not_approved')
    },
  )

  t.test(
    '402 insufficient_funds: "balance cannot cover the whole send; nothing was sent"',
    async (t) => {
      const poor = await firm(house.app)
      await poor.sender()
      const key = await poor.key()
      failed(t, await send(key), 402, 'insufficient_funds')
      t.same((await key.get('/v1/sms')).body.data, [], 'nothing was sent')
    },
  )

  t.test('"a replayed key returns the first response"; 409 idempotency_key_reused', async (t) => {
    const key = (await own.key()).with({ 'idempotency-key': 'k-1' })
    const first = await send(key)
    const again = await send(key)
    t.equal(again.status, first.status)
    t.same(again.body, first.body)
    failed(t, await send(key, { message: 'Another' }), 409, 'idempotency_key_reused')
  })

  t.test(
    '"60 requests per minute, per key, every endpoint"; 429 rate_limited carries Retry-After',
    async (t) => {
      const key = await own.key()
      const served = new Map<string, number>()
      let last = await key.get('/v1/sender-ids')
      t.equal(last.headers['x-ratelimit-limit'], '60')
      t.equal(Number(last.headers['x-ratelimit-reset']) % 60, 0, '"at the top of each minute"')
      while (last.status === 200) {
        const window = last.headers['x-ratelimit-reset'] ?? ''
        served.set(window, (served.get(window) ?? 0) + 1)
        last = await key.get(served.size % 2 === 0 ? '/v1/sender-ids' : '/v1/whatsapp/messages')
      }
      failed(t, last, 429, 'rate_limited')
      const window = last.headers['x-ratelimit-reset'] ?? ''
      t.equal(served.get(window), 60)
      t.match(last.headers['retry-after'], /^([1-9]|[1-5]\d|60)$/)
      t.equal((await (await own.key()).get('/v1/sender-ids')).status, 200, '"per key"')
    },
  )

  t.test('404 not_found: an address that is none', async (t) => {
    failed(t, await (await own.key()).get('/v1/no/such'), 404, 'not_found')
  })
})
