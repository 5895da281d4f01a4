// What the provider brings: who may bring it, what is kept of it, and how it is read and told.

import t from 'tap'
import { rows } from '../../../db/store/connection.ts'
import { sql } from '../../../db/store/sql.ts'
import { Ask } from '../../support/ask.ts'
import { errorOf } from '../../support/messaging/messaging.ts'
import {
  asha,
  eventsOf,
  now,
  numberInput,
  start,
  whatsappHouse,
  whatsappScene,
} from '../../support/messaging/whatsapp.ts'
import {
  access_token,
  app_secret,
  signed,
  wrote,
} from '../../support/messaging/whatsapp-provider.ts'

t.test('whatsapp: what is brought', async (t) => {
  const house = await whatsappHouse(t)
  const { app } = house

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
    t.match(await eventsOf(own.account.id, 'whatsapp.received'), [
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
})
