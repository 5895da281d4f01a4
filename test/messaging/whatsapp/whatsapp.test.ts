// WhatsApp through the edge and the daemon's hand, against a double of the provider.

import t from 'tap'
import { clock, hours, minutes, seconds } from '../../../db/clock.ts'
import { rows, run, within } from '../../../db/connection.ts'
import { prove } from '../../../db/messaging/wallet/money.ts'
import { sql } from '../../../db/sql.ts'
import { Ask } from '../../support/ask.ts'
import { boot } from '../../support/boot.ts'
import { errorOf, firm, type KeyAsk } from '../../support/messaging.ts'
import { letCallHere } from '../../support/webhooks.ts'
import { numberInput, whatsappScene } from '../../support/whatsapp.ts'
import {
  access_token,
  app_secret,
  became,
  fails,
  signed,
  templateTurned,
  wrote,
} from '../../support/whatsapp-provider.ts'

const start = '2026-03-03T09:00:00.000Z'
const asha = '255712345678'
const text = { to: '0712345678', type: 'text', text: { body: 'Karibu' } }
const template = {
  to: '0712345678',
  type: 'template',
  template: { name: 'miadi', language: 'sw', parameters: { body: ['4 Machi', '10:00'] } },
}

t.test('whatsapp', async (t) => {
  const house = await boot(t, [])
  const { app } = house
  await firm(app)
  await letCallHere(house)
  t.beforeEach(() => clock.freeze(start))
  t.afterEach(() => clock.release())
  const now = (): string => clock.instant()
  const one = async (key: KeyAsk, id: string) => (await key.get(`/v1/whatsapp/messages/${id}`)).body
  const events = async (account_id: string, type: string) =>
    (
      await rows<{ data: string }>(
        sql`select data from msg_events where account_id = ${account_id} and type = ${type} order by id`,
      )
    ).map(({ data }) => JSON.parse(data))
  const balance = async (key: KeyAsk) => (await key.get('/v1/wallet')).body.balance

  t.test('a number shows its verify token once and its secrets never', async (t) => {
    const { key, number, there, own } = await whatsappScene(t, house)
    t.ok(number.verifyToken)
    const { data } = (await key.get('/v1/whatsapp/numbers')).body
    t.match(data, [
      { phone: '255700111222', status: 'connected', isDefault: true, provider: 'meta' },
    ])
    t.notOk('verifyToken' in data[0])
    t.match(data[0].webhookUrl, new RegExp(`/v1/providers/whatsapp/${number.id}$`))
    t.notMatch(JSON.stringify(data), access_token)
    const stored = JSON.stringify(await rows(sql`select * from msg_whatsapp_numbers`))
    for (const secret of [access_token, app_secret, number.verifyToken])
      t.notMatch(stored, secret, 'sealed in the table')
    const again = await key.post('/v1/whatsapp/numbers', numberInput(there.graph_url))
    t.equal(again.status, 422)
    t.match(errorOf(again), { code: 'already_exists' })
    const test_key = await own.key({ mode: 'test' })
    const refused = await test_key.post('/v1/whatsapp/numbers', numberInput(there.graph_url))
    t.equal(refused.status, 403)
  })

  t.test('the challenge is answered to who knows the verify token (MSG-501)', async (t) => {
    const { number } = await whatsappScene(t, house)
    const ask = (token: string, mode = 'subscribe', id = number.id) =>
      house.nobody.get(`/v1/providers/whatsapp/${id}`, {
        'hub.mode': mode,
        'hub.verify_token': token,
        'hub.challenge': '1158201444',
      })
    const right = await ask(number.verifyToken)
    t.equal(right.status, 200)
    t.match(right.headers['content-type'], /^text\/plain/)
    t.equal(right.raw.toString(), '1158201444')
    for (const wrong of [
      await ask('x'),
      await ask(number.verifyToken, 'unsubscribe'),
      await ask(number.verifyToken, 'subscribe', '01980000-0000-7000-8000-000000000000'),
    ]) {
      t.equal(wrong.status, 403)
      t.equal(errorOf(wrong).code, 'insufficient_scope')
    }
  })

  t.test('a delivery without the right signature stores nothing (MSG-501)', async (t) => {
    const { number, key, bring } = await whatsappScene(t, house)
    const body = wrote(asha, 'wamid.in1', now())
    const signatures = [
      undefined,
      '',
      'sha256=',
      signed(body, 'another'),
      signed(`${body} `),
      signed(body).slice(0, -1),
      signed(body).replace('sha256', 'sha1'),
    ]
    for (const signature of signatures) {
      const headers = signature === undefined ? {} : { 'x-hub-signature-256': signature }
      const answer = await new Ask(app, undefined, headers).raw(
        'POST',
        `/v1/providers/whatsapp/${number.id}`,
        body,
        'application/json',
      )
      t.equal(answer.status, 401, String(signature))
      t.match(errorOf(answer), {
        code: 'invalid_api_key',
        field: 'X-Hub-Signature-256',
        message: 'The signature is missing or wrong.',
      })
    }
    t.strictSame(
      await rows(sql`select id from msg_whatsapp_raws where number_id = ${number.id}`),
      [],
    )
    // The very bytes count: white space and escapes of the provider are not ours to judge.
    t.equal((await bring(`${body.replace('Habari', 'Habari \\u00e9')}\n`)).status, 200)
    t.match((await key.get('/v1/whatsapp/messages')).body.data, [{ text: { body: 'Habari é' } }])
  })

  t.test('what a person wrote is taken once and told once (MSG-502)', async (t) => {
    const { own, key, bring } = await whatsappScene(t, house)
    await bring(wrote(asha, 'wamid.in1', now()))
    await bring(wrote(asha, 'wamid.in1', now()))
    const { data } = (await key.get('/v1/whatsapp/messages')).body
    t.match(data, [
      {
        direction: 'inbound',
        from: asha,
        to: '255700111222',
        type: 'text',
        text: { body: 'Habari' },
        profileName: 'Asha',
        status: 'received',
        receivedAt: start,
        windowExpiresAt: '2026-03-04T09:00:00.000Z',
      },
    ])
    t.equal(data.length, 1)
    t.match(await events(own.account.id, 'whatsapp.received'), [
      { id: data[0].id, from: asha, type: 'text', text: { body: 'Habari' } },
    ])
    await bring(wrote(asha, 'wamid.in2', now(), { type: 'order', order: { catalog_id: '7' } }))
    const last = (await key.get('/v1/whatsapp/messages')).body.data[0]
    t.match(last, { type: 'unsupported', raw: { type: 'order', order: { catalog_id: '7' } } })
    await bring(
      wrote(asha, 'wamid.in3', now(), {
        type: 'image',
        image: { id: '9', mime_type: 'image/png' },
      }),
    )
    t.match((await key.get('/v1/whatsapp/messages')).body.data[0], {
      type: 'image',
      media: { mimeType: 'image/png' },
    })
  })

  t.test('another number, other fields and nonsense are passed over', async (t) => {
    const { key, bring, hand, number } = await whatsappScene(t, house)
    const other = wrote(asha, 'wamid.x', now()).replaceAll('106540352242922', '7')
    for (const body of [other, 'no json', '[]', '{"entry":[{"changes":[{"field":"x"}]},3]}', '{}'])
      t.equal((await bring(body)).status, 200, body.slice(0, 30))
    t.strictSame((await key.get('/v1/whatsapp/messages')).body.data, [])
    t.strictSame(hand.faults, [])
    const left = await rows(
      sql`select id from msg_whatsapp_raws where number_id = ${number.id} and read_at is null`,
    )
    t.strictSame(left, [])
  })

  t.test('free-form goes inside the window alone (MSG-503, MSG-504)', async (t) => {
    const { key, bring, hand, there } = await whatsappScene(t, house)
    const never = await key.post('/v1/whatsapp/messages', text)
    t.equal(never.status, 422)
    t.match(errorOf(never), { code: 'whatsapp_window_closed', field: 'to' })
    // A late delivery of an old message opens nothing beyond its own day.
    await bring(wrote(asha, 'wamid.old', '2026-03-02T08:00:00.000Z'))
    t.equal(
      errorOf(await key.post('/v1/whatsapp/messages', text)).message,
      'The 24-hour window with 255712345678 closed at 2026-03-03T08:00:00.000Z.',
    )
    await bring(wrote(asha, 'wamid.new', now()))
    await bring(wrote(asha, 'wamid.older', '2026-03-02T20:00:00.000Z'))
    clock.advance(hours(23))
    const sent = await key.post('/v1/whatsapp/messages', text)
    t.equal(sent.status, 202)
    t.match(sent.body, { status: 'accepted', cost: 0, balance: 1000, type: 'text', to: asha })
    await hand.idle()
    t.match(there.messages(), [
      {
        messaging_product: 'whatsapp',
        to: asha,
        type: 'text',
        text: { body: 'Karibu', preview_url: false },
        biz_opaque_callback_data: sent.body.id,
      },
    ])
    clock.advance(hours(1))
    t.equal((await key.post('/v1/whatsapp/messages', text)).status, 422)
  })

  t.test('a template is paid by its category and goes at any time (MSG-506)', async (t) => {
    const { own, key, hand, there, bring } = await whatsappScene(t, house)
    const sent = await key
      .with({ 'idempotency-key': 'once' })
      .post('/v1/whatsapp/messages', { ...template, reference: 'miadi-7' })
    t.equal(sent.status, 202)
    t.match(sent.body, { status: 'accepted', cost: 25, balance: 975, reference: 'miadi-7' })
    const again = await key
      .with({ 'idempotency-key': 'once' })
      .post('/v1/whatsapp/messages', { ...template, reference: 'miadi-7' })
    t.strictSame(again.body, sent.body)
    await hand.idle()
    t.equal(there.messages().length, 1)
    t.match(there.messages()[0], {
      type: 'template',
      template: {
        name: 'miadi',
        language: { code: 'sw' },
        components: [
          {
            type: 'body',
            parameters: [
              { type: 'text', text: '4 Machi' },
              { type: 'text', text: '10:00' },
            ],
          },
        ],
      },
    })
    const { id } = sent.body
    // Statuses come out of order and more than once, and move only forward.
    for (const status of ['delivered', 'sent', 'delivered', 'read', 'failed', 'delivered'])
      await bring(became('wamid.1', status, now()))
    const read = await one(key, id)
    t.match(read, { status: 'read', failureReason: null, deliveredAt: start, readAt: start })
    t.strictSame(
      read.history.map(({ status }: { status: string }) => status),
      ['accepted', 'delivered', 'read'],
    )
    t.match(await events(own.account.id, 'whatsapp.status'), [
      { messageId: id, status: 'delivered', reference: 'miadi-7', to: asha },
      { messageId: id, status: 'read' },
    ])
    t.equal(await balance(key), 975)
    t.strictSame((await prove(own.account.id)).differences, [])
    const usage = await rows(
      sql`select messages, cost from msg_usage where account_id = ${own.account.id} and channel = 'whatsapp'`,
    )
    t.match(usage, [{ messages: 1, cost: 2500 }])
  })

  t.test('a later delivery overrides a failure and does not charge again (MSG-508)', async (t) => {
    const { key, hand, bring, own } = await whatsappScene(t, house)
    const { id } = (await key.post('/v1/whatsapp/messages', template)).body
    await hand.idle()
    await bring(became('wamid.1', 'failed', now(), { errors: [{ code: 131026 }] }))
    t.match(await one(key, id), {
      status: 'failed',
      failureReason: 'unreachable',
      providerCode: '131026',
      refunded: 0,
    })
    await bring(became('wamid.1', 'sent', now()))
    t.equal((await one(key, id)).status, 'failed')
    await bring(became('wamid.1', 'delivered', now()))
    t.match(await one(key, id), { status: 'delivered', failureReason: null })
    t.equal(await balance(key), 975)
    t.strictSame(
      (await events(own.account.id, 'whatsapp.status')).map(({ status }) => status),
      ['failed', 'delivered'],
    )
  })

  t.test(
    'what the provider refuses fails with its reason and is paid back (MSG-507)',
    async (t) => {
      const { own, key, hand, there } = await whatsappScene(t, house)
      let person = 0
      for (const [code, reason] of [
        [131047, 'window_closed'],
        [131026, 'unreachable'],
        [131049, 'provider_limit'],
        [132001, 'template_rejected'],
        [131008, 'provider_rejected'],
      ] as const) {
        there.onMessage = fails(400, code)
        person += 1
        const to = `07123456${10 + person}`
        const { id } = (await key.post('/v1/whatsapp/messages', { ...template, to })).body
        await hand.idle()
        t.match(await one(key, id), {
          status: 'failed',
          failureReason: reason,
          providerCode: String(code),
          refunded: 25,
        })
      }
      t.equal(await balance(key), 1000)
      t.strictSame((await prove(own.account.id)).differences, [])
    },
  )

  t.test('a temporary answer is waited out and then sent once (MSG-507)', async (t) => {
    const { key, hand, there } = await whatsappScene(t, house)
    const taking = there.onMessage
    there.onMessage = fails(429, 130429)
    const { id } = (await key.post('/v1/whatsapp/messages', template)).body
    await hand.idle()
    t.match(await one(key, id), { status: 'accepted', uncertain: false })
    t.equal(there.messages().length, 1)
    there.onMessage = taking
    clock.advance(minutes(1))
    await hand.idle()
    clock.advance(minutes(1))
    await hand.idle()
    t.equal(there.messages().length, 2)
  })

  t.test('an unknown outcome is not sent twice, and a status settles it (MSG-506)', async (t) => {
    const { key, hand, there, bring } = await whatsappScene(t, house)
    there.onMessage = (_post, reply) => reply.destroy()
    const { id } = (await key.post('/v1/whatsapp/messages', template)).body
    await hand.idle()
    t.match(await one(key, id), { status: 'accepted', uncertain: true })
    clock.advance(hours(2))
    await hand.idle()
    t.equal(there.messages().length, 1)
    await bring(became('wamid.77', 'delivered', now(), { biz_opaque_callback_data: id }))
    t.match(await one(key, id), { status: 'delivered', uncertain: false })
    await bring(became('wamid.77', 'read', now()))
    t.equal((await one(key, id)).status, 'read')
  })

  t.test('a daemon killed between intent and answer leaves it unknown', async (t) => {
    const { key, hand, there } = await whatsappScene(t, house)
    await hand.stop()
    const { id } = (await key.post('/v1/whatsapp/messages', template)).body
    await within(() =>
      run(
        sql`update msg_whatsapp_messages set posting = 'submitting', submitting_at = ${now()} where id = ${id}`,
      ),
    )
    clock.advance(minutes(2))
    const { runWhatsapp } = await import('../../../daemon/whatsapp.ts')
    const next = runWhatsapp({
      log: { error: (facts) => t.fail(JSON.stringify(facts)) },
      poll_ms: 3_600_000,
    })
    t.teardown(() => next.stop())
    await next.idle()
    t.match(await one(key, id), { status: 'accepted', uncertain: true })
    t.strictSame(there.messages(), [])
  })

  t.test('one message to a person in six seconds, so many a second to all (MSG-507)', async (t) => {
    const { key, hand, there, number } = await whatsappScene(t, house)
    await key.post('/v1/whatsapp/messages', template)
    await key.post('/v1/whatsapp/messages', template)
    await hand.idle()
    t.equal(there.messages().length, 1)
    clock.advance(seconds(7))
    await hand.idle()
    t.equal(there.messages().length, 2)
    await within(() =>
      run(sql`update msg_whatsapp_numbers set messages_per_second = 2 where id = ${number.id}`),
    )
    clock.advance(seconds(7))
    for (let n = 1; n < 6; n += 1)
      await key.post('/v1/whatsapp/messages', { ...template, to: `071234560${n}` })
    await hand.idle()
    t.equal(there.messages().length, 4)
    clock.advance(seconds(2))
    await hand.idle()
    t.equal(there.messages().length, 6)
  })

  t.test('no to advertising, and no to everything (MSG-505)', async (t) => {
    const { own, key, bring, hand, there } = await whatsappScene(t, house)
    await key.post('/v1/opt-outs', { phones: ['0712345678'], scope: 'promotional' })
    const marketing = { ...template, template: { name: 'chanjo', language: 'sw' } }
    const stopped = await key.post('/v1/whatsapp/messages', marketing)
    t.equal(stopped.status, 202)
    t.match(stopped.body, { status: 'failed', failureReason: 'opted_out', cost: 0, balance: 1000 })
    t.equal((await key.post('/v1/whatsapp/messages', template)).body.status, 'accepted')
    clock.advance(minutes(1))
    await bring(wrote(asha, 'wamid.stop', now(), { type: 'text', text: { body: ' Acha! ' } }))
    t.equal((await key.post('/v1/whatsapp/messages', template)).body.failureReason, 'opted_out')
    t.equal((await key.post('/v1/whatsapp/messages', text)).body.failureReason, 'opted_out')
    clock.advance(minutes(1))
    await bring(wrote(asha, 'wamid.again', now()))
    t.equal((await key.post('/v1/whatsapp/messages', text)).body.status, 'accepted')
    t.equal((await key.post('/v1/whatsapp/messages', template)).body.failureReason, 'opted_out')
    clock.advance(minutes(1))
    await hand.idle()
    const left = there.messages()
    t.equal(left.length, 3, 'the template, what confirms the no (MSG-452), the letter')
    t.match(left[1], { text: { body: /^Umeondolewa/ } })
    const told = await events(own.account.id, 'whatsapp.status')
    t.match(told[0], { status: 'failed', failureReason: 'opted_out' })
  })

  t.test('templates follow the provider, at once when it tells (MSG-511)', async (t) => {
    const { key, hand, there, bring } = await whatsappScene(t, house)
    const list = async (query = '') => (await key.get(`/v1/whatsapp/templates${query}`)).body.data
    t.equal((await list()).length, 3)
    t.match(await list('?category=utility&status=APPROVED'), [
      { name: 'miadi', language: 'sw', parameterCount: 2 },
    ])
    await bring(templateTurned('miadi', 'sw', 'PAUSED'))
    const paused = await key.post('/v1/whatsapp/messages', template)
    t.equal(paused.status, 422)
    t.match(errorOf(paused), {
      code: 'whatsapp_template_not_approved',
      field: 'template.name',
      message: 'The template miadi (sw) is PAUSED.',
    })
    there.templates = there.templates.slice(0, 1)
    clock.advance(hours(1))
    await hand.idle()
    t.match(await list(), [{ name: 'miadi', status: 'APPROVED' }])
    t.equal((await list()).length, 1)
    there.answers = fails(401, 190)
    clock.advance(hours(1))
    await hand.idle()
    t.match((await key.get('/v1/whatsapp/numbers')).body.data, [
      { status: 'error', lastError: '(#190) no' },
    ])
    t.equal((await list()).length, 1, 'what was known stays')
  })

  t.test('the tail returns what came after it, and nothing twice (MSG-510)', async (t) => {
    const { key, bring } = await whatsappScene(t, house)
    const tail = (cursor?: string | null) =>
      key.get('/v1/whatsapp/messages', {
        order: 'asc',
        limit: '2',
        ...(typeof cursor === 'string' ? { cursor } : {}),
      })
    t.match((await tail()).body, { data: [], nextCursor: null, endCursor: null })
    for (const n of [1, 2, 3]) await bring(wrote(asha, `wamid.${n}`, now()))
    const first = (await tail()).body
    t.equal(first.data.length, 2)
    const second = (await tail(first.endCursor)).body
    t.equal(second.data.length, 1)
    t.strictSame((await tail(second.endCursor)).body.data, [])
    t.equal((await tail(second.endCursor)).body.endCursor, second.endCursor)
    await bring(wrote(asha, 'wamid.4', now()))
    t.equal((await tail(second.endCursor)).body.data.length, 1)
    const newest = (await key.get('/v1/whatsapp/messages?limit=1')).body
    t.notOk('endCursor' in newest)
    t.ok(newest.nextCursor)
  })

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
    t.equal(await balance(key), 20)
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

  t.test('a test key has a number and templates, and nothing leaves (MSG-580)', async (t) => {
    const { own, there, hand } = await whatsappScene(t, house)
    const key = await own.key({ mode: 'test' })
    t.match((await key.get('/v1/whatsapp/numbers')).body.data, [
      { phone: '255700000099', provider: 'simulator' },
    ])
    t.equal((await key.get('/v1/whatsapp/templates')).body.data.length, 4)
    const sent = await key.post('/v1/whatsapp/messages', {
      to: '0712345678',
      type: 'template',
      template: { name: 'appointment', language: 'sw', parameters: { body: ['4 Machi', '10:00'] } },
    })
    t.equal(sent.status, 202)
    await hand.idle()
    t.equal((await one(key, sent.body.id)).status, 'delivered')
    t.strictSame(there.messages(), [])
    t.strictSame(hand.faults, [])
  })
})
