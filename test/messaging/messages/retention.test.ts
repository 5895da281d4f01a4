// What is let go with time (MSG-620).

import t from 'tap'
import { row, run, within } from '../../../db/store/connection.ts'
import { eraseMessages, eraseTexts } from '../../../db/messaging/messages/retention.ts'
import { sql } from '../../../db/store/sql.ts'
import { boot } from '../../support/boot.ts'
import { firm } from '../../support/messaging/messaging.ts'

t.test(
  'retention: texts after their days, rows after theirs; what waits keeps its words',
  async (t) => {
    const { app } = await boot(t, [])
    const own = await firm(app)
    const key = await own.key()
    await own.sender()
    await own.topUp(1000)
    const send = async () =>
      (
        await key.post('/v1/sms/send', {
          recipients: ['0712345678'],
          senderId: 'KLINIKI',
          message: 'Siri',
        })
      ).body
    const [over, waits] = [await send(), await send()]
    const age = (day: string, batch_id: string, status: string) =>
      within(async () => {
        await run(sql`update msg_batches set created_at = ${day} where id = ${batch_id}`)
        await run(
          sql`update msg_messages set created_at = ${day}, status = ${status} where batch_id = ${batch_id}`,
        )
      })
    const old = new Date(Date.now() - 91 * 86_400_000).toISOString()
    await age(old, over.batchId, 'delivered')
    await age(old, waits.batchId, 'queued')
    t.equal(await eraseTexts(), 1)
    t.equal((await key.get(`/v1/sms/${over.messages[0].id}`)).body.message, null)
    t.equal((await key.get(`/v1/sms/${waits.messages[0].id}`)).body.message, 'Siri')
    t.equal(await eraseMessages(), 0)
    await age(new Date(Date.now() - 401 * 86_400_000).toISOString(), over.batchId, 'delivered')
    t.equal(await eraseMessages(), 1)
    t.equal((await key.get(`/v1/sms/${over.messages[0].id}`)).status, 404)
    const ledger = await row(
      sql`select 1 as yes from msg_wallet_entries where batch_id = ${over.batchId}`,
    )
    t.ok(ledger, 'the ledger stays')
  },
)
