// The wallet as its account sees it: top-ups, the low-balance line, entries, proof (MSG 4.9).

import t from 'tap'
import { rows, run, within } from '../../../db/store/connection.ts'
import { changeAccount } from '../../../db/messaging/accounts/accounts.ts'
import { adjust, confirmTopUp, rejectTopUp, topUp } from '../../../db/messaging/wallet/money.ts'
import { prove } from '../../../db/messaging/wallet/proof.ts'
import { change } from '../../../db/messaging/settings/settings.ts'
import { sql } from '../../../db/store/sql.ts'
import { boot } from '../../support/boot.ts'
import { cli, errorOf, firm, forgetMessaging } from '../../support/messaging/messaging.ts'

t.test('wallet', async (t) => {
  const { app } = await boot(t, [])
  const own = await firm(app)
  await within(() => change({ rate_limit_per_minute: 100_000 }, 'test'))
  forgetMessaging()
  const key = await own.key()
  await own.sender()
  const body = { recipients: ['0712345678'], senderId: 'KLINIKI', message: 'Habari' }
  const cash = { amount: 100, method: 'cash' as const, paymentReference: 'R-1' }

  t.test('a top-up is asked for, confirmed once, and booked once (MSG-266)', async (t) => {
    const asked = await key.post('/v1/wallet/top-ups', cash)
    t.equal(asked.status, 201)
    t.match(asked.body, { amount: 100, status: 'pending', paymentReference: 'R-1' })
    t.equal((await key.get('/v1/wallet')).body.balance, 0)
    await within(() => confirmTopUp(cli, asked.body.id))
    t.equal((await key.get('/v1/wallet')).body.balance, 100)
    await t.rejects(
      within(() => confirmTopUp(cli, asked.body.id)),
      /This top-up is confirmed/,
    )
    await t.rejects(
      within(() => topUp(cli, own.live, cash)),
      /Payment R-1 was confirmed on \d{4}-\d\d-\d\d for TZS 100\.00\./,
    )
    const second = await key.post('/v1/wallet/top-ups', { ...cash, paymentReference: 'R-2' })
    await within(() => rejectTopUp(cli, second.body.id, 'Not received'))
    t.match((await key.get('/v1/wallet/top-ups', { status: 'rejected' })).body.data, [
      { rejectReason: 'Not received', moves: [] },
    ])
    t.equal((await key.get('/v1/wallet')).body.balance, 100)
  })

  t.test('two confirmations of one payment at once book it once', async (t) => {
    const [one, two] = await Promise.all([
      key.post('/v1/wallet/top-ups', { ...cash, paymentReference: 'R-3' }),
      key.post('/v1/wallet/top-ups', { ...cash, paymentReference: 'R-3' }),
    ])
    const outcomes = await Promise.allSettled([
      within(() => confirmTopUp(cli, one.body.id)),
      within(() => confirmTopUp(cli, two.body.id)),
    ])
    t.same(
      outcomes.map(({ status }) => status).sort((a, b) => (a < b ? -1 : 1)),
      ['fulfilled', 'rejected'],
    )
    t.equal((await key.get('/v1/wallet')).body.balance, 200)
  })

  t.test('bad amounts', async (t) => {
    for (const amount of [0, -5, '100', null, 1.005]) {
      const answer = await key.post('/v1/wallet/top-ups', { ...cash, amount })
      t.equal(answer.status, 400, String(amount))
      t.equal(errorOf(answer).field, 'amount')
    }
    const method = await key.post('/v1/wallet/top-ups', { ...cash, method: 'gold' })
    t.equal(errorOf(method).field, 'method')
    t.equal(errorOf(await key.put('/v1/wallet', { threshold: -1 })).field, 'threshold')
    const testing = await own.key({ mode: 'test', scopes: ['*', 'account:manage'] })
    t.equal((await testing.post('/v1/wallet/top-ups', cash)).status, 403, 'a test key only reads')
  })

  t.test('low balance: once per crossing, again after it was back (MSG-268)', async (t) => {
    t.match((await key.put('/v1/wallet', { threshold: 190 })).body, { threshold: 190, armed: true })
    const events = async () =>
      rows<{ data: string }>(
        sql`select data from msg_events where type = 'wallet.low_balance'
            and account_id = ${own.account.id}`,
      )
    t.equal((await events()).length, 0, 'setting it emits nothing')
    await key.post('/v1/sms/send', body)
    t.match(JSON.parse((await events())[0]?.data ?? '{}'), {
      balance: 180,
      threshold: 190,
      currency: 'TZS',
    })
    await key.post('/v1/sms/send', body)
    t.equal((await events()).length, 1, 'below it stays silent')
    t.match((await key.get('/v1/wallet')).body, { armed: false, lowBalance: true })
    await own.topUp(100)
    t.match((await key.get('/v1/wallet')).body, { armed: true, lowBalance: false })
    for (let count = 0; count < 4; count++) await key.post('/v1/sms/send', body)
    t.equal((await events()).length, 2)
    t.match((await key.put('/v1/wallet', { threshold: null })).body, { threshold: null })
  })

  t.test('adjustments: a reason, and below nothing only when it is said (MSG-267)', async (t) => {
    await t.rejects(
      within(() => adjust(cli, own.live, { amount: -10_000, reason: 'Mistake' })),
      /cannot go below zero/,
    )
    await within(() =>
      adjust(cli, own.live, { amount: -10_000, reason: 'Charged back', allow_negative: true }),
    )
    const refused = await key.post('/v1/sms/send', body)
    t.equal(refused.status, 402)
    t.match(errorOf(refused).message, /the balance is TZS -9,800\.00|the balance is TZS -/)
    await within(() => adjust(cli, own.live, { amount: 10_000, reason: 'Back again' }))
  })

  t.test('entries: newest first, balances run, nothing of them changes', async (t) => {
    const first = (await key.get('/v1/wallet/entries', { limit: '3' })).body
    t.equal(first.data.length, 3)
    t.equal(first.data[0].seq, first.data[1].seq + 1)
    t.equal(first.data[1].balanceAfter + first.data[0].amount, first.data[0].balanceAfter)
    const next = (await key.get('/v1/wallet/entries', { limit: '3', cursor: first.nextCursor }))
      .body
    t.equal(next.data[0].seq, first.data[2].seq - 1)
    t.ok((await key.get('/v1/wallet/entries', { kind: 'charge' })).body.data.length > 0)
    await t.rejects(
      within(() => run(sql`update msg_wallet_entries set amount = 0`)),
      /only ever added/,
    )
  })

  t.test('prices: in force for every operator (MSG-261)', async (t) => {
    const { data } = (await key.get('/v1/wallet/prices')).body
    t.ok(
      data.some((one: object) => JSON.stringify(one).includes('"operator":"yas","unitPrice":20')),
    )
    t.ok(data.some((one: { category?: string }) => one.category === 'marketing'))
  })

  t.test('unmetered: price 0, no entries, never 402 (MSG-265)', async (t) => {
    const free = await firm(app, { billing: 'unmetered' })
    await free.sender()
    const asker = await free.key()
    const answer = await asker.post('/v1/sms/send', body)
    t.match(answer.body, { cost: 0, balance: 0, messages: [{ cost: 0 }] })
    t.equal((await asker.get('/v1/wallet/entries')).body.data.length, 0)
    await within(() => changeAccount(cli, free.account.id, { billing: 'prepaid' }))
    t.equal((await asker.post('/v1/sms/send', body)).status, 402)
  })

  t.test('the proof finds a row that was changed (MSG-270)', async (t) => {
    t.same((await prove()).differences, [])
    await within(() =>
      run(
        sql`update msg_wallets set balance = balance + 1 where account_id = ${own.account.id} and mode = 'live'`,
      ),
    )
    const [found] = (await prove(own.account.id)).differences
    t.match(found?.what, /^balance \d+, entries \d+$/)
  })

  t.test('the account and its audit show what was done (MSG-111)', async (t) => {
    const account = (await key.get('/v1/account')).body
    t.match(account, {
      id: own.account.id,
      provisioned: true,
      billing: 'prepaid',
      currency: 'TZS',
      simulated: true,
      noticeEmails: ['asha@example.com'],
      business: { status: 'active' },
    })
    const named = await key.put('/v1/account', {
      name: 'Duka',
      language: 'en',
      defaultSenderId: 'KLINIKI',
    })
    t.match(named.body, { name: 'Duka', language: 'en', defaultSenderId: 'KLINIKI' })
    t.equal(
      errorOf(await key.put('/v1/account', { defaultSenderId: 'NONE' })).code,
      'sender_id_not_approved',
    )
    t.equal(
      errorOf(
        await key.put('/v1/account', {
          quietHours: { start: '8', end: '09:00', sendDays: ['mon'] },
        }),
      ).field,
      'quietHours.start',
    )
    const { data } = (await key.get('/v1/account/audit')).body
    const actions = data.map((line: { action: string }) => line.action)
    t.ok(actions.includes('account.change') && actions.includes('top_up.confirm'))
    t.notMatch(JSON.stringify(data), /sms_live_/)
  })
})
