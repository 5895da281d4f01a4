// Test mode: the whole path on a clock of its own, and every script of the simulator (MSG 4.13, 4.23).

import pg from 'pg'
import t from 'tap'
import { rows } from '../../../db/store/connection.ts'
import { scripts, exampleOf } from '../../../db/messaging/drain/scripts.ts'
import { sql } from '../../../db/store/sql.ts'
import { advance as advanceClock } from '../../../db/messaging/testing/clock.ts'
import { boot } from '../../support/boot.ts'
import { until } from '../../support/programs/daemons.ts'
import { on_postgres } from '../../support/database.ts'
import { proveWallet } from '../../support/messaging/drains.ts'
import { errorOf, firm, type Firm, type KeyAsk } from '../../support/messaging/messaging.ts'

t.test('test mode', async (t) => {
  const house = await boot(t, [])
  const { app } = house
  const own = await firm(app)
  const key = await own.key({ mode: 'test', scopes: ['*', 'test:manage'] })
  const send = (key_of: KeyAsk, phone: string, more: object = {}) =>
    key_of.post('/v1/sms/send', {
      recipients: [phone],
      senderId: 'SMSTEST',
      message: 'Habari',
      validitySeconds: 3600,
      ...more,
    })
  const advance = (key_of: KeyAsk, seconds: number) =>
    key_of.post('/v1/test/clock/advance', { seconds })
  const fresh = async (): Promise<{ own: Firm; key: KeyAsk }> => {
    const other = await firm(app)
    return { own: other, key: await other.key({ mode: 'test', scopes: ['*', 'test:manage'] }) }
  }

  t.test('every script does what its page says (MSG-363)', async (t) => {
    const wanted: Record<string, string> = {
      '00': 'delivered',
      '01': 'failed unknown_subscriber',
      '02': 'expired operator',
      '03': 'failed unknown_subscriber',
      '04': 'delivered',
      '05': 'delivered',
      '06': 'delivered',
      '07': 'delivered',
      '08': 'expired no_receipt',
      '09': 'expired uncertain',
      '10': 'delivered',
      '11': 'delivered',
      '12': 'delivered',
      '13': 'failed absent_subscriber',
      '14': 'failed undeliverable',
      '15': 'expired no_receipt',
      '16': 'delivered',
      '17': 'delivered',
      '18': 'delivered',
      '19': 'delivered',
      '20': 'failed content_blocked',
      '21': 'failed sender_blocked',
      '22': 'expired no_receipt',
      '23': 'delivered',
    }
    t.same(Object.keys(wanted).sort(), Object.keys(scripts).sort())
    const names = Object.keys(scripts)
    const sent = await key.post('/v1/sms/send', {
      recipients: names.map(exampleOf),
      senderId: 'SMSTEST',
      message: 'x'.repeat(200),
      validitySeconds: 3600,
    })
    t.equal(sent.status, 202)
    const moved = await advance(key, 4000)
    t.equal(moved.status, 200, JSON.stringify(moved.body))
    t.match(moved.body.processed, { complete: true })
    const found = await rows<{
      phone: string
      status: string
      failure_reason: string | null
      expiry_cause: string | null
      late_receipt: string | null
    }>(sql`select phone, status, failure_reason, expiry_cause, late_receipt from msg_messages
      where account_id = ${own.account.id} and mode = 'test'`)
    const got = Object.fromEntries(
      found.map((one) => [
        one.phone.slice(9, 11),
        [one.status, one.failure_reason ?? one.expiry_cause].filter(Boolean).join(' '),
      ]),
    )
    t.same(got, wanted)
    const late = (script: string) =>
      found.find(({ phone }) => phone.slice(9, 11) === script)?.late_receipt
    t.equal(late('22'), 'DELIVRD', 'a receipt after the end is shown and changes nothing')
    t.equal(late('04'), 'ENROUTE')
    const said = await rows<{ text: string }>(
      sql`select text from msg_inbound where account_id = ${own.account.id} order by text`,
    )
    t.same(
      said.map(({ text }) => text),
      ['ACHA', 'NDIYO'],
      'each answers once',
    )
    t.same(await proveWallet(own), [])
    const events = await rows(
      sql`select data_id, type from msg_events where account_id = ${own.account.id}
          group by data_id, type having count(*) > 1`,
    )
    t.same(events, [])
  })

  t.test('things happen at their own moments, in order (MSG-582)', async (t) => {
    const one = await fresh()
    const sent = await send(one.key, exampleOf('17'))
    const id = sent.body.messages[0].id
    const state = async () => (await one.key.get(`/v1/sms/${id}`)).body.status
    await advance(one.key, 60)
    t.equal(await state(), 'sent')
    await advance(one.key, 500)
    t.equal(await state(), 'sent')
    await advance(one.key, 60)
    t.equal(await state(), 'delivered')
    const { body } = await one.key.get(`/v1/sms/${id}`)
    const took = Date.parse(body.finalAt) - Date.parse(body.sentAt)
    t.ok(took >= 600_000 && took < 602_000, `ten minutes: ${took}`)
    const { body: clock } = await one.key.get('/v1/test/clock')
    t.equal(clock.offsetSeconds, 620)
  })

  t.test('scheduled messages are released by the same clock', async (t) => {
    const one = await fresh()
    const at = new Date(Date.now() + 3_600_000).toISOString()
    const sent = await send(one.key, exampleOf('00'), { scheduleAt: at })
    const id = sent.body.messages[0].id
    await advance(one.key, 3000)
    t.equal((await one.key.get(`/v1/sms/${id}`)).body.status, 'scheduled')
    await advance(one.key, 700)
    t.equal((await one.key.get(`/v1/sms/${id}`)).body.status, 'delivered')
  })

  t.test('the clock goes forward alone, and not too far', async (t) => {
    for (const seconds of [0, -1, 1.5, '60', null])
      t.equal((await key.post('/v1/test/clock/advance', { seconds })).status, 400, String(seconds))
    const far = await advance(key, 401 * 86_400)
    t.equal(far.status, 400)
    t.equal(errorOf(far).field, 'seconds')
  })

  t.test(
    'while another daemon has the account in hand, a move waits for it (MSG-582)',
    { skip: !on_postgres && 'SQLite has one writer' },
    async (t) => {
      const one = await fresh()
      const { url, schema = 'public' } = house.database.address
      const other = new pg.Client({
        connectionString: url ?? '',
        options: `-c search_path=${schema},public`,
      })
      await other.connect()
      t.teardown(() => other.end())
      await other.query('begin')
      await other.query('select pg_advisory_xact_lock(hashtext($1))', [
        `test ${one.own.account.id}`,
      ])
      const sent = await send(one.key, exampleOf('00'))
      const moving = advance(one.key, 3)
      await until('the move waits', async () => {
        const waiting = await other.query(
          "select 1 from pg_locks where locktype = 'advisory' and not granted",
        )
        return waiting.rows.length > 0
      })
      await other.query('commit')
      t.match((await moving).body.processed, { happened: 1, complete: true })
      const { body } = await one.key.get(`/v1/sms/${sent.body.messages[0].id}`)
      t.equal(body.status, 'delivered')
    },
  )

  t.test('what could not be done on the way is told (MSG-582)', async (t) => {
    const one = await fresh()
    await send(one.key, exampleOf('00'), { callbackUrl: 'https://hooks.example.com/' })
    // Nobody posts here.
    const moved = await advanceClock(one.own.test, 3, { all_ms: 20_000, webhooks_ms: 1 })
    t.match(moved.processed, { happened: 1, complete: false })
  })

  t.test('a live key, or one without the scope, may not (MSG-121)', async (t) => {
    const live = await own.key()
    t.equal((await live.get('/v1/test/clock')).status, 403)
    const meek = await own.key({ mode: 'test', scopes: ['*'] })
    const refused = await meek.post('/v1/test/clock/advance', { seconds: 1 })
    t.ok([200, 403].includes(refused.status))
  })

  t.test('receipts are brought in any order (MSG-584)', async (t) => {
    const one = await fresh()
    const sent = await send(one.key, exampleOf('08'))
    const messageId = sent.body.messages[0].id
    const bring = (status: string, more: object = {}) =>
      one.key.post('/v1/test/receipts', { messageId, status, ...more })
    t.equal((await bring('DELIVRD')).status, 422, 'before it has gone')
    await advance(one.key, 1)
    t.same((await bring('ENROUTE')).body, { outcome: 'applied' })
    t.same((await bring('ENROUTE')).body, { outcome: 'duplicate' })
    t.same((await bring('UNDELIV', { errorCode: '006' })).body, { outcome: 'applied' })
    t.match((await one.key.get(`/v1/sms/${messageId}`)).body, {
      status: 'failed',
      failureReason: 'absent_subscriber',
    })
    t.same((await bring('ENROUTE')).body, { outcome: 'backwards' })
    t.match((await one.key.get(`/v1/sms/${messageId}`)).body, { lateReceipt: 'ENROUTE' })
    t.same((await bring('DELIVRD')).body, { outcome: 'late' })
    t.match((await one.key.get(`/v1/sms/${messageId}`)).body, {
      status: 'failed',
      lateReceipt: 'DELIVRD',
    })
    t.equal(
      (await one.key.post('/v1/test/receipts', { messageId: 'nobody', status: 'DELIVRD' })).status,
      404,
    )
    t.equal((await bring('NONSENSE')).status, 400)
  })

  t.test('another last word about one part of several comes too late (MSG-375)', async (t) => {
    const one = await fresh()
    const sent = await send(one.key, exampleOf('08'), { message: 'a'.repeat(200) })
    const messageId = sent.body.messages[0].id
    const bring = (part: number, status: string) =>
      one.key.post('/v1/test/receipts', { messageId, status, part })
    await advance(one.key, 1)
    const outcomes = []
    for (const [part, word] of [
      [1, 'DELIVRD'],
      [1, 'ENROUTE'],
      [1, 'UNDELIV'],
      [2, 'DELIVRD'],
    ] as const)
      outcomes.push((await bring(part, word)).body.outcome)
    t.same(outcomes, ['applied', 'backwards', 'late', 'applied'])
    t.match((await one.key.get(`/v1/sms/${messageId}`)).body, {
      status: 'delivered',
      lateReceipt: null,
    })
  })

  t.test('somebody writes (MSG-584, MSG-571)', async (t) => {
    const one = await fresh()
    const sent = await send(one.key, exampleOf('00'))
    await advance(one.key, 5)
    const words = { from: exampleOf('00'), text: 'NDIYO' }
    const first = await one.key.post('/v1/test/inbound-sms', words)
    t.equal(first.status, 200, JSON.stringify(first.body))
    t.match(first.body, { to: 'SMSTEST', text: 'NDIYO', inReplyTo: sent.body.messages[0].id })
    t.equal(
      (await one.key.post('/v1/test/inbound-sms', words)).status,
      422,
      'the same within a minute',
    )
    t.equal((await one.key.post('/v1/test/inbound-sms', { from: '12', text: 'x' })).status, 422)
  })

  t.test('the scripts, money, and a fresh beginning', async (t) => {
    const one = await fresh()
    const listed = await one.key.get('/v1/test/scripts')
    t.equal(listed.body.data.length, 24)
    const before = (await one.key.post('/v1/test/top-up', { amount: 500 })).body
    t.equal(before.balance, 1_000_500)
    t.equal((await one.key.post('/v1/test/top-up', { amount: 0 })).status, 400)
    await send(one.key, exampleOf('00'))
    await advance(one.key, 100)
    t.equal((await one.key.post('/v1/test/reset', { confirm: false })).status, 400)
    const { body } = await one.key.post('/v1/test/reset', { confirm: true })
    t.ok(body.erased > 0)
    t.equal((await one.key.get('/v1/sms')).body.data.length, 0)
    t.equal((await one.key.get('/v1/test/clock')).body.offsetSeconds, 0)
    t.equal((await one.key.post('/v1/test/top-up', { amount: 1 })).body.balance, 1_000_001)
    t.same(await proveWallet(one.own), [])
  })
})
