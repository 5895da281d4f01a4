// Sending (MSG 4.8): what is refused in which order, and that a refusal leaves nothing.

import t from 'tap'
import { run, within } from '../../../db/store/connection.ts'
import { changeAccount } from '../../../db/messaging/accounts/accounts.ts'
import { forgetRoom } from '../../../db/messaging/messages/room.ts'
import { sql } from '../../../db/store/sql.ts'
import { cli, errorOf, firm, forgetMessaging } from '../../support/messaging/messaging.ts'
import { count, sendScene } from '../../support/messaging/sending.ts'
import { wrong_sends } from '../../support/messaging/wrong-sends.ts'

t.test('send: what is refused', async (t) => {
  const { app, own, good, send, balance } = await sendScene(t)

  t.test(
    'what is wrong is told in order, and nothing is left behind (MSG-121, MSG-122)',
    async (t) => {
      await within(() => run(sql`update msg_prefixes set state = 'refused' where prefix = '60'`))
      forgetMessaging()
      const half = await firm(app)
      const before = [await count('msg_messages'), await count('msg_batches'), await balance()]
      for (const [changed, status, code, field, message] of wrong_sends) {
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
})
