// Webhooks and events, from the source document of the messaging API alone: a consumer that knows nothing
// else. Each test is named by the sentence it proves.

import { createHmac, timingSafeEqual } from 'node:crypto'
import t from 'tap'
import { clock } from '../../db/core/clock.ts'
import { boot } from '../support/boot.ts'
import { firm } from '../support/messaging/messaging.ts'
import { type Posted, receiver } from '../support/messaging/receiver.ts'
import { delivering, letCallHere } from '../support/messaging/webhooks.ts'
import { fields } from './reading.ts'

const events = [
  'message.sent',
  'message.delivered',
  'message.failed',
  'message.expired',
  'campaign.completed',
  'wallet.low_balance',
  'whatsapp.received',
  'whatsapp.status',
]
/** "retried after 30 seconds, 2 minutes, 10 minutes, 30 minutes and 90 minutes" */
const retries = [30, 120, 600, 1800, 5400]

/** "The receiver compares in constant time and rejects a mismatch". */
function genuine(secret: string, { headers, body }: Posted): boolean {
  const timestamp = headers['x-sms-timestamp'] ?? ''
  const hex = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  const wanted = Buffer.from(`sha256=${hex}`)
  const given = Buffer.from(headers['x-sms-signature'] ?? '')
  return wanted.length === given.length && timingSafeEqual(wanted, given)
}

t.test('webhooks', async (t) => {
  clock.freeze('2026-03-03T09:00:00.000Z')
  t.teardown(() => clock.release())
  const house = await boot(t, [])
  await letCallHere(house)
  const fresh = async () => {
    const own = await firm(house.app)
    return own.key({ mode: 'test', scopes: ['*', 'test:manage'] })
  }
  const send = (key: Awaited<ReturnType<typeof fresh>>, more: object = {}) =>
    key.post('/v1/sms/send', {
      recipients: ['255710000000'],
      senderId: 'SMSTEST',
      message: 'Habari',
      reference: 'r-1',
      ...more,
    })
  const advance = (key: Awaited<ReturnType<typeof fresh>>, seconds: number) =>
    key.post('/v1/test/clock/advance', { seconds })

  t.test(
    '"required; must be https", "required; values listed under Events": url, events',
    async (t) => {
      const key = await fresh()
      const there = await receiver(t)
      const set = await key.put('/v1/webhooks', { url: there.url, events })
      t.equal(set.status, 200, JSON.stringify(set.body))
      for (const body of [
        { events },
        { url: there.url },
        { url: there.url.replace('https', 'http'), events },
        { url: there.url, events: ['message.read'] },
        { url: there.url, events, other: 1 },
      ]) {
        const refused = await key.put('/v1/webhooks', body)
        t.equal(refused.status, 400, JSON.stringify(body))
        t.equal(refused.body.error.code, 'invalid_request')
      }
    },
  )

  t.test(
    '"enabled: defaults to true", "rotateSecret: defaults to false; true reissues the signing secret and returns it"',
    async (t) => {
      const key = await fresh()
      const there = await receiver(t)
      const body = { url: there.url, events }
      const first = await key.put('/v1/webhooks', { ...body, enabled: null, rotateSecret: true })
      t.equal(first.status, 200, JSON.stringify(first.body))
      t.type(first.body.secret, 'string')
      t.equal((await key.get('/v1/webhooks')).body.enabled, true)
      const plain = await key.put('/v1/webhooks', { ...body, rotateSecret: null })
      t.equal(plain.status, 200)
      t.notOk(plain.body.secret, '"a plain update keeps the existing secret"')
      const again = await key.put('/v1/webhooks', { ...body, rotateSecret: true })
      t.type(again.body.secret, 'string')
      t.not(again.body.secret, first.body.secret)
      const off = await key.put('/v1/webhooks', { ...body, enabled: false })
      t.equal(off.status, 200)
      t.equal((await key.get('/v1/webhooks')).body.enabled, false)
    },
  )

  t.test('"There is no endpoint that reads the webhook secret back"', async (t) => {
    const key = await fresh()
    const there = await receiver(t)
    const { secret } = (
      await key.put('/v1/webhooks', { url: there.url, events, rotateSecret: true })
    ).body
    for (const path of ['/v1/webhooks', '/v1/webhooks/events', '/v1/account', '/v1/delivery-log']) {
      t.notMatch((await key.get(path)).raw.toString(), secret, path)
    }
  })

  t.test('with one Idempotency-Key a secret is reissued once', async (t) => {
    const key = await fresh()
    const there = await receiver(t)
    const keyed = key.with({ 'idempotency-key': 'rotate-1' })
    const body = { url: there.url, events, rotateSecret: true }
    const first = await keyed.put('/v1/webhooks', body)
    const again = await keyed.put('/v1/webhooks', body)
    t.same(again.body, first.body, '"a replayed key returns the first response"')
  })

  t.test(
    '"hex HMAC-SHA256 of the string `{timestamp}.{rawBody}` under the webhook secret"',
    async (t) => {
      const key = await fresh()
      const there = await receiver(t)
      const deliverer = delivering(t)
      const { secret } = (
        await key.put('/v1/webhooks', { url: there.url, events, rotateSecret: true })
      ).body
      await send(key)
      await advance(key, 60)
      await deliverer.idle()
      t.ok(there.posts.length >= 2)
      for (const post of there.posts) {
        t.equal(post.method, 'POST')
        t.ok(genuine(secret, post))
        t.notOk(genuine(`${secret}x`, post))
        t.match(post.headers['x-sms-timestamp'], /^\d{10}$/, '"(Unix seconds)"')
        const envelope = JSON.parse(post.body)
        fields(t, envelope, { event: 'string', createdAt: 'time', data: 'object' })
        fields(t, envelope.data, {
          id: 'string',
          to: 'string',
          senderId: 'string',
          status: 'string',
          reference: 'string',
        })
        t.match(envelope.data, { to: '255710000000', senderId: 'SMSTEST', reference: 'r-1' })
      }
      const names = there.posts.map(({ body }) => JSON.parse(body).event)
      t.ok(names.includes('message.sent'), '"handed to the operator"')
      t.ok(names.includes('message.delivered'), '"confirmed on the handset"')
    },
  )

  t.test('"rejected by the operator, with a reason code": message.failed', async (t) => {
    const key = await fresh()
    const there = await receiver(t)
    const deliverer = delivering(t)
    await key.put('/v1/webhooks', { url: there.url, events: ['message.failed'] })
    await send(key, { recipients: ['255710100000'] })
    await advance(key, 3600)
    await deliverer.idle()
    for (const { body } of there.posts)
      fields(t, JSON.parse(body).data, { failureReason: 'string' })
  })

  t.test(
    '"A per-request `callbackUrl` can also set the delivery endpoint for a send"',
    async (t) => {
      const key = await fresh()
      const there = await receiver(t)
      const deliverer = delivering(t)
      const sent = await send(key, { callbackUrl: there.url })
      t.equal(sent.status, 202, JSON.stringify(sent.body))
      await advance(key, 60)
      await deliverer.idle()
      t.ok(there.posts.length > 0, 'without a webhook that was ever set')
      const plain = await send(key, { callbackUrl: null, reference: null })
      t.equal(plain.status, 202, JSON.stringify(plain.body))
    },
  )

  t.test(
    '"retried after 30 seconds, 2 minutes, 10 minutes, 30 minutes and 90 minutes (six attempts over roughly two hours)"',
    async (t) => {
      const key = await fresh()
      const there = await receiver(t)
      const deliverer = delivering(t)
      there.answers = (_post, reply) => reply.writeHead(500).end()
      await key.put('/v1/webhooks', { url: there.url, events: ['message.delivered'] })
      await send(key)
      await advance(key, 9000)
      await deliverer.idle()
      t.equal(there.posts.length, 6)
      const [entry] = (await key.get('/v1/delivery-log', { limit: '1' })).body.data
      t.equal(
        entry.status,
        'failed',
        '"the event is abandoned and shows as failed in the delivery log"',
      )
      const { attemptLog } = (await key.get(`/v1/delivery-log/${entry.id}`)).body
      const at = attemptLog.map((one: { startedAt: string }) => Date.parse(one.startedAt) / 1000)
      for (const [index, gap] of retries.entries()) {
        const came = at[index + 1] - at[index]
        t.ok(came >= gap && came <= gap * 1.01 + 2, `${came} s where ${gap} are said`)
      }
    },
  )

  t.test('"must answer 2xx within 10 seconds, and redirects are not followed"', async (t) => {
    const key = await fresh()
    const there = await receiver(t)
    const deliverer = delivering(t)
    there.answers = (_post, reply) => reply.writeHead(302, { location: `${there.url}/other` }).end()
    await key.put('/v1/webhooks', { url: there.url, events: ['message.delivered'] })
    await send(key)
    await advance(key, 20)
    await deliverer.idle()
    t.same(
      there.posts.map(({ path }) => path),
      ['/hook'],
    )
    const [entry] = (await key.get('/v1/delivery-log', { limit: '1' })).body.data
    t.not(entry.status, 'delivered', 'a redirect is no 2xx')
  })
})
