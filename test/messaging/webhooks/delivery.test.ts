// Posting webhooks through the whole chain: the row, the signature at the moment of the attempt, a
// receiver over TLS, the result. The clock is moved; nothing sleeps.

import { createHmac, timingSafeEqual } from 'node:crypto'
import t from 'tap'
import type { After } from '../../../daemon/sending/outbound.ts'
import { clock, hours, minutes, seconds } from '../../../db/core/clock.ts'
import { rows, within } from '../../../db/store/connection.ts'
import { forgetClock } from '../../../db/messaging/accounts/clock.ts'
import { msg_test_states } from '../../../db/messaging/accounts/tables.ts'
import { change } from '../../../db/messaging/settings/settings.ts'
import { forgetAllCurrent } from '../../../db/messaging/webhooks/current.ts'
import { emit } from '../../../db/messaging/webhooks/emit.ts'
import { sql } from '../../../db/store/sql.ts'
import { boot } from '../../support/boot.ts'
import { firm, type KeyAsk } from '../../support/messaging/messaging.ts'
import { type Posted, receiver } from '../../support/messaging/receiver.ts'
import { delivered, delivering, happens, letCallHere } from '../../support/messaging/webhooks.ts'

const start = '2026-03-03T09:00:00.000Z'
const events = ['message.sent', 'message.delivered', 'campaign.completed']

/** Written from the contract alone, as a consumer would. */
function consumerTakes(secret: string, post: Posted, now_s: number): boolean {
  const timestamp = post.headers['x-sms-timestamp'] ?? ''
  if (Math.abs(now_s - Number(timestamp)) > 300) return false
  const expected = `sha256=${createHmac('sha256', secret).update(`${timestamp}.${post.body}`).digest('hex')}`
  const given = post.headers['x-sms-signature'] ?? ''
  return (
    expected.length === given.length && timingSafeEqual(Buffer.from(expected), Buffer.from(given))
  )
}

t.test('webhook delivery', async (t) => {
  const house = await boot(t, [])
  const { app } = house
  const ready = await firm(app)
  t.ok(ready)
  await letCallHere(house)
  t.beforeEach(() => clock.freeze(start))
  t.afterEach(() => clock.release())

  const log = async (key: KeyAsk): Promise<{ id: string; [name: string]: unknown }[]> =>
    (await key.get('/v1/delivery-log')).body.data
  const detail = async (key: KeyAsk): Promise<Record<string, unknown>> => {
    const [first] = await log(key)
    return (await key.get(`/v1/delivery-log/${first?.id}`)).body
  }

  t.test('an event is posted with its bytes, signed and in the log', async (t) => {
    const there = await receiver(t)
    const own = await firm(app)
    const key = await own.key()
    const deliverer = delivering(t)
    const { secret } = (await key.put('/v1/webhooks', { url: there.url, events })).body
    await happens(own.live, '11111111-1111-4111-8111-111111111111')
    await deliverer.idle()
    const [post] = there.posts
    if (post === undefined) return t.fail('nothing came')
    t.equal(
      post.body,
      '{"event":"message.delivered","createdAt":"2026-03-03T09:00:00.000Z","data":{"id":"11111111-1111-4111-8111-111111111111","to":"255712345678","senderId":"KLINIKI","status":"delivered","reference":"ord-1"}}',
    )
    t.ok(consumerTakes(secret, post, clock.ms() / 1000))
    t.notOk(consumerTakes(`${secret}x`, post, clock.ms() / 1000))
    t.match(post.headers, {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Kituo-Webhooks/1',
      'x-sms-event': 'message.delivered',
      'x-sms-attempt': '1',
      'x-sms-timestamp': String(Date.parse(start) / 1000),
    })
    t.notOk('x-sms-signature-previous' in post.headers)
    const one = await detail(key)
    t.match(one, {
      status: 'delivered',
      attempts: 1,
      lastStatusCode: 200,
      lastError: null,
      nextAttemptAt: null,
      target: 'account',
      body: post.body,
      attemptLog: [
        {
          number: 1,
          statusCode: 200,
          error: null,
          responseStart: 'taken',
          resolvedAddress: '127.0.0.1',
        },
      ],
    })
    t.equal(post.headers['x-sms-delivery'], one['id'])
    t.match((await key.get('/v1/webhooks')).body.health, { state: 'ok', pending: 0 })
    t.strictSame(deliverer.faults, [])
  })

  t.test(
    'six attempts over two hours, each signed anew, then given up (MSG-545, MSG-548)',
    async (t) => {
      const there = await receiver(t)
      const own = await firm(app)
      const key = await own.key()
      const deliverer = delivering(t)
      const { secret } = (await key.put('/v1/webhooks', { url: there.url, events })).body
      there.answers = (_post, reply) => reply.writeHead(500).end('broken')
      await happens(own.live, 'm-1')
      await deliverer.idle()
      const gaps = [seconds(30), minutes(2), minutes(10), minutes(30), minutes(90)]
      for (const [index, gap] of gaps.entries()) {
        t.match(await detail(key), { status: 'pending', attempts: index + 1, lastError: 'status' })
        clock.advance(gap - 1)
        await deliverer.idle()
        t.equal(there.posts.length, index + 1, 'never earlier')
        clock.advance(gap * 0.05 + 1)
        await deliverer.idle()
        t.equal(there.posts.length, index + 2, `attempt ${index + 2}`)
      }
      const one = await detail(key)
      t.match(one, { status: 'failed', attempts: 6, nextAttemptAt: null, lastStatusCode: 500 })
      t.equal((one['attemptLog'] as unknown[]).length, 6)
      t.match((one['attemptLog'] as unknown[])[5], {
        errorText: 'It answered that it failed. (500)',
      })
      clock.advance(hours(24))
      await deliverer.idle()
      t.equal(there.posts.length, 6, 'no seventh')
      t.equal(new Set(there.posts.map(({ body }) => body)).size, 1, 'the same bytes each time')
      t.equal(new Set(there.posts.map(({ headers }) => headers['x-sms-delivery'])).size, 1)
      t.strictSame(
        there.posts.map(({ headers }) => headers['x-sms-attempt']),
        ['1', '2', '3', '4', '5', '6'],
      )
      t.equal(new Set(there.posts.map(({ headers }) => headers['x-sms-timestamp'])).size, 6)
      for (const post of there.posts) {
        t.ok(consumerTakes(secret, post, Number(post.headers['x-sms-timestamp'])))
      }
      t.match((await key.get('/v1/webhooks')).body.health, { state: 'failing' })

      t.equal(
        (await rows(sql`select id from msg_audit where action = 'webhook.failing'`)).length,
        1,
      )
    },
  )

  t.test('a receiver that is gone for two hours gets everything at the last attempt', async (t) => {
    const there = await receiver(t)
    const own = await firm(app)
    const key = await own.key()
    const deliverer = delivering(t)
    await key.put('/v1/webhooks', { url: there.url, events })
    const answers = there.answers
    there.answers = (_post, _reply, request) => request.socket.destroy()
    for (let count = 0; count < 5; count++) await happens(own.live, `m-${count}`)
    await deliverer.idle()
    t.match(await detail(key), { lastError: 'reset', lastStatusCode: null })
    for (const gap of [seconds(32), minutes(2.2), minutes(10.6), minutes(31.6)]) {
      clock.advance(gap)
      await deliverer.idle()
    }
    there.answers = answers
    clock.advance(minutes(95))
    await deliverer.idle()
    t.strictSame(
      (await log(key)).map(({ status, attempts }) => `${String(status)} ${String(attempts)}`),
      Array(5).fill('delivered 6'),
    )
    t.match((await key.get('/v1/webhooks')).body.health, { state: 'ok', failingSince: null })
  })

  t.test('no answer in ten seconds, redirects and what else fails', async (t) => {
    const there = await receiver(t)
    const other = await receiver(t)
    const own = await firm(app)
    const key = await own.key()
    const fires: (() => void)[] = []
    const after: After = (_ms, call) => {
      fires.push(call)
      return () => undefined
    }
    const deliverer = delivering(t, { after })
    await key.put('/v1/webhooks', { url: there.url, events })
    there.answers = () => undefined
    await happens(own.live, 'm-1')
    await there.came(1)
    fires[0]?.()
    await deliverer.idle()
    t.match(await detail(key), {
      lastError: 'timeout',
      attemptLog: [
        { error: 'timeout', statusCode: null, errorText: 'It did not answer within 10 seconds.' },
      ],
    })
    there.answers = (_post, reply) => reply.writeHead(301, { location: other.url }).end()
    clock.advance(seconds(32))
    await deliverer.idle()
    t.match(await detail(key), { lastError: 'redirect', lastStatusCode: 301 })
    t.equal(other.posts.length, 0, 'redirects are not followed')
    there.answers = (_post, reply) => reply.writeHead(410).end()
    clock.advance(minutes(2.2))
    await deliverer.idle()
    t.match(await detail(key), { lastError: 'status', lastStatusCode: 410, status: 'pending' })
    there.answers = (_post, reply) => reply.writeHead(204).end()
    clock.advance(minutes(11))
    await deliverer.idle()
    t.match(await detail(key), {
      status: 'delivered',
      attempts: 4,
      lastStatusCode: 204,
      lastError: null,
    })
  })

  t.test('a private address is called by nobody, and follows the schedule (MSG-549)', async (t) => {
    const there = await receiver(t, { name: 'hook.example' })
    const own = await firm(app)
    const key = await own.key()
    const deliverer = delivering(t, {
      resolve: (_name, found) => found(null, [{ address: '10.1.2.3', family: 4 }]),
    })
    await key.put('/v1/webhooks', { url: there.url, events })
    await happens(own.live, 'm-1')
    await deliverer.idle()
    t.match(await detail(key), {
      status: 'pending',
      lastError: 'blocked',
      attemptLog: [{ error: 'blocked', resolvedAddress: '10.1.2.3', statusCode: null }],
    })
    t.equal(there.connections(), 0)
  })

  t.test('after a rotation old events are signed with both secrets (MSG-542)', async (t) => {
    const there = await receiver(t)
    const own = await firm(app)
    const key = await own.key()
    const deliverer = delivering(t)
    const first = (await key.put('/v1/webhooks', { url: there.url, events })).body.secret
    there.answers = (_post, reply) => reply.writeHead(503).end()
    await happens(own.live, 'm-1')
    await deliverer.idle()
    const second = (await key.put('/v1/webhooks', { url: there.url, events, rotateSecret: true }))
      .body.secret
    clock.advance(seconds(32))
    await deliverer.idle()
    const [before, now] = there.posts
    if (before === undefined || now === undefined) return t.fail('two posts')
    const at_s = clock.ms() / 1000
    t.notOk(consumerTakes(second, before, at_s))
    t.ok(consumerTakes(second, now, at_s))
    const previous = {
      ...now,
      headers: { ...now.headers, 'x-sms-signature': now.headers['x-sms-signature-previous'] ?? '' },
    }
    t.ok(consumerTakes(first, previous, at_s))
    t.equal(now.headers['webhook-signature']?.split(' ').length, 2)
    await within(() => change({ webhook_previous_secret_hours: 24 }, 'cli:test'))
    clock.advance(hours(24))
    forgetAllCurrent()
    await deliverer.idle()
    t.notOk('x-sms-signature-previous' in (there.posts[2]?.headers ?? {}), 'a day later it is over')
  })

  t.test('attempts use the address in force; callbacks their own (MSG-543, MSG-546)', async (t) => {
    const [old, young, own_address] = await Promise.all([receiver(t), receiver(t), receiver(t)])
    if (!old || !young || !own_address) return
    const own = await firm(app)
    const key = await own.key()
    const deliverer = delivering(t)
    await key.put('/v1/webhooks', { url: old.url, events })
    old.answers = (_post, reply) => reply.writeHead(500).end()
    await happens(own.live, 'm-1')
    await happens(own.live, 'm-2', own_address.url)
    await deliverer.idle()
    await key.put('/v1/webhooks', { url: young.url, events })
    clock.advance(seconds(32))
    await deliverer.idle()
    t.equal(old.posts.length, 1)
    t.strictSame(
      young.posts.map(({ body }) => JSON.parse(body).data.id),
      ['m-1'],
    )
    t.strictSame(
      own_address.posts.map(({ body }) => JSON.parse(body).data.id),
      ['m-2'],
    )
  })

  t.test(
    'the next event of a thing waits for the first attempt of the one before (MSG-551)',
    async (t) => {
      const there = await receiver(t)
      const own = await firm(app)
      const key = await own.key()
      const deliverer = delivering(t)
      await key.put('/v1/webhooks', { url: there.url, events })
      const open: (() => void)[] = []
      there.answers = (_post, reply) => open.push(() => reply.writeHead(500).end())
      await within(async () => {
        await emit(own.live, 'message.sent', delivered('m-1', { status: 'sent' }))
        await emit(own.live, 'message.delivered', delivered('m-1'))
        await emit(own.live, 'message.delivered', delivered('m-2'))
      })
      await there.came(2)
      const said = (): string[] =>
        there.posts.map(({ body }) => `${JSON.parse(body).data.id} ${JSON.parse(body).event}`)
      // Two connections: which is read first is nobody's promise.
      t.strictSame(said().toSorted(), ['m-1 message.sent', 'm-2 message.delivered'])
      for (const answer of open) answer()
      await there.came(3)
      t.equal(said()[2], 'm-1 message.delivered', 'it does not wait for retries')
      open[2]?.()
      await deliverer.idle()
    },
  )

  t.test(
    'an endpoint that hangs delays nobody else, and never has more than its share (MSG-550)',
    async (t) => {
      const hangs = await receiver(t)
      const fast = await receiver(t)
      const [slow_firm, fast_firm] = [await firm(app), await firm(app)]
      const slow_key = await slow_firm.key()
      const fast_key = await fast_firm.key()
      await within(() => change({ webhook_concurrency: 4 }, 'cli:test'))
      const deliverer = delivering(t)
      await slow_key.put('/v1/webhooks', { url: hangs.url, events })
      await fast_key.put('/v1/webhooks', { url: fast.url, events })
      hangs.answers = () => undefined
      for (let count = 0; count < 20; count++) await happens(slow_firm.live, `s-${count}`)
      await hangs.came(4)
      for (let count = 0; count < 20; count++) await happens(fast_firm.live, `f-${count}`)
      await fast.came(20)
      t.equal(hangs.posts.length, 4)
      t.equal(deliverer.running() >= 4, true)
      await hangs.close()
      await within(() => change({ webhook_concurrency: 32 }, 'cli:test'))
      await deliverer.idle()
      t.ok((await log(slow_key)).every(({ attempts }) => attempts === 1))
    },
  )

  t.test('switched off while it waits in line: nothing more is posted', async (t) => {
    const there = await receiver(t)
    const own = await firm(app)
    const key = await own.key()
    await within(() => change({ webhook_concurrency: 1 }, 'cli:test'))
    const deliverer = delivering(t)
    await key.put('/v1/webhooks', { url: there.url, events })
    let answer: () => void = () => undefined
    there.answers = (_post, reply) => {
      answer = () => reply.writeHead(200).end()
    }
    for (let count = 0; count < 3; count++) await happens(own.live, `m-${count}`)
    await there.came(1)
    await key.put('/v1/webhooks', { url: there.url, events, enabled: false })
    await key.put('/v1/webhooks', { url: there.url, events, enabled: true })
    answer()
    await deliverer.idle()
    t.equal(there.posts.length, 1)
    t.strictSame(
      (await log(key)).map(({ status }) => status),
      ['cancelled', 'cancelled', 'cancelled'],
    )
    await within(() => change({ webhook_concurrency: 32 }, 'cli:test'))
  })

  t.test('a test account lives on its own clock', async (t) => {
    const there = await receiver(t)
    const own = await firm(app)
    const key = await own.key({ mode: 'test' })
    const deliverer = delivering(t)
    await key.put('/v1/webhooks', { url: there.url, events })
    const move = async (ms: number): Promise<void> => {
      const where = { account_id: own.account.id, hospital_id: own.test.hospital_id }
      await within(() => msg_test_states.change(where, { clock_offset_ms: ms }))
      forgetClock(own.account.id)
    }
    await move(hours(5))
    there.answers = (_post, reply) => reply.writeHead(500).end()
    await happens(own.test, 'm-1')
    await deliverer.idle()
    t.equal(there.posts.length, 1)
    t.match(there.posts[0]?.body, /"createdAt":"2026-03-03T14:00:00.000Z"/)
    t.equal(there.posts[0]?.headers['x-sms-timestamp'], String(clock.ms() / 1000), 'the real clock')
    await move(hours(5) + seconds(32))
    await deliverer.idle()
    t.equal(there.posts.length, 2)
  })
})
