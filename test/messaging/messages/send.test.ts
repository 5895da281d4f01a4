// Sending (MSG 4.8): what a 202 says, when it goes, and what stands afterwards.

import t from 'tap'
import { row, run, within } from '../../../db/store/connection.ts'
import { changeAccount } from '../../../db/messaging/accounts/accounts.ts'
import { forgetRates } from '../../../db/messaging/keys/limits.ts'
import { sql } from '../../../db/store/sql.ts'
import { cli, errorOf, forgetMessaging } from '../../support/messaging/messaging.ts'
import { count, sendScene } from '../../support/messaging/sending.ts'

t.test('send', async (t) => {
  const { own, key, sender, good, send, balance } = await sendScene(t)

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
      await within(() => run(sql`update msg_routes set enabled = ${false}`))
      forgetMessaging()
      const nowhere = await send({ ...good, class: 'otp', message: 'Msimbo 5678' })
      t.match(nowhere.body.messages, [{ status: 'failed', failureReason: 'no_route' }])
      const left = await row<{ text: string | null }>(
        sql`select text from msg_batches where id = ${nowhere.body.batchId}`,
      )
      t.equal(left?.text, null, 'it is over as soon as it is there')
      await within(() => run(sql`update msg_routes set enabled = ${true}`))
      forgetMessaging()
    },
  )

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
