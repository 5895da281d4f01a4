// Rules of accepting and of keys that stand on their own (MSG 4.1 to 4.9).

import t from 'tap'
import { clock } from '../../db/core/clock.ts'
import { rows, run, within } from '../../db/store/connection.ts'
import { forgetAllKept } from '../../db/store/kept.ts'
import { forgetRates } from '../../db/messaging/keys/limits.ts'
import { change } from '../../db/messaging/settings/settings.ts'
import { raw, sql } from '../../db/store/sql.ts'
import { boot } from '../support/boot.ts'
import { errorOf, firm, forgetMessaging, type KeyAsk } from '../support/messaging/messaging.ts'

const counts = async (): Promise<number> => {
  let sum = 0
  for (const table of ['msg_batches', 'msg_messages', 'msg_events', 'msg_wallet_entries'])
    sum += Number((await rows<{ n: number }>(sql`select count(*) as n from ${raw(table)}`))[0]?.n)
  return sum
}

t.test('rules of accepting', async (t) => {
  const { app } = await boot(t, [])
  const own = await firm(app)
  await within(() => change({ rate_limit_per_minute: 100_000 }, 'test'))
  const key = await own.key()
  await own.sender()
  await own.topUp(1000)
  const good = { recipients: ['0712345678'], senderId: 'KLINIKI', message: 'Habari' }
  const send = (body: object, by: KeyAsk = key) => by.post('/v1/sms/send', body)

  t.test('all or nothing: one wrong number and nothing exists (MSG-242, MSG-244)', async (t) => {
    const before = await counts()
    const wrong = await send({ ...good, recipients: ['0712345678', '0754000001', '071'] })
    t.equal(wrong.status, 422)
    t.match(errorOf(wrong), { code: 'invalid_phone_number', field: 'recipients[2]' })
    const poor = await send({ ...good, message: 'x'.repeat(1530), recipients: tens(6) })
    t.equal(poor.status, 402)
    t.equal(await counts(), before)
  })

  t.test('402 names cost and balance (MSG-146)', async (t) => {
    const poor = await send({ ...good, message: 'x'.repeat(1530), recipients: tens(6) })
    t.match(errorOf(poor), {
      code: 'insufficient_funds',
      field: null,
      message: 'This send costs TZS 1,200.00 and the balance is TZS 1,000.00; nothing was sent.',
    })
  })

  t.test('doubles are dropped, charged once, and counted (MSG-243, MSG-202)', async (t) => {
    const sent = await send({
      ...good,
      recipients: ['0712345678', '255712345678', '+255 712 345 678', '0754000001', '0712345678'],
    })
    t.match(sent.body, { accepted: 2, duplicates: 3, cost: 40 })
    t.same(
      sent.body.messages.map((one: { index: number; to: string }) => [one.index, one.to]),
      [
        [0, '255712345678'],
        [3, '255754000001'],
      ],
    )
  })

  t.test(
    'numbers nobody has allocated are valid, refused prefixes are not (MSG-203)',
    async (t) => {
      t.match((await send({ ...good, recipients: ['0640000001'] })).body, {
        messages: [{ operator: 'other', status: 'queued' }],
      })
      await within(() => run(sql`update msg_prefixes set state = 'refused' where prefix = '64'`))
      forgetAllKept()
      const refused = await send({ ...good, recipients: ['0712345678', '0640000001'] })
      t.match(errorOf(refused), { code: 'invalid_phone_number', field: 'recipients[1]' })
      await within(() =>
        run(sql`update msg_prefixes set state = 'unallocated' where prefix = '64'`),
      )
      forgetAllKept()
    },
  )

  t.test('what goes nowhere costs nothing and does not count (MSG-264, MSG-456)', async (t) => {
    await key.post('/v1/opt-outs', { phones: ['0754000009'] })
    const { balance } = (await key.get('/v1/wallet')).body
    const sent = await send({ ...good, recipients: ['0754000009'] })
    t.match(sent.body, { accepted: 1, suppressed: 1, cost: 0, balance })
    t.match(sent.body.messages[0], { status: 'failed', failureReason: 'opted_out', cost: 0 })
    await within(() => run(sql`update msg_routes set enabled = false where operator_code = 'ttcl'`))
    forgetAllKept()
    const routeless = await send({ ...good, recipients: ['0732000001'] })
    t.match(routeless.body, { cost: 0, balance })
    t.match(routeless.body.messages[0], { status: 'failed', failureReason: 'no_route' })
  })

  t.test('while a simulator is the way, every answer says so (MSG-361)', async (t) => {
    t.equal((await send(good)).headers['x-sms-simulated'], 'true')
    t.equal((await key.get('/v1/account')).body.simulated, true)
  })

  t.test('null, numbers as text and strange names are what they are (MSG-124)', async (t) => {
    const table: [body: unknown, field: string][] = [
      [{ ...good, recipients: null }, 'recipients'],
      [{ ...good, recipients: { 0: '0712345678', length: 1 } }, 'recipients'],
      [{ ...good, recipients: ['0712345678', null] }, 'recipients[1]'],
      [{ ...good, message: ['Habari'] }, 'message'],
      [{ ...good, validitySeconds: '600' }, 'validitySeconds'],
      [{ ...good, smartEncoding: 1 }, 'smartEncoding'],
      [{ ...good, smartEncoding: 'true' }, 'smartEncoding'],
      [{ ...good, reference: 7 }, 'reference'],
      [{ ...good, constructor: 1 }, 'constructor'],
      [{ ...good, prototype: 1 }, 'prototype'],
      [JSON.parse('{"recipients":["0712345678"],"__proto__":{"a":1}}'), '__proto__'],
    ]
    const before = await counts()
    for (const [body, field] of table) {
      const answer = await send(body as object)
      t.equal(answer.status, 400, JSON.stringify(body))
      t.match(errorOf(answer), { code: 'invalid_request', field })
    }
    t.match(errorOf(await key.get('/v1/sms', { foo: '1' })), {
      field: 'foo',
      message: 'Unknown query parameter foo.',
    })
    t.equal(await counts(), before)
  })

  t.test('no text with what cannot be sent in it (MSG-125)', async (t) => {
    for (const message of ['a\ud800b', 'a\u0000b', 'a\u0007b', '\udc00']) {
      const answer = await send({ ...good, message })
      t.match(errorOf(answer), {
        code: 'invalid_request',
        field: 'message',
        message: 'message contains a character that cannot be sent.',
      })
    }
    t.equal((await send({ ...good, message: 'line\nfeed\tand\fform' })).status, 202)
  })

  t.test(
    'a replay looks at nothing again and sends nothing (MSG-182, MSG-183, MSG-184, MSG-185)',
    async (t) => {
      const once = { 'idempotency-key': 'order 7' }
      const first = await send(good, key.with(once))
      t.equal(first.status, 202)
      const before = await counts()
      await within(() => run(sql`update msg_wallets set balance = 0 where mode = 'live'`))
      await within(() =>
        run(sql`update msg_sender_ids set status = 'rejected' where sender_id = 'KLINIKI'`),
      )
      forgetAllKept()
      const other_key = await own.key({ name: 'Second' })
      const again = await other_key
        .with(once)
        .raw(
          'POST',
          '/v1/sms/send',
          '{ "message": "Habari", "senderId":"KLINIKI","recipients":[ "0712345678" ] }',
          'application/json; charset=utf-8',
        )
      t.equal(again.status, 202, 'by another key of the account, in another order')
      t.equal(again.raw.toString(), first.raw.toString())
      t.match(again.headers, {
        'idempotent-replayed': 'true',
        'idempotency-original-request': first.headers['x-request-id'] ?? '',
      })
      const other = await send({ ...good, message: 'Habari.' }, key.with(once))
      t.match(errorOf(other), { code: 'idempotency_key_reused' }, 'MSG-186')
      t.equal(await counts(), before)
      const test_key = await own.key({ mode: 'test' })
      const rehearsal = await send({ ...good, senderId: 'SMSTEST' }, test_key.with(once))
      t.equal(rehearsal.status, 202, 'the other mode has keys of its own')
      t.notOk(rehearsal.headers['idempotent-replayed'])
      await within(() =>
        run(sql`update msg_sender_ids set status = 'approved' where sender_id = 'KLINIKI'`),
      )
      forgetAllKept()
    },
  )

  t.test('a refusal lets go of the key; after the top-up it sends (MSG-188)', async (t) => {
    const keyed = key.with({ 'idempotency-key': 'order 8' })
    t.equal((await send(good, keyed)).status, 402)
    await own.topUp(100)
    const sent = await send(good, keyed)
    t.equal(sent.status, 202)
    t.notOk(sent.headers['idempotent-replayed'])
  })
})

const tens = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `07120000${String(at).padStart(2, '0')}`)

t.test('rules of keys', async (t) => {
  const { app } = await boot(t, [])
  const own = await firm(app)
  const key = await own.key()

  t.test('a key whose checksum does not fit is unknown (MSG-103)', async (t) => {
    const token = key.token ?? ''
    const last = token.at(-1) === 'a' ? 'b' : 'a'
    forgetRates()
    for (const bad of [token.slice(0, -1) + last, `${token.slice(0, 12)}!${token.slice(13)}`]) {
      const answer = await key.with({ authorization: `Bearer ${bad}` }).get('/v1/account/key')
      t.match(errorOf(answer), { code: 'invalid_api_key' })
    }
    const stored = await rows<Record<string, unknown>>(sql`select * from msg_keys`)
    t.notOk(JSON.stringify(stored).includes(token.slice(19, 51)), 'only its hash is kept')
  })

  t.test('an allowlist that shuts out its own caller is refused (MSG-106)', async (t) => {
    const mine = await own.key({ name: 'Ofisi' })
    const path = `/v1/account/keys/${mine.id}`
    const out = await mine.put(path, { ipAllowlist: ['203.0.113.0/24'] })
    t.equal(out.status, 400)
    t.match(errorOf(out), { code: 'invalid_request', field: 'ipAllowlist' })
    t.equal((await mine.put(path, { ipAllowlist: ['127.0.0.0/8'] })).status, 200)
    const sure = { ipAllowlist: ['203.0.113.0/24'], confirmLockout: true }
    // Widening is not a key's own to do (MSG-105); somebody else's hand may.
    for (const wider of [sure.ipAllowlist, ['0.0.0.0/0'], ['126.0.0.0/7'], []]) {
      const answer = await mine.put(path, { ipAllowlist: wider, confirmLockout: true })
      t.equal(answer.status, 400, wider.join())
      t.equal(errorOf(answer).message, 'ipAllowlist: a key cannot lift its own allowlist.')
    }
    t.equal((await mine.put(path, { ipAllowlist: ['127.0.0.0/24'] })).status, 200, 'narrower')
    t.equal((await key.put(path, sure)).status, 200)
    t.match(errorOf(await mine.get('/v1/account/key')), { code: 'ip_not_allowed' })
    const back = { ipAllowlist: ['::ffff:127.0.0.1'] }
    t.equal((await key.put(path, back)).status, 200)
    t.equal((await mine.get('/v1/account/key')).status, 200, 'addresses are unmapped (MSG-107)')
  })

  t.test('X-Forwarded-For of nobody trusted is nothing (MSG-107)', async (t) => {
    const far = await own.key({ name: 'Mbali', ipAllowlist: ['203.0.113.7'] })
    const spoofed = far.with({ 'x-forwarded-for': '203.0.113.7' })
    t.match(errorOf(await spoofed.get('/v1/account/key')), {
      code: 'ip_not_allowed',
      message: /127\.0\.0\.1/,
    })
  })

  t.test('every answer carries the three headers (MSG-162)', async (t) => {
    forgetRates()
    const now_s = Math.floor(clock.ms() / 1000)
    for (const answer of [
      await key.get('/v1/account/key'),
      await key.get('/v1/nothing'),
      await key.post('/v1/sms/send', {}),
      await key.with({ authorization: 'Bearer x' }).get('/v1/account'),
    ]) {
      t.match(answer.headers['x-ratelimit-limit'], /^\d+$/)
      t.ok(Number(answer.headers['x-ratelimit-remaining']) >= 0)
      const reset = Number(answer.headers['x-ratelimit-reset'])
      t.equal(reset % 60, 0)
      t.ok(reset > now_s && reset <= now_s + 61)
    }
  })

  t.test('provider routes have a ceiling of their own (MSG-167)', async (t) => {
    forgetRates()
    for (let call = 0; call < 70; call++) {
      const answer = await key
        .with({ authorization: '' })
        .get('/v1/providers/whatsapp/none?hub.mode=subscribe')
      t.not(answer.status, 429)
    }
    t.equal((await key.get('/v1/account/key')).status, 200, 'and touch no key’s budget')
  })

  t.test('every account begins with what a rehearsal needs (MSG-581)', async (t) => {
    forgetMessaging()
    const fresh = await firm(app)
    const tester = await fresh.key({ mode: 'test' })
    t.match((await tester.get('/v1/wallet')).body, { balance: 1_000_000 })
    const senders = (await tester.get('/v1/sender-ids')).body.data
    t.match(senders, [{ senderId: 'SMSTEST', status: 'approved' }])
    t.match(
      (await tester.get('/v1/whatsapp/numbers')).body.data.map(
        (one: { phone: string }) => one.phone,
      ),
      ['255700000099'],
    )
  })
})
