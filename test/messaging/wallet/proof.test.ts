// The proof of the wallets names each row that does not fit (MSG-270), whatever it is.

import t from 'tap'
import { run, within } from '../../../db/store/connection.ts'
import { cancelMessage } from '../../../db/messaging/messages/cancelling.ts'
import { prove } from '../../../db/messaging/wallet/proof.ts'
import { type Sql, sql } from '../../../db/store/sql.ts'
import { boot } from '../../support/boot.ts'
import { cli, firm } from '../../support/messaging/messaging.ts'

t.test('the proof of wallets', async (t) => {
  const { app } = await boot(t, [])
  const own = await firm(app)
  const key = await own.key()
  await own.sender()
  await own.topUp(1000)
  const body = { recipients: ['0712345678'], senderId: 'KLINIKI', message: 'Habari' }
  const sent = (await key.post('/v1/sms/send', body)).body
  const back = (await key.post('/v1/sms/send', body)).body
  await within(() => cancelMessage(cli, own.live, back.messages[0].id))
  const wallet = sql`account_id = ${own.account.id} and mode = 'live'`
  const says = async () =>
    (await prove(own.account.id)).differences.map(({ what, mode }) => `${mode}: ${what}`)

  /** Changed behind the house's back, seen, and put back. */
  async function changed(what: string, there: Sql, back_again: Sql, said: RegExp): Promise<void> {
    await t.test(what, async (t) => {
      t.same(await says(), [], 'all is well before')
      await within(() => run(there))
      const found = await says()
      t.equal(found.length, 1, found.join('; '))
      t.match(found[0], said)
      t.equal((await key.post('/v1/sms/send', body)).status, 202, 'it stops nothing')
      await within(() => run(back_again))
      t.same(await says(), [])
    })
  }

  t.same(await says(), [])
  await changed(
    'a balance',
    sql`update msg_wallets set balance = balance - 1 where ${wallet}`,
    sql`update msg_wallets set balance = balance + 1 where ${wallet}`,
    /^live: balance \d+, entries \d+$/,
  )
  await changed(
    'what is held',
    sql`update msg_wallets set reserved = reserved + 5 where ${wallet}`,
    sql`update msg_wallets set reserved = reserved - 5 where ${wallet}`,
    /^live: reserved 5, entries 0$/,
  )
  await changed(
    'what a batch cost',
    sql`update msg_messages set cost = cost + 1 where id = ${sent.messages[0].id}`,
    sql`update msg_messages set cost = cost - 1 where id = ${sent.messages[0].id}`,
    new RegExp(`^live: batch ${sent.batchId} was charged 2000 and cost 2001$`),
  )
  // Retention took the batch's other rows: only the refund can still be held against something.
  await within(() => run(sql`update msg_batches set accepted = 2 where id = ${back.batchId}`))
  await changed(
    'more paid back than a message cost',
    sql`update msg_messages set cost = 1999 where id = ${back.messages[0].id}`,
    sql`update msg_messages set cost = 2000 where id = ${back.messages[0].id}`,
    new RegExp(`^live: message ${back.messages[0].id} was refunded 2000 of 1999$`),
  )

  await t.test('a number that is missing', async (t) => {
    await within(() => run(sql`update msg_wallets set seq = seq + 1 where ${wallet}`))
    t.match((await says())[0], /^live: (\d+) entries, numbered to \1, wallet at \d+$/)
  })
})
