// Receivers at the edge of their ten seconds, and those that break off (MSG-547). Nothing sleeps: the
// hand of the clock that ends an attempt is the test's own.

import t from 'tap'
import type { ServerResponse } from 'node:http'
import type { After } from '../../../daemon/sending/outbound.ts'
import { clock, seconds } from '../../../db/core/clock.ts'
import { boot } from '../../support/boot.ts'
import { firm } from '../../support/messaging/messaging.ts'
import { receiver } from '../../support/messaging/receiver.ts'
import { delivering, happens, letCallHere } from '../../support/messaging/webhooks.ts'

t.test('webhook receivers', async (t) => {
  const house = await boot(t, [])
  await firm(house.app)
  await letCallHere(house)
  t.beforeEach(() => clock.freeze('2026-03-03T09:00:00.000Z'))
  t.afterEach(() => clock.release())

  const scene = async () => {
    const there = await receiver(t)
    const own = await firm(house.app)
    const key = await own.key()
    await key.put('/v1/webhooks', { url: there.url, events: ['message.delivered'] })
    const detail = async () => {
      const [first] = (await key.get('/v1/delivery-log')).body.data
      return (await key.get(`/v1/delivery-log/${first?.id}`)).body
    }
    return { there, own, detail }
  }

  t.test('an answer after 9 s is taken, one after 11 s is not waited for', async (t) => {
    const { there, own, detail } = await scene()
    const limits: number[] = []
    const ends: (() => void)[] = []
    const after: After = (ms, call) => {
      limits.push(ms)
      ends.push(call)
      return () => undefined
    }
    const deliverer = delivering(t, { after })
    const held: ServerResponse[] = []
    there.answers = (_post, reply) => void held.push(reply)
    await happens(own.live, 'm-1')
    await there.came(1)
    t.ok(
      limits.every((ms) => ms <= seconds(10)),
      `the attempt ends by ${limits.join(', ')} ms`,
    )
    t.ok(limits.some((ms) => ms > seconds(9)))
    // Nine seconds have passed on the receiver's side; nobody has given it up.
    clock.advance(seconds(9))
    held[0]?.writeHead(200).end('late, and in time')
    await deliverer.idle()
    t.match(await detail(), { status: 'delivered', attempts: 1, lastError: null })

    await happens(own.live, 'm-2')
    await there.came(2)
    clock.advance(seconds(10))
    ends.at(-1)?.()
    await deliverer.idle()
    t.match(await detail(), { status: 'pending', attempts: 1, lastError: 'timeout' })
    clock.advance(seconds(1))
    held[1]?.writeHead(200).end('too late')
    await deliverer.idle()
    t.match(await detail(), { status: 'pending', lastError: 'timeout' }, 'and stays a failure')
  })

  t.test('a path that hangs delays no other path of its host (MSG-550)', async (t) => {
    const there = await receiver(t)
    const listens = async (path: string) => {
      const own = await firm(house.app)
      const url = `https://localhost:${there.port}${path}`
      await (await own.key()).put('/v1/webhooks', { url, events: ['message.delivered'] })
      return own
    }
    const [hanging, other] = [await listens('/hangs'), await listens('/answers')]
    const held: ServerResponse[] = []
    there.answers = ({ path }, reply) =>
      path === '/hangs' ? void held.push(reply) : void reply.writeHead(200).end()
    const deliverer = delivering(t)
    for (let n = 0; n < 40; n++) await happens(hanging.live, `hangs-${n}`)
    // As many as one endpoint may have running, and not one more.
    await there.came(32)
    await happens(other.live, 'answers')
    await there.came(33)
    t.same(
      [held.length, there.posts.filter(({ path }) => path === '/answers').length],
      [32, 1],
      'the other is posted while they hang',
    )
    for (const reply of held) reply.writeHead(200).end()
    there.answers = (_post, reply) => reply.writeHead(200).end()
    await deliverer.idle()
  })

  t.test('a receiver that breaks off, before and within its answer', async (t) => {
    const { there, own, detail } = await scene()
    const deliverer = delivering(t)
    there.answers = (_post, _reply, request) => void request.socket.destroy()
    await happens(own.live, 'm-1')
    await there.came(1)
    await deliverer.idle()
    t.match(await detail(), { status: 'pending', attempts: 1, lastError: 'reset' })
    there.answers = (_post, reply) => reply.writeHead(200).end()
    clock.advance(seconds(32))
    await deliverer.idle()
    t.match(await detail(), { status: 'delivered', attempts: 2 })
  })

  t.test('every kind of redirect is a failure, and is not followed', async (t) => {
    const { there, own, detail } = await scene()
    const other = await receiver(t)
    const deliverer = delivering(t)
    let at = 0
    for (const status of [301, 302, 303, 307, 308]) {
      there.answers = (_post, reply) => reply.writeHead(status, { location: other.url }).end()
      at += 1
      await happens(own.live, `r-${at}`)
      await there.came(at)
      await deliverer.idle()
      t.match(await detail(), { lastError: 'redirect', lastStatusCode: status })
    }
    t.equal(other.posts.length, 0)
  })
})
