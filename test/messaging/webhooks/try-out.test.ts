import t from 'tap'
import { verdictOf } from '../../../db/messaging/webhooks/try-out.ts'
import { verify } from '../../../db/messaging/webhooks/signature.ts'
import { boot } from '../../support/boot.ts'
import { errorOf, firm } from '../../support/messaging/messaging.ts'
import { receiver } from '../../support/messaging/receiver.ts'
import { delivering, letCallHere } from '../../support/messaging/webhooks.ts'

t.test('trying a webhook out (MSG-555)', async (t) => {
  const house = await boot(t, [])
  const { app } = house
  const own = await firm(app)
  await letCallHere(house)
  const key = await own.key()
  const there = await receiver(t)
  delivering(t)

  await t.test('without a secret there is nothing to sign with', async (t) => {
    const answer = await key.post('/v1/webhooks/test', { url: there.url })
    t.equal(answer.status, 422)
    t.match(errorOf(answer), {
      code: 'invalid_state',
      message: 'Set a webhook first with PUT /v1/webhooks.',
    })
  })

  const { secret } = (await key.put('/v1/webhooks', { url: there.url, events: ['message.sent'] }))
    .body

  t.test('one post, now, signed, without a body of the request', async (t) => {
    const answer = await key.post('/v1/webhooks/test')
    t.equal(answer.status, 200)
    t.match(answer.body, { ok: true, statusCode: 200, error: null, redirectTo: null, advice: [] })
    t.match(answer.body.tlsExpiresAt, /^2126-/)
    const [post] = there.posts
    const body = post?.body ?? ''
    t.match(JSON.parse(body), { event: 'webhook.test', data: { message: /test/ } })
    t.equal(
      verify(
        {
          secret,
          body,
          timestamp: post?.headers['x-sms-timestamp'] ?? '',
          signature: post?.headers['x-sms-signature'] ?? '',
        },
        Date.now() / 1000,
      ),
      'right',
    )
    t.equal((await key.get('/v1/delivery-log')).body.data.length, 0, 'no row of the log')
  })

  t.test('another event’s sample says that it is a test', async (t) => {
    const answer = await key.post('/v1/webhooks/test', { event: 'message.failed' })
    t.equal(answer.body.ok, true)
    t.match(JSON.parse(there.posts.at(-1)?.body ?? ''), {
      event: 'message.failed',
      data: { test: true, failureReason: 'absent_subscriber' },
    })
  })

  t.test('what is wrong is said with its mend', async (t) => {
    const other = await receiver(t)
    there.answers = (_post, reply) => reply.writeHead(302, { location: other.url }).end()
    t.match((await key.post('/v1/webhooks/test')).body, {
      ok: false,
      statusCode: 302,
      error: 'redirect',
      redirectTo: other.url,
      advice: [`Your endpoint redirects to ${other.url}; redirects are not followed.`],
    })
    there.answers = (_post, reply) => reply.writeHead(401).end()
    t.match((await key.post('/v1/webhooks/test')).body, {
      ok: false,
      error: 'status',
      advice: ['It answered that it failed. (401)', /signature/],
    })
    await other.close()
    t.match((await key.post('/v1/webhooks/test', { url: other.url })).body, {
      ok: false,
      statusCode: null,
      error: 'connect',
      advice: ['No connection could be made.'],
    })
    t.match((await key.post('/v1/webhooks/test', { url: 'https://localhost:1/' })).status, 400)
  })

  t.test('slow answers and certificates that end', async (t) => {
    const answer = { status_code: 200, error: null, redirect_to: null }
    t.strictSame(verdictOf({ ...answer, duration_ms: 8900, certificate_until: null }).advice, [
      'Answered after 8.9 s; over 10 s counts as failed.',
    ])
    const now = Date.parse('2026-03-01T00:00:00Z')
    t.strictSame(
      verdictOf({ ...answer, duration_ms: 5, certificate_until: '2026-03-08T00:00:00.000Z' }, now)
        .advice,
      ['Your certificate ends in 7 days.'],
    )
  })

  t.test('bad input', async (t) => {
    for (const [body, field] of [
      [{ url: 'http://example.com' }, 'url'],
      [{ url: 'https://10.0.0.1/' }, 'url'],
      [{ event: 'message.read' }, 'event'],
      [{ event: 5 }, 'event'],
      [{ foo: 1 }, 'foo'],
    ] as const) {
      const answer = await key.post('/v1/webhooks/test', body)
      t.equal(answer.status, 400, JSON.stringify(body))
      t.equal(errorOf(answer).field, field)
    }
  })
})
