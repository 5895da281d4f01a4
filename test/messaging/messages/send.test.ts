// Sending (MSG 4.8): what is refused in which order, what a 202 says, and what stands afterwards.

import t from 'tap'
import { row, rows, run, within } from '../../../db/connection.ts'
import { changeAccount } from '../../../db/messaging/accounts/accounts.ts'
import { forgetRates } from '../../../db/messaging/keys/limits.ts'
import { forgetRoom } from '../../../db/messaging/messages/room.ts'
import { boot } from '../../support/boot.ts'
import { cli, errorOf, firm, forgetMessaging } from '../../support/messaging.ts'
import { newId } from '../../../db/ids.ts'

import { change } from '../../../db/messaging/settings/settings.ts'
import { raw as rawName, sql } from '../../../db/sql.ts'

const count = async (table: string): Promise<number> =>
  Number((await row<{ n: number }>(sql`select count(*) as n from ${rawName(table)}`))?.n ?? 0)

t.test('send', async (t) => {
  const { app } = await boot(t, [])
  const own = await firm(app, { otp_allowed: true })
  // The shared counter of PostgreSQL cannot be let go of between the cases.
  await within(() => change({ rate_limit_per_minute: 100_000 }, 'test'))
  const key = await own.key({ scopes: ['*', 'sms:otp'] })
  const sender = await own.sender()
  await own.topUp(10_000)
  const good = { recipients: ['0712345678'], senderId: sender, message: 'Habari' }
  const send = (body: object) => {
    forgetRates()
    return key.post('/v1/sms/send', body)
  }
  const balance = async () =>
    (
      await row<{ balance: number }>(
        sql`select balance from msg_wallets where account_id = ${own.account.id} and mode = 'live'`,
      )
    )?.balance

  t.test(
    'a 202 says everything (MSG-245) and the message is there at once (MSG-249)',
    async (t) => {
      const before = Number(await balance())
      const answer = await send({
        ...good,
        recipients: ['0712345678', '+255 712 345 678', '255754000111'],
        reference: 'ord-1',
      })
      t.equal(answer.status, 202)
      t.match(answer.body, {
        status: 'queued',
        accepted: 2,
        duplicates: 1,
        suppressed: 0,
        encoding: 'GSM-7',
        segments: 1,
        totalSegments: 2,
        cost: 40,
        balance: before / 100 - 40,
        currency: 'TZS',
        scheduledFor: null,
        notBefore: null,
        replaced: 0,
        messages: [
          {
            index: 0,
            to: '255712345678',
            status: 'queued',
            segments: 1,
            operator: 'yas',
            cost: 20,
          },
          { index: 2, to: '255754000111', operator: 'vodacom', cost: 20 },
        ],
      })
      t.equal(answer.headers['x-sms-simulated'], 'true')
      const [first] = answer.body.messages
      const message = (await key.get(`/v1/sms/${first.id}`)).body
      t.match(message, {
        id: first.id,
        to: '255712345678',
        senderId: sender,
        status: 'queued',
        reference: 'ord-1',
        batchId: answer.body.batchId,
        message: 'Habari',
        unitPrice: 20,
        cost: 20,
        refunded: 0,
        parts: [{ number: 1, state: 'waiting' }],
        moves: ['cancel'],
      })
      t.notOk('failureReason' in message)
      const batch = (await key.get(`/v1/sms/batches/${answer.body.batchId}`)).body
      t.match(batch, { accepted: 2, duplicates: 1, cost: 40, counts: { queued: 2, failed: 0 } })
      const entry = await row<{ amount: number; seq: number }>(
        sql`select amount, seq from msg_wallet_entries where batch_id = ${answer.body.batchId}`,
      )
      t.match(entry, { amount: -4000 }, 'MSG-263: one charge for a batch')
    },
  )

  t.test(
    'what is wrong is told in order, and nothing is left behind (MSG-121, MSG-122)',
    async (t) => {
      await within(() => run(sql`update msg_prefixes set state = 'refused' where prefix = '60'`))
      forgetMessaging()
      const half = await firm(app)
      const before = [await count('msg_messages'), await count('msg_batches'), await balance()]
      const long = 'ж'.repeat(671)
      const table: [
        change: object,
        status: number,
        code: string,
        field: string | null,
        message: RegExp,
      ][] = [
        [
          { recipients: undefined },
          400,
          'invalid_request',
          'recipients',
          /^recipients is required\.$/,
        ],
        [
          { recipients: '0712345678' },
          400,
          'invalid_request',
          'recipients',
          /^recipients must be a list of strings\.$/,
        ],
        [
          { recipients: [] },
          400,
          'invalid_request',
          'recipients',
          /^recipients must name at least one number\.$/,
        ],
        [
          { recipients: [712345678] },
          400,
          'invalid_request',
          'recipients[0]',
          /^recipients\[0\] must be a string\.$/,
        ],
        [
          { recipients: Array(1001).fill('0712345678') },
          400,
          'recipients_exceeded',
          'recipients',
          /^At most 1,000 recipients per call; this has 1,001\.$/,
        ],
        [
          { recipients: Array(1001).fill(5) },
          400,
          'recipients_exceeded',
          'recipients',
          /this has 1,001/,
        ],
        [
          { recipients: Array(1001).fill('x'), foo: 1 },
          400,
          'invalid_request',
          'foo',
          /^Unknown field foo\.$/,
        ],
        [
          { recipients: Array(1001).fill('x'), message: '' },
          400,
          'invalid_request',
          'message',
          /^message is required\.$/,
        ],
        [{ senderId: undefined }, 400, 'invalid_request', 'senderId', /^senderId is required\.$/],
        [{ senderId: 5 }, 400, 'invalid_request', 'senderId', /^senderId must be a string\.$/],
        [{ senderId: '' }, 400, 'invalid_request', 'senderId', /^senderId is required\.$/],
        [{ message: undefined }, 400, 'invalid_request', 'message', /^message is required\.$/],
        [{ message: ' \n ' }, 400, 'invalid_request', 'message', /^message is required\.$/],
        [
          { message: 'a\u0000' },
          400,
          'invalid_request',
          'message',
          /^message contains a character that cannot be sent\.$/,
        ],
        [
          { message: 'a\ud83d' },
          400,
          'invalid_request',
          'message',
          /^message contains a character that cannot be sent\.$/,
        ],
        [
          { reference: 'x'.repeat(101) },
          400,
          'invalid_request',
          'reference',
          /^reference may have at most 100 characters\.$/,
        ],
        [
          { reference: null },
          400,
          'invalid_request',
          'reference',
          /^reference must be a string\.$/,
        ],
        [
          { validitySeconds: 59 },
          400,
          'invalid_request',
          'validitySeconds',
          /^validitySeconds must be a whole number from 60 to 259200\.$/,
        ],
        [{ validitySeconds: '60' }, 400, 'invalid_request', 'validitySeconds', /whole number/],
        [{ validitySeconds: 60.5 }, 400, 'invalid_request', 'validitySeconds', /whole number/],
        [
          { class: 'urgent' },
          400,
          'invalid_request',
          'class',
          /^class must be one of otp, transactional, promotional\.$/,
        ],
        [
          { class: 'otp', recipients: ['0712345678', '0712345679'] },
          400,
          'invalid_request',
          'class',
          /^Class otp is for one recipient and at most 2 segments\.$/,
        ],
        [
          { class: 'otp', message: 'a'.repeat(307) },
          400,
          'invalid_request',
          'class',
          /at most 2 segments/,
        ],
        [
          { scheduleAt: '2020-01-01T00:00:00Z' },
          400,
          'invalid_request',
          'scheduleAt',
          /in the past/,
        ],
        [
          { scheduleAt: '2027-01-01T00:00:00' },
          400,
          'invalid_request',
          'scheduleAt',
          /with its zone/,
        ],
        [
          { scheduleAt: '2099-01-01T00:00:00Z' },
          400,
          'invalid_request',
          'scheduleAt',
          /at most 90 days ahead/,
        ],
        [
          { callbackUrl: 'http://example.com' },
          400,
          'invalid_request',
          'callbackUrl',
          /^callbackUrl must be an https address that is reachable from the internet\.$/,
        ],
        [
          { callbackUrl: 'https://10.0.0.1/x' },
          400,
          'invalid_request',
          'callbackUrl',
          /reachable from the internet/,
        ],
        [
          { callbackUrl: 'https://example.com/x' },
          400,
          'invalid_request',
          'callbackUrl',
          /^Set a webhook secret first with PUT \/v1\/webhooks\.$/,
        ],
        [{ smartEncoding: 'yes' }, 400, 'invalid_request', 'smartEncoding', /true or false/],
        [
          { senderId: 'NOBODY', recipients: ['x'] },
          422,
          'sender_id_not_approved',
          'senderId',
          /^The sender ID NOBODY is not approved for this account\.$/,
        ],
        [
          { senderId: 'kliniki' },
          422,
          'sender_id_not_approved',
          'senderId',
          /Did you mean KLINIKI\?$/,
        ],
        [{ senderId: ' KLINIKI' }, 422, 'sender_id_not_approved', 'senderId', /not approved/],
        [
          { recipients: ['0712345678', '0712 345 678', 'x'] },
          422,
          'invalid_phone_number',
          'recipients[1]',
          /^0712 345 678 is not a Tanzanian mobile number\.$/,
        ],
        [
          { recipients: ['0601234567'] },
          422,
          'invalid_phone_number',
          'recipients[0]',
          /not a Tanzanian/,
        ],
        [
          { recipients: ['x'.repeat(30)] },
          422,
          'invalid_phone_number',
          'recipients[0]',
          /^x{20} is not/,
        ],
        [
          { recipients: ['x'], message: long },
          422,
          'invalid_phone_number',
          'recipients[0]',
          /not a Tanzanian/,
        ],
        [
          { message: `abc${long}` },
          422,
          'message_too_long',
          'message',
          /^The message has 11 segments \(UCS-2, because of ж at position 4\); at most 10\.$/,
        ],
        [
          { message: 'a'.repeat(1531) },
          422,
          'message_too_long',
          'message',
          /^The message has 11 segments \(GSM-7\); at most 10\.$/,
        ],
      ]
      for (const [changed, status, code, field, message] of table) {
        const answer = await send({ ...good, ...changed })
        const name = JSON.stringify(changed).slice(0, 80)
        t.equal(answer.status, status, name)
        t.equal(errorOf(answer).code, code, name)
        t.equal(errorOf(answer).field, field, name)
        t.match(errorOf(answer).message, message, name)
      }
      const poor = await half.key()
      await half.sender('MAJIMAJI')
      const broke = await poor.post('/v1/sms/send', { ...good, senderId: 'MAJIMAJI' })
      t.equal(broke.status, 402)
      t.match(errorOf(broke), {
        code: 'insufficient_funds',
        message: 'This send costs TZS 20.00 and the balance is TZS 0.00; nothing was sent.',
        field: null,
      })
      t.same([await count('msg_messages'), await count('msg_batches'), await balance()], before)
      await within(() =>
        run(sql`update msg_prefixes set state = 'unallocated' where prefix = '60'`),
      )
      forgetMessaging()
    },
  )

  t.test(
    'otp needs its scope; its text is never shown and goes with its end (MSG-247)',
    async (t) => {
      const without = await own.key({ scopes: ['sms:send'] })
      const refused = await without.post('/v1/sms/send', { ...good, class: 'otp' })
      t.equal(refused.status, 403)
      t.equal(errorOf(refused).message, 'This API key lacks the scope sms:otp.')
      const answer = await send({ ...good, class: 'otp', message: 'Msimbo 1234' })
      t.equal(answer.status, 202)
      const id = answer.body.messages[0].id
      t.equal((await key.get(`/v1/sms/${id}`)).body.message, null)
      t.equal((await key.get(`/v1/sms/batches/${answer.body.batchId}`)).body.message, null)
      t.equal((await key.post(`/v1/sms/${id}/cancel`)).body.cancelled, 1)
      const kept = await row<{ text: string | null }>(
        sql`select text from msg_batches where id = ${answer.body.batchId}`,
      )
      t.equal(kept?.text, null)
    },
  )

  t.test('approved, but not at one recipient’s operator (step 17)', async (t) => {
    await within(() =>
      run(sql`update msg_sender_operators set status = 'pending' where operator_code = 'halotel'
              and account_id = ${own.account.id} and mode = 'live'`),
    )
    forgetMessaging()
    const answer = await send({ ...good, recipients: ['0712345678', '0741234567', '0621234567'] })
    t.equal(answer.status, 422)
    t.match(errorOf(answer), {
      code: 'sender_id_not_approved',
      field: 'recipients[2]',
      message: 'The sender ID KLINIKI is not approved at Halotel (recipients[2]).',
    })
    const other = await send({ ...good, recipients: ['0601234567'] })
    t.equal(other.status, 202, 'an operator that asks for no approval passes')
  })

  t.test(
    'suppressed and routeless recipients are made, failed, free and told (MSG-456, 3.3)',
    async (t) => {
      await within(async () => {
        await run(sql`insert into msg_opt_outs (id, hospital_id, account_id, mode, phone, scope, source, created_at, updated_at)
        values (${newId()}, ${own.live.hospital_id}, ${own.account.id}, 'live', '255754000111', 'all', 'api', '2026-01-01', '2026-01-01')`)
        await run(sql`update msg_routes set enabled = ${false} where operator_code = 'airtel'`)
      })
      forgetMessaging()
      const before = Number(await balance())
      const answer = await send({ ...good, recipients: ['0712345678', '0754000111', '0681234567'] })
      t.match(answer.body, { accepted: 3, suppressed: 1, totalSegments: 1, cost: 20 })
      t.match(answer.body.messages[1], { status: 'failed', cost: 0, failureReason: 'opted_out' })
      t.match(answer.body.messages[2], { status: 'failed', cost: 0, failureReason: 'no_route' })
      t.equal(await balance(), before - 2000)
      const events = await rows<{ data: string }>(
        sql`select data from msg_events where type = 'message.failed' and data_id = ${answer.body.messages[1].id}`,
      )
      t.equal(events.length, 1)
      t.same(
        JSON.parse(events[0]?.data ?? '{}'),
        {
          id: answer.body.messages[1].id,
          to: '255754000111',
          senderId: 'KLINIKI',
          status: 'failed',
          reference: '',
          failureReason: 'opted_out',
        },
        'MSG-561: these members and no others',
      )
      const all = await send({ ...good, recipients: ['0754000111'] })
      t.match(all.body, { accepted: 1, suppressed: 1, cost: 0 })
      t.equal(
        (await send({ ...good, recipients: ['0754000111'], class: 'otp' })).body.suppressed,
        0,
      )
      await within(() => run(sql`update msg_routes set enabled = ${true}`))
      forgetMessaging()
    },
  )

  t.test('cancel one, cancel a batch: refunded in full, told once (MSG-248)', async (t) => {
    const sent = await send({ ...good, recipients: ['0712345678', '0741234567'] })
    const [one, two] = sent.body.messages
    const before = Number(await balance())
    t.same((await key.post(`/v1/sms/${one.id}/cancel`)).body, { cancelled: 1, notCancelled: 0 })
    t.equal(await balance(), before + 2000)
    const again = await key.post(`/v1/sms/${one.id}/cancel`)
    t.equal(again.status, 422)
    t.equal(errorOf(again).code, 'invalid_state')
    t.match((await key.get(`/v1/sms/${one.id}`)).body, {
      status: 'failed',
      failureReason: 'cancelled',
      refunded: 20,
      parts: [],
    })
    await within(() => run(sql`update msg_messages set submitted = ${true} where id = ${two.id}`))
    const batch = await key.post(`/v1/sms/batches/${sent.body.batchId}/cancel`)
    t.same(batch.body, { cancelled: 0, notCancelled: 2 }, 'what was submitted goes on')
    const entries = await rows(sql`select id from msg_wallet_entries where message_id = ${one.id}`)
    t.equal(entries.length, 1)
    t.equal((await key.post(`/v1/sms/${newId()}/cancel`)).status, 404)
  })

  t.test('estimate says the same and writes nothing (MSG-246)', async (t) => {
    const before = [await count('msg_messages'), await balance()]
    const answer = await key.post('/v1/sms/estimate', {
      ...good,
      recipients: ['0712345678', '0741234567'],
    })
    t.equal(answer.status, 200)
    t.match(answer.body, { accepted: 2, cost: 40, affordable: true })
    t.match(answer.body.perOperator, [
      { operator: 'yas', messages: 1, segments: 1, cost: 20 },
      { operator: 'vodacom', messages: 1, segments: 1, cost: 20 },
    ])
    t.notOk('id' in answer.body.messages[0])
    t.same([await count('msg_messages'), await balance()], before)
  })

  t.test('scheduled, quiet and smart (MSG-241, MSG-401, MSG-478, MSG-224)', async (t) => {
    const later = new Date(Date.now() + 3_600_000).toISOString()
    const scheduled = await send({ ...good, scheduleAt: later, validitySeconds: 600 })
    t.match(scheduled.body, { status: 'scheduled', scheduledFor: later })
    t.equal(scheduled.body.validUntil, new Date(Date.parse(later) + 600_000).toISOString())
    const just = await send({ ...good, scheduleAt: new Date(Date.now() - 30_000).toISOString() })
    t.equal(just.body.status, 'queued', 'up to a minute ago is now')
    const smart = await send({ ...good, message: '“Habari”…', smartEncoding: true })
    t.match(smart.body, { encoding: 'GSM-7', replaced: 3 })
    const text = (await key.get(`/v1/sms/${smart.body.messages[0].id}`)).body.message
    t.equal(text, '"Habari"...')
    await within(() =>
      changeAccount(cli, own.account.id, {
        quiet_hours: { start: '00:00', end: '23:59', sendDays: ['mon'] },
      }),
    )
    const held = await send({ ...good, class: 'promotional' })
    t.ok(held.body.notBefore > held.body.messages[0].id.slice(0, 0), 'held till Monday, 23:59')
    t.equal((await send(good)).body.notBefore, null, 'transactional is never held')
  })

  t.test('a full queue is 503 and charges nothing (MSG-309)', async (t) => {
    await within(() => changeAccount(cli, own.account.id, { max_queued: 1 }))
    forgetRoom()
    const before = await balance()
    const answer = await send({ ...good, recipients: ['0712345678', '0741234567'] })
    t.equal(answer.status, 503)
    t.equal(answer.headers['retry-after'], '60')
    t.match(errorOf(answer), {
      code: 'upstream_unavailable',
      message: 'The queue is full; nothing was sent or charged.',
    })
    t.equal(await balance(), before)
    await within(() => changeAccount(cli, own.account.id, { max_queued: null }))
    forgetMessaging()
  })

  t.test('lists: filters, pages, the other mode sees nothing (MSG-661, MSG-580)', async (t) => {
    forgetRates()
    const page = (await key.get('/v1/sms', { limit: '2' })).body
    t.equal(page.data?.length, 2, JSON.stringify(page))
    const next = (await key.get('/v1/sms', { limit: '2', cursor: page.nextCursor })).body
    t.ok(next.data[0].id < page.data[1].id, 'newest first, nothing twice')
    t.equal((await key.get('/v1/sms', { reference: 'ord-1' })).body.data.length, 2)
    t.equal(
      (await key.get('/v1/sms', { reference: 'ord-1', to: '0754000111' })).body.data.length,
      1,
    )
    t.equal(errorOf(await key.get('/v1/sms', { to: 'x' })).code, 'invalid_phone_number')
    t.equal(errorOf(await key.get('/v1/sms', { status: 'done' })).field, 'status')
    t.equal(errorOf(await key.get('/v1/sms', { since: 'yesterday' })).field, 'since')
    const testing = await own.key({ mode: 'test' })
    t.equal((await testing.get('/v1/sms')).body.data.length, 0)
    t.equal((await testing.get(`/v1/sms/${page.data[0].id}`)).status, 404)
    const rehearsal = await testing.post('/v1/sms/send', { ...good, senderId: 'SMSTEST' })
    t.equal(rehearsal.status, 202)
    t.notOk(rehearsal.headers['x-sms-simulated'])
    t.equal(rehearsal.body.balance, 999_980)
  })
})
