// Faults planned for the next calls of a test key (MSG-583), at the socket: what a client rehearses is
// what it would meet.

import t from 'tap'
import { boot } from '../../support/boot.ts'
import { errorOf, firm, type KeyAsk } from '../../support/messaging/messaging.ts'

type Answered = Awaited<ReturnType<KeyAsk['post']>>

t.test('planned faults', async (t) => {
  const { app } = await boot(t, [])
  const fresh = async () => {
    const own = await firm(app)
    const key = await own.key({ mode: 'test', scopes: ['*', 'test:manage'] })
    const balance = async () => (await key.get('/v1/wallet')).body.balance
    const plan = (kind: string, count = 1, more: object = {}) =>
      key.post('/v1/test/faults', { kind, count, ...more })
    return { own, key, balance, plan }
  }
  const send = (key: KeyAsk, once = 'order 1') =>
    key.with({ 'idempotency-key': once }).post('/v1/sms/send', {
      recipients: ['0712000000'],
      senderId: 'SMSTEST',
      message: 'Habari',
    })

  t.test('internal_error: 500 after the work, which is taken back', async (t) => {
    const { key, balance, plan } = await fresh()
    const before = await balance()
    t.match((await plan('internal_error', 2)).body, {
      faults: [{ kind: 'internal_error', remaining: 2, delayMs: 0 }],
    })
    for (const round of [1, 2]) {
      const failed = await send(key)
      t.equal(failed.status, 500, `${round}`)
      t.equal(errorOf(failed).code, 'internal_error')
    }
    t.equal(await balance(), before)
    t.equal((await key.get('/v1/sms')).body.data.length, 0)
    t.equal((await send(key)).status, 202, 'the same key may do it now')
    t.not(await balance(), before)
  })

  t.test('unavailable: 503 before it, with Retry-After', async (t) => {
    const { key, plan } = await fresh()
    await plan('unavailable')
    const failed = await send(key)
    t.match([failed.status, errorOf(failed).code], [503, 'upstream_unavailable'])
    t.equal(failed.headers['retry-after'], '2')
    t.equal((await send(key)).status, 202)
  })

  t.test('slow: in flight longer, so that the same key meets 409', async (t) => {
    const { key, plan } = await fresh()
    // On a machine that stands still meanwhile the first is over when the second comes: tried again.
    const met = async (n: number): Promise<{ once: string; first: Answered; second: Answered }> => {
      const once = `slow ${n}`
      await plan('slow', 1, { delayMs: 1000 })
      const [first, second] = await Promise.all([send(key, once), send(key, once)])
      if (first.status !== second.status) return { once, first, second }
      await key.remove('/v1/test/faults')
      return met(n + 1)
    }
    const { once, ...both } = await met(1)
    const [done, refused] = [both.first, both.second].toSorted((a, b) => a.status - b.status)
    t.equal(done?.status, 202)
    t.equal(refused?.status, 409)
    if (refused !== undefined) t.equal(errorOf(refused).code, 'idempotency_key_in_flight')
    t.equal((await send(key, once)).headers['idempotent-replayed'], 'true')
  })

  t.test('crash_reply: the work stands, and nobody hears of it', async (t) => {
    const { own, key, balance, plan } = await fresh()
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const before = await balance()
    await plan('crash_reply')
    const post = () =>
      fetch(`${url}/v1/sms/send`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key.token}`,
          'content-type': 'application/json',
          'idempotency-key': 'order 9',
        },
        body: JSON.stringify({
          recipients: ['0712000000'],
          senderId: 'SMSTEST',
          message: 'Habari',
        }),
      })
    await t.rejects(post())
    t.equal((await key.get('/v1/sms')).body.data.length, 1)
    const paid = await balance()
    t.not(paid, before)
    const again = await post()
    t.equal(again.status, 202)
    t.equal(again.headers.get('idempotent-replayed'), 'true')
    t.equal(await balance(), paid)
    t.ok(own.account.id)
  })

  t.test('only calls of a test key that make something, and only so many', async (t) => {
    const { own, key, plan } = await fresh()
    await plan('unavailable')
    t.equal((await key.get('/v1/wallet')).status, 200)
    t.equal((await key.get('/v1/test/clock')).status, 200)
    t.equal((await key.post('/v1/test/top-up', { amount: 5 })).status, 200)
    const live = await own.key()
    t.equal((await live.post('/v1/contacts', { phone: '0712345678' })).status, 201)
    t.equal((await live.post('/v1/test/faults', { kind: 'slow', count: 1 })).status, 403)
    t.equal((await key.remove('/v1/test/faults')).status, 204)
    t.equal((await send(key)).status, 202)
    await plan('unavailable', 3)
    const reset = await key.post('/v1/test/reset', { confirm: true })
    t.equal(reset.status, 200, JSON.stringify(reset.body))
    t.equal((await send(key, 'order 2')).status, 202, 'a fresh beginning has none')
    for (const [wrong, field] of [
      [{ kind: 'storm', count: 1 }, 'kind'],
      [{ kind: 'slow', count: 0 }, 'count'],
      [{ kind: 'slow', count: 101 }, 'count'],
      [{ kind: 'slow', count: 1, delayMs: 10_001 }, 'delayMs'],
    ] as const)
      t.match(errorOf(await key.post('/v1/test/faults', wrong)), { field })
  })
})
