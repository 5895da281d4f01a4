// The two hours of a webhook's schedule pass in seconds on the virtual clock (MSG-582): each attempt at
// its own virtual moment, signed with the real time.

import t from 'tap'
import { clock } from '../../../db/core/clock.ts'
import { rows } from '../../../db/store/connection.ts'
import { sql } from '../../../db/store/sql.ts'
import { boot } from '../../support/boot.ts'
import { firm } from '../../support/messaging/messaging.ts'
import { receiver } from '../../support/messaging/receiver.ts'
import { delivering, letCallHere } from '../../support/messaging/webhooks.ts'

/** 30 s, 2, 10, 30 and 90 minutes, and a hundredth or two seconds more. */
const gaps_s = [30, 120, 600, 1800, 5400]
const whole_s = 8400

t.test('a webhook’s schedule on the virtual clock', async (t) => {
  clock.freeze('2026-03-03T09:00:00.000Z')
  const house = await boot(t, [])
  await letCallHere(house)
  const own = await firm(house.app)
  const key = await own.key({ mode: 'test', scopes: ['*', 'test:manage'] })
  const deliverer = delivering(t)
  const advance = (seconds: number) => key.post('/v1/test/clock/advance', { seconds })
  const send = () =>
    key.post('/v1/sms/send', {
      recipients: ['255710000000'],
      senderId: 'SMSTEST',
      message: 'Habari',
    })

  await t.test('gone for two hours: six attempts, each in its time', async (t) => {
    const there = await receiver(t)
    there.answers = (_post, reply) => reply.writeHead(500).end()
    await key.put('/v1/webhooks', { url: there.url, events: ['message.delivered'] })
    await send()
    const moved = await advance(whole_s)
    t.equal(moved.status, 200)
    t.equal(moved.body.offsetSeconds, whole_s)
    t.equal(moved.body.processed.complete, true)
    await deliverer.idle()
    t.same(deliverer.faults, [])
    t.same(
      there.posts.map(({ headers }) => headers['x-sms-attempt']),
      ['1', '2', '3', '4', '5', '6'],
    )
    t.equal(new Set(there.posts.map(({ body }) => body)).size, 1, 'the same bytes each time')
    for (const { headers } of there.posts)
      t.equal(headers['x-sms-timestamp'], String(clock.ms() / 1000), 'the real clock')
    const [delivery] = await rows<{ id: string; status: string; attempts: number }>(
      sql`select id, status, attempts from msg_deliveries where account_id = ${own.account.id}`,
    )
    t.match(delivery, { status: 'failed', attempts: 6 })
    const tried = await rows<{ started_at: string }>(
      sql`select started_at from msg_attempts where delivery_id = ${delivery?.id} order by number`,
    )
    const at = tried.map(({ started_at }) => Date.parse(started_at) / 1000)
    for (const [index, gap] of gaps_s.entries()) {
      const came = (at[index + 1] ?? 0) - (at[index] ?? 0)
      t.ok(came >= gap && came <= gap + Math.max(gap / 100, 2), `${came.toFixed(1)} s for ${gap}`)
    }
  })

  await t.test('there again in time, it gets what it missed', async (t) => {
    const there = await receiver(t)
    there.answers = (_post, reply) => reply.writeHead(there.posts.length < 4 ? 503 : 200).end()
    await key.put('/v1/webhooks', { url: there.url, events: ['message.delivered'] })
    await send()
    await advance(200)
    t.equal(there.posts.length, 3)
    await advance(700)
    await deliverer.idle()
    t.equal(there.posts.length, 4)
    const [last] = (await key.get('/v1/delivery-log', { limit: '1' })).body.data
    t.match(last, { status: 'delivered', attempts: 4 })
  })
})
