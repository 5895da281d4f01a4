// A send's own address needs no webhook configuration (MSG-546): it is signed under the account's secret,
// which the first PUT makes anew and shows.

import t from 'tap'
import { unconfigured } from '../../../db/messaging/webhooks/current.ts'
import { verify } from '../../../db/messaging/webhooks/signature.ts'
import { boot } from '../../support/boot.ts'
import { firm } from '../../support/messaging/messaging.ts'
import { type Posted, receiver } from '../../support/messaging/receiver.ts'
import { delivering, happens, letCallHere } from '../../support/messaging/webhooks.ts'

const rightUnder = (secret: string, post: Posted | undefined): string =>
  verify(
    {
      secret,
      timestamp: post?.headers['x-sms-timestamp'] ?? '',
      signature: post?.headers['x-sms-signature'] ?? '',
      body: post?.body ?? '',
    },
    Date.now() / 1000,
  )

t.test('callbacks', async (t) => {
  const house = await boot(t, [])
  await letCallHere(house)
  const own = await firm(house.app)
  const key = await own.key({ mode: 'test', scopes: ['*', 'test:manage'] })
  const there = await receiver(t)
  const deliverer = delivering(t)

  t.test('before any configuration a send says where it is told of (MSG-546)', async (t) => {
    const sent = await key.post('/v1/sms/send', {
      recipients: ['0712000000'],
      senderId: 'SMSTEST',
      message: 'Habari',
      callbackUrl: there.url,
    })
    t.equal(sent.status, 202, JSON.stringify(sent.body))
    await key.post('/v1/test/clock/advance', { seconds: 5 })
    await deliverer.idle()
    t.strictSame(
      there.posts.map(({ body }) => JSON.parse(body).event),
      ['message.sent', 'message.delivered'],
    )
    t.equal(rightUnder(unconfigured(own.test).secret, there.posts[0]), 'right')
    t.not(unconfigured(own.test).secret, unconfigured(own.live).secret)
    t.equal((await key.get('/v1/webhooks')).status, 404, 'it is no configuration')
  })

  t.test('a configuration shows a secret, and it signs from then on', async (t) => {
    const asked = { url: there.url, events: ['message.failed'], rotateSecret: true }
    const { body } = await key.put('/v1/webhooks', asked)
    await happens(own.test, 'm-9', there.url)
    await deliverer.idle()
    t.equal(rightUnder(body.secret, there.posts.at(-1)), 'right')
  })

  t.test('after the configuration is gone a callback goes on (MSG-543)', async (t) => {
    t.equal((await key.remove('/v1/webhooks')).status, 204)
    await happens(own.test, 'm-10', there.url)
    await deliverer.idle()
    t.equal(rightUnder(unconfigured(own.test).secret, there.posts.at(-1)), 'right')
    t.match(JSON.parse(there.posts.at(-1)?.body ?? ''), { data: { id: 'm-10' } })
  })

  t.test('a PUT that is repeated with its key rotates once, sealed (MSG-181)', async (t) => {
    const once = key.with({ 'idempotency-key': 'webhook 1' })
    const asked = { url: there.url, events: ['message.failed'], rotateSecret: true }
    const first = await once.put('/v1/webhooks', asked)
    const again = await once.put('/v1/webhooks', asked)
    t.match(first.body.secret, /^whsec_/)
    t.equal(again.raw.toString(), first.raw.toString())
    t.equal(again.headers['idempotent-replayed'], 'true')
    const other = await once.put('/v1/webhooks', { ...asked, enabled: false })
    t.match(other.body, { error: { code: 'idempotency_key_reused' } })
    const gone = key.with({ 'idempotency-key': 'webhook 2' })
    t.equal((await gone.remove('/v1/webhooks')).status, 204)
    t.equal((await gone.remove('/v1/webhooks')).status, 204, 'the answer is kept')
    t.equal((await key.remove('/v1/webhooks')).status, 404)
  })
})
