import t from 'tap'
import { messaging_doors } from '../../../daemon/messaging/areas.ts'
import { rows, within } from '../../../db/store/connection.ts'
import { newId } from '../../../db/core/ids.ts'
import { ownerCaller, the_house } from '../../../db/messaging/caller.ts'
import { put } from '../../../db/messaging/webhooks/configuration.ts'
import { currentOf } from '../../../db/messaging/webhooks/current.ts'
import { emit } from '../../../db/messaging/webhooks/emit.ts'
import { event_names } from '../../../db/messaging/webhooks/words.ts'
import { sql } from '../../../db/store/sql.ts'
import { boot } from '../../support/boot.ts'
import { errorOf, firm } from '../../support/messaging/messaging.ts'
import { happens } from '../../support/messaging/webhooks.ts'

const url = 'https://hooks.example.com/kituo'
const events = ['message.delivered', 'message.failed']

t.test('webhook configuration', async (t) => {
  const { app } = await boot(t, [])
  t.ok(messaging_doors.length > 0)
  const own = await firm(app)
  const key = await own.key()

  t.test('before the first PUT there is none', async (t) => {
    for (const method of ['GET', 'DELETE']) {
      const answer = await key.send(method, '/v1/webhooks')
      t.equal(answer.status, 404)
      t.match(errorOf(answer), {
        code: 'not_found',
        message: 'There is no such webhook configuration on this account.',
      })
    }
  })

  t.test('the first PUT makes a secret, later ones keep it (MSG-540)', async (t) => {
    const first = await key.put('/v1/webhooks', { url, events, rotateSecret: false })
    t.equal(first.status, 200)
    t.match(first.body.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    t.match(first.body, {
      url,
      events,
      enabled: true,
      disabledReason: null,
      previousSecretValidUntil: null,
      health: { state: 'unproven', pending: 0 },
    })
    const again = await key.put('/v1/webhooks', { url, events: ['message.sent'] })
    t.equal(again.status, 200)
    t.notOk('secret' in again.body, 'a plain update does not show it')
    t.strictSame(again.body.events, ['message.sent'])
    t.equal((await currentOf(own.live))?.secret, first.body.secret)
    const read = await key.get('/v1/webhooks')
    t.equal(read.status, 200)
    t.notMatch(JSON.stringify(read.body), /whsec_|secret"/, 'no endpoint reads it back')
  })

  t.test('a configuration that was rolled back is told of nothing (MSG-543)', async (t) => {
    const { live } = await firm(app)
    const given = { url, events: ['message.sent' as const] }
    const rolled = within(async () => {
      await put(ownerCaller(live, the_house), given)
      await emit(live, 'message.sent', { data: { id: newId() } })
      throw new Error('the caller gave up')
    })
    await t.rejects(rolled, /gave up/)
    await within(() => emit(live, 'message.sent', { data: { id: newId() } }))
    const made = await rows(sql`select 1 from msg_deliveries where account_id = ${live.account_id}`)
    t.equal(made.length, 0)
  })

  t.test('the database does not hold it in clear', async (t) => {
    const secret = (await currentOf(own.live))?.secret ?? ''
    const [row] = await rows<{ secret: string }>(sql`select secret from msg_webhooks`)
    t.notMatch(JSON.stringify(row), secret)
    const audited = await rows(sql`select * from msg_audit where entity = 'webhook'`)
    t.ok(audited.length >= 2)
    t.notMatch(JSON.stringify(audited), secret)
  })

  t.test('rotation makes a new one and keeps the old for a day (MSG-542)', async (t) => {
    const before = (await currentOf(own.live))?.secret
    const rotated = await key.put('/v1/webhooks', { url, events, rotateSecret: true })
    t.match(rotated.body.secret, /^whsec_/)
    t.not(rotated.body.secret, before)
    t.ok(rotated.body.previousSecretValidUntil > rotated.body.secretRotatedAt)
    t.match(await currentOf(own.live), { secret: rotated.body.secret, previous: before })
    const twice = await key.put('/v1/webhooks', { url, events, rotateSecret: true })
    t.match(await currentOf(own.live), {
      secret: twice.body.secret,
      previous: rotated.body.secret,
    })
  })

  t.test('rotations at once are serialised; each shows a secret of its own', async (t) => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => key.put('/v1/webhooks', { url, events, rotateSecret: true })),
    )
    const secrets = answers.map(({ body }) => body.secret)
    t.equal(new Set(secrets).size, 3)
    const current = await currentOf(own.live)
    t.ok(secrets.includes(current?.secret))
    t.ok(secrets.includes(current?.previous), 'the one before it was another reply')
  })

  t.test('live and test have one each, another account sees neither', async (t) => {
    const test = await own.key({ mode: 'test' })
    t.equal((await test.get('/v1/webhooks')).status, 404)
    t.match((await test.put('/v1/webhooks', { url, events })).body.secret, /^whsec_/)
    const other = await (await firm(app)).key()
    t.equal((await other.get('/v1/webhooks')).status, 404)
  })

  t.test('two first PUTs at once make one configuration', async (t) => {
    const other = await firm(app)
    const ask = await other.key()
    const answers = await Promise.all([1, 2].map(() => ask.put('/v1/webhooks', { url, events })))
    t.strictSame(
      answers.map(({ status }) => status),
      [200, 200],
    )
    const shown = answers.flatMap(({ body }) => ('secret' in body ? [body.secret] : []))
    t.strictSame(shown, [(await currentOf(other.live))?.secret], 'one of them shows the secret')
  })

  t.test('switching off cancels what waits; enabling again floods nobody (MSG-543)', async (t) => {
    const other = await firm(app)
    const ask = await other.key()
    await ask.put('/v1/webhooks', { url, events })
    await happens(other.live, 'm-1')
    await happens(other.live, 'm-2', 'https://own.example.com/')
    const off = await ask.put('/v1/webhooks', { url, events, enabled: false })
    t.match(off.body, { enabled: false, disabledReason: 'user', health: { pending: 0 } })
    const log = async () =>
      (await ask.get('/v1/delivery-log')).body.data.map(
        (one: { dataId: string; status: string }) => `${one.dataId} ${one.status}`,
      )
    t.strictSame(await log(), ['m-2 pending', 'm-1 cancelled'], 'callbacks go on')
    await happens(other.live, 'm-3')
    t.equal((await log()).length, 2, 'nobody listens')
    t.equal((await ask.put('/v1/webhooks', { url, events })).body.enabled, true)
    t.strictSame(await log(), ['m-2 pending', 'm-1 cancelled'])
    t.equal((await ask.remove('/v1/webhooks')).status, 204)
    t.strictSame(await log(), ['m-2 cancelled', 'm-1 cancelled'], 'the secret is gone too')
  })

  t.test('an event that is not subscribed makes no delivery', async (t) => {
    const other = await firm(app)
    const ask = await other.key()
    await ask.put('/v1/webhooks', { url, events: ['message.failed'] })
    await happens(other.live, 'm-1')
    t.equal((await ask.get('/v1/delivery-log')).body.data.length, 0)
  })

  t.test('bad input (section 6.1)', async (t) => {
    const known = event_names.join(', ')
    const cases: [unknown, string | null, string][] = [
      [{ events }, 'url', 'url is required.'],
      [{ url: 5, events }, 'url', 'url must be a string.'],
      [{ url: 'http://example.com/', events }, 'url', 'url must be https.'],
      [
        { url: 'https://127.0.0.1/', events },
        'url',
        'url must be reachable from the internet; this is a private address.',
      ],
      [
        { url: 'https://[::ffff:10.0.0.1]/', events },
        'url',
        'url must be reachable from the internet; this is a private address.',
      ],
      [
        { url: 'https://2130706433/', events },
        'url',
        'url must be reachable from the internet; this is a private address.',
      ],
      [
        { url: 'https://u:p@example.com/', events },
        'url',
        'url must not hold a user name or password.',
      ],
      [{ url: 'https://example.com/#a', events }, 'url', 'url must not have a fragment (#…).'],
      [{ url: 'https://example.com:22/', events }, 'url', 'url must not use port 22.'],
      [{ url }, 'events', 'events is required.'],
      [{ url, events: 'message.sent' }, 'events', 'events must be a list.'],
      [{ url, events: [] }, 'events', 'events must name at least one event.'],
      [{ url, events: [1] }, 'events[0]', 'events[0] must be a string.'],
      [
        { url, events: ['message.read'] },
        'events',
        `Unknown event message.read; known are ${known}.`,
      ],
      [
        { url, events: ['webhook.test'] },
        'events',
        `Unknown event webhook.test; known are ${known}.`,
      ],
      [
        { url, events: ['message.sent', 'message.sent'] },
        'events',
        'events names message.sent twice.',
      ],
      [{ url, events, enabled: 'yes' }, 'enabled', 'enabled must be true or false.'],
      [{ url, events, rotateSecret: 1 }, 'rotateSecret', 'rotateSecret must be true or false.'],
      [{ foo: 1, url, events }, 'foo', 'Unknown field foo.'],
      [{ url, events, secret: 'whsec_mine' }, 'secret', 'Unknown field secret.'],
      [[], null, 'The body must be a JSON object.'],
    ]
    const other = await firm(app)
    const ask = await other.key()
    for (const [body, field, message] of cases) {
      const answer = await ask.put('/v1/webhooks', body)
      t.equal(answer.status, 400, message)
      t.match(errorOf(answer), { code: 'invalid_request', field, message })
    }
    t.equal((await ask.get('/v1/webhooks')).status, 404, 'a refusal leaves nothing behind')
  })

  t.test('every event with its meaning and a sample (MSG-560)', async (t) => {
    const { body } = await key.get('/v1/webhooks/events')
    t.strictSame(
      body.data.map((one: { event: string }) => one.event),
      event_names,
    )
    for (const { event, sample } of body.data) {
      t.equal(sample.event, event)
      t.ok(sample.createdAt.endsWith('Z') && typeof sample.data.id === 'string')
    }
  })
})
