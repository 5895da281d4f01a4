// Sends at once: one Idempotency-Key is one send, the last shilling is spent once (MSG-187, MSG-262).

import t from 'tap'
import { row, rows } from '../../../db/store/connection.ts'
import { sql } from '../../../db/store/sql.ts'
import { boot } from '../../support/boot.ts'
import { errorOf, firm } from '../../support/messaging/messaging.ts'

t.test('races', async (t) => {
  const { app } = await boot(t, [])

  t.test('twenty equal sends with one key: one batch, one debit (MSG-187)', async (t) => {
    const own = await firm(app)
    await own.topUp(1000)
    await own.sender()
    const key = (await own.key()).with({ 'idempotency-key': 'storm' })
    const body = { recipients: ['0712345678', '0741234567'], senderId: 'KLINIKI', message: 'Moja' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => key.post('/v1/sms/send', body)),
    )
    const sent = answers.filter(({ status }) => status === 202)
    const waiting = answers.filter(({ status }) => status === 409)
    t.ok(sent.length >= 1)
    t.equal(sent.length + waiting.length, 20, 'a 202 or a 409, nothing else')
    for (const one of waiting) {
      t.equal(errorOf(one).code, 'idempotency_key_in_flight')
      t.equal(one.headers['retry-after'], '1')
    }
    t.equal(new Set(sent.map(({ raw }) => raw.toString())).size, 1)
    const { account_id } = own.live
    const batches = await rows(sql`select id from msg_batches where account_id = ${account_id}`)
    t.equal(batches.length, 1)
    const charges = await rows(
      sql`select id from msg_wallet_entries where account_id = ${account_id} and kind = 'charge'`,
    )
    t.equal(charges.length, 1)
    const replay = await key.post('/v1/sms/send', body)
    t.equal(replay.headers['idempotent-replayed'], 'true')
    t.equal(replay.raw.toString(), sent[0]?.raw.toString())
  })

  t.test('money for one: of two sends at once one goes and one is 402', async (t) => {
    const own = await firm(app)
    await own.topUp(20)
    await own.sender()
    const key = await own.key()
    const body = { recipients: ['0712345678'], senderId: 'KLINIKI', message: 'Moja' }
    const answers = await Promise.all([
      key.post('/v1/sms/send', body),
      key.post('/v1/sms/send', body),
    ])
    t.same(
      answers.map(({ status }) => status).sort((a, b) => a - b),
      [202, 402],
      'exactly the balance passes',
    )
  })

  t.test(
    'money for 37 of 50 sends at once: exactly 37 (M14), and the ledger has no gap',
    async (t) => {
      const own = await firm(app)
      await own.topUp(37 * 20)
      await own.sender()
      const key = await own.key()
      const body = { recipients: ['0712345678'], senderId: 'KLINIKI', message: 'Moja' }
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => key.post('/v1/sms/send', body)),
      )
      t.equal(answers.filter(({ status }) => status === 202).length, 37)
      t.equal(answers.filter(({ status }) => status === 402).length, 13)
      const { account_id } = own.live
      const wallet = await row<{ balance: number; seq: number }>(
        sql`select balance, seq from msg_wallets where account_id = ${account_id} and mode = 'live'`,
      )
      t.equal(wallet?.balance, 0)
      const entries = await rows<{ seq: number; amount: number; balance_after: number }>(
        sql`select seq, amount, balance_after from msg_wallet_entries
          where account_id = ${account_id} and mode = 'live' order by seq`,
      )
      let balance = 0
      entries.forEach((entry, index) => {
        balance += entry.amount
        t.equal(entry.seq, index + 1)
        t.equal(entry.balance_after, balance)
      })
      t.equal(entries.length, wallet?.seq)
    },
  )
})
