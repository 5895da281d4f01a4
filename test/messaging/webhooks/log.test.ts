import t from 'tap'
import { clock, days, minutes, seconds } from '../../../db/core/clock.ts'
import { rows, run, within } from '../../../db/store/connection.ts'
import { change } from '../../../db/messaging/settings/settings.ts'
import { disableFailing } from '../../../db/messaging/webhooks/failing.ts'
import { eraseOld } from '../../../db/messaging/webhooks/log.ts'
import { sql } from '../../../db/store/sql.ts'
import { boot } from '../../support/boot.ts'
import { errorOf, firm } from '../../support/messaging/messaging.ts'
import { receiver } from '../../support/messaging/receiver.ts'
import { delivering, happens, letCallHere } from '../../support/messaging/webhooks.ts'

const start = '2026-03-03T09:00:00.000Z'
const events = ['message.delivered']
const nobody_id = '0198a6e2-c1d0-7b3f-8a52-d4c6e9f01b7a'

t.test('delivery log', async (t) => {
  const house = await boot(t, [])
  const { app } = house
  await firm(app)
  await letCallHere(house)
  t.beforeEach(() => clock.freeze(start))
  t.afterEach(() => clock.release())
  const there = await receiver(t)

  t.test('pages newest first, filters, and nobody else’s rows (MSG-554)', async (t) => {
    const own = await firm(app)
    const key = await own.key()
    const deliverer = delivering(t)
    await key.put('/v1/webhooks', { url: there.url, events })
    for (let count = 0; count < 5; count++) {
      await happens(own.live, `m-${count}`)
      clock.advance(seconds(1))
    }
    await happens(own.live, 'm-5', there.url)
    await deliverer.idle()
    const first = await key.get('/v1/delivery-log?limit=4')
    t.strictSame(
      first.body.data.map((one: { dataId: string }) => one.dataId),
      ['m-5', 'm-4', 'm-3', 'm-2'],
    )
    const rest = await key.get(`/v1/delivery-log?limit=4&cursor=${first.body.nextCursor}`)
    t.strictSame(
      rest.body.data.map((one: { dataId: string }) => one.dataId),
      ['m-1', 'm-0'],
    )
    t.equal(rest.body.nextCursor, null)
    const counts: [string, number][] = [
      ['status=delivered', 6],
      ['status=pending', 0],
      ['event=message.delivered', 6],
      ['event=message.sent', 0],
      ['dataId=m-3', 1],
      ['target=callback', 1],
      ['since=2026-03-03T09:00:02Z', 4],
      ['until=2026-03-03T09:00:02Z', 2],
      ['since=2026-03-03T12:00:01%2B03:00&until=2026-03-03T09:00:02.000Z', 1],
    ]
    for (const [query, count] of counts) {
      const answer = await key.get(`/v1/delivery-log?${query}`)
      t.equal(answer.body.data?.length, count, query)
    }
    for (const [query, field] of [
      ['limit=0', 'limit'],
      ['limit=201', 'limit'],
      ['limit=x', 'limit'],
      ['cursor=garbage', 'cursor'],
      ['status=lost', 'status'],
      ['since=yesterday', 'since'],
      ['foo=1', 'foo'],
    ] as const) {
      const answer = await key.get(`/v1/delivery-log?${query}`)
      t.equal(answer.status, 400, query)
      t.equal(errorOf(answer).field, field)
    }
    const other = await (await firm(app)).key()
    t.equal((await other.get('/v1/delivery-log')).body.data.length, 0)
    const [one] = first.body.data
    const same: string[] = []
    for (const [ask, id] of [
      [other, one.id],
      [await own.key({ mode: 'test' }), one.id],
      [key, nobody_id],
      [key, 'nonsense'],
    ] as const) {
      for (const answer of [
        await ask.get(`/v1/delivery-log/${id}`),
        await ask.post(`/v1/delivery-log/${id}/replay`),
      ]) {
        t.equal(answer.status, 404)
        same.push(errorOf(answer).message)
      }
    }
    t.equal(new Set(same).size, 1, 'MSG-127: one and the same body')
  })

  t.test('replaying sends the same bytes to the present address (MSG-556)', async (t) => {
    const old = await receiver(t)
    const young = await receiver(t)
    const own = await firm(app)
    const key = await own.key()
    const deliverer = delivering(t)
    await key.put('/v1/webhooks', { url: old.url, events })
    await happens(own.live, 'm-1')
    await deliverer.idle()
    await key.put('/v1/webhooks', { url: young.url, events })
    const [one] = (await key.get('/v1/delivery-log')).body.data
    clock.advance(minutes(5))
    const again = await key.post(`/v1/delivery-log/${one.id}/replay`)
    t.equal(again.status, 202)
    t.match(again.body, { replayOf: one.id, attempts: 0, status: 'pending', url: young.url })
    await deliverer.idle()
    t.equal(young.posts[0]?.body, old.posts[0]?.body)
    t.equal(young.posts[0]?.headers['x-sms-attempt'], '1', 'replays count anew')
    t.equal(young.posts[0]?.headers['x-sms-delivery'], again.body.id)
    await within(async () => {
      await run(sql`update msg_deliveries set body = null where id = ${one.id}`)
    })
    const erased = await key.post(`/v1/delivery-log/${one.id}/replay`)
    t.equal(erased.status, 422)
    t.equal(errorOf(erased).code, 'invalid_state')
    await key.remove('/v1/webhooks')
    const nowhere = await key.post(`/v1/delivery-log/${again.body.id}/replay`)
    t.equal(nowhere.status, 422)
  })

  t.test('many are replayed at a pace, once each, by time, event and status', async (t) => {
    const own = await firm(app)
    const key = await own.key()
    const quick = await receiver(t)
    const deliverer = delivering(t)
    await key.put('/v1/webhooks', { url: quick.url, events })
    for (let count = 0; count < 7; count++) await happens(own.live, `m-${count}`)
    await deliverer.idle()
    await within(() => change({ replay_per_second: 2, replay_max: 7 }, 'cli:test'))
    clock.advance(minutes(5))
    const span = { since: start, until: '2026-03-03T09:01:00.000Z' }
    t.match(await key.post('/v1/delivery-log/replay', { ...span, events: ['message.read'] }), {
      status: 400,
    })
    t.match(
      (await key.post('/v1/delivery-log/replay', { ...span, events: ['message.sent'] })).body,
      {
        replayed: 0,
      },
    )
    t.match((await key.post('/v1/delivery-log/replay', { ...span, status: 'failed' })).body, {
      replayed: 0,
    })
    const answer = await key.post('/v1/delivery-log/replay', span)
    t.equal(answer.status, 202)
    t.strictSame(answer.body, { replayed: 7 })
    await deliverer.idle()
    t.equal(quick.posts.length, 7 + 2)
    clock.advance(seconds(1))
    await deliverer.idle()
    t.equal(quick.posts.length, 7 + 4)
    clock.advance(seconds(2))
    await deliverer.idle()
    t.equal(quick.posts.length, 7 + 7)
    t.strictSame((await key.post('/v1/delivery-log/replay', span)).body, { replayed: 7 })
    await within(() => change({ replay_max: 6 }, 'cli:test'))
    const many = await key.post('/v1/delivery-log/replay', span)
    t.equal(many.status, 400)
    t.equal(errorOf(many).message, 'More than 6 events lie in this time; choose a shorter one.')
    const turned = await key.post('/v1/delivery-log/replay', { since: span.until, until: start })
    t.equal(errorOf(turned).message, 'until must be after since.')
    await within(() => change({ replay_per_second: 200, replay_max: 50_000 }, 'cli:test'))
  })

  t.test('one that fails for days is switched off where that is wanted (MSG-552)', async (t) => {
    const own = await firm(app)
    const key = await own.key()
    const broken = await receiver(t)
    broken.answers = (_post, reply) => reply.writeHead(500).end()
    const deliverer = delivering(t)
    await key.put('/v1/webhooks', { url: broken.url, events })
    const fail = async (count: number): Promise<void> => {
      for (let one = 0; one < count; one++) await happens(own.live, `x-${one}-${clock.ms()}`)
      await deliverer.idle()
      for (const gap of [seconds(32), minutes(2.2), minutes(10.6), minutes(31.6), minutes(95)]) {
        clock.advance(gap)
        await deliverer.idle()
      }
    }
    await fail(9)
    clock.advance(days(3))
    t.equal(await within(disableFailing), 0, 'the default is off')
    await within(() => change({ webhook_auto_disable_days: 3 }, 'cli:test'))
    t.equal(await within(disableFailing), 0, 'nine are not ten')
    await fail(1)
    await happens(own.live, 'waits')
    t.equal(await within(disableFailing), 1)
    t.match((await key.get('/v1/webhooks')).body, { enabled: false, disabledReason: 'failing' })
    t.equal((await key.get('/v1/delivery-log?status=pending')).body.data.length, 0)
    const put = await key.put('/v1/webhooks', { url: broken.url, events })
    t.match(put.body, { enabled: true, disabledReason: null, health: { failingSince: null } })
    t.equal(await within(disableFailing), 0, 'a new chance')
    await within(() => change({ webhook_auto_disable_days: 0 }, 'cli:test'))
    t.equal((await rows(sql`select id from msg_audit where action = 'webhook.disable'`)).length, 1)
  })

  t.test('it is kept for a month, and what waits is never erased', async (t) => {
    const own = await firm(app)
    const key = await own.key()
    const deliverer = delivering(t)
    await key.put('/v1/webhooks', { url: there.url, events })
    await happens(own.live, 'old')
    await deliverer.idle()
    clock.advance(days(31))
    await happens(own.live, 'young')
    await deliverer.idle()
    while ((await within(() => eraseOld(30))) > 0);
    t.strictSame(
      (await key.get('/v1/delivery-log')).body.data.map((one: { dataId: string }) => one.dataId),
      ['young'],
    )
  })
})
