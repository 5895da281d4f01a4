// Sending (MSG 4.8): messages that are made and do not go: suppressed, without a route, cancelled.

import t from 'tap'
import { rows, run, within } from '../../../db/store/connection.ts'
import { newId } from '../../../db/core/ids.ts'
import { sql } from '../../../db/store/sql.ts'
import { errorOf, forgetMessaging } from '../../support/messaging/messaging.ts'
import { sendScene } from '../../support/messaging/sending.ts'

t.test('send: what does not go', async (t) => {
  const { own, key, good, send, balance } = await sendScene(t)

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
})
