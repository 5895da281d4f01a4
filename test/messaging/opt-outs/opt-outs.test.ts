import t from 'tap'
import { clock, days } from '../../../db/core/clock.ts'
import { rows, within } from '../../../db/store/connection.ts'
import { makeLinks } from '../../../db/messaging/opt-outs/links.ts'
import { lift, takeOut } from '../../../db/messaging/opt-outs/opt-outs.ts'
import { sql } from '../../../db/store/sql.ts'
import { boot } from '../../support/boot.ts'
import { cli, errorOf, firm } from '../../support/messaging/messaging.ts'

const phone = '0712345678'
const stored = '255712345678'

t.test('opt-outs', async (t) => {
  const { app, nobody } = await boot(t, [])
  const own = await firm(app)
  const key = await own.key()
  const events = ['opt_out.created', 'opt_out.removed']
  await key.put('/v1/webhooks', { url: 'https://hooks.example.com/', events })
  const emitted = async (): Promise<string[]> =>
    (
      await rows<{ type: string; data: string }>(sql`select type, data from msg_events order by id`)
    ).map(({ type, data }) => `${type} ${JSON.parse(data).phone} ${JSON.parse(data).scope}`)

  t.test('a new wish widens and never narrows (2.15)', async (t) => {
    const first = await key.post('/v1/opt-outs', { phones: [phone, phone], scope: 'promotional' })
    t.equal(first.status, 200)
    t.strictSame(first.body, { created: 1, widened: 0, already: 0 })
    t.strictSame((await key.post('/v1/opt-outs', { phones: [phone], note: 'simu' })).body, {
      created: 0,
      widened: 1,
      already: 0,
    })
    t.strictSame((await key.post('/v1/opt-outs', { phones: [phone], scope: 'promotional' })).body, {
      created: 0,
      widened: 0,
      already: 1,
    })
    const one = await key.get(`/v1/opt-outs/${phone}`)
    t.match(one.body, { phone: stored, scope: 'all', source: 'api', liftedAt: null })
    t.equal(one.body.history.length, 1)
    t.equal((await key.get(`/v1/opt-outs/+${stored}`)).status, 200, 'every form of the number')
    t.strictSame(await emitted(), [
      `opt_out.created ${stored} promotional`,
      `opt_out.created ${stored} all`,
    ])
  })

  t.test('lifting needs a note of consent and keeps the history (MSG-455)', async (t) => {
    for (const body of [{}, { consentNote: 'ok' }, { consentNote: 5 }]) {
      const refused = await key.send('DELETE', `/v1/opt-outs/${phone}`, body)
      t.equal(refused.status, 400)
      t.equal(errorOf(refused).field, 'consentNote')
    }
    const lifted = await key.send('DELETE', `/v1/opt-outs/${phone}`, {
      consentNote: 'Aliomba kwa simu tarehe 3',
    })
    t.equal(lifted.status, 200)
    t.match(lifted.body, { consentNote: 'Aliomba kwa simu tarehe 3' })
    t.match(lifted.body.liftedAt, /Z$/)
    const again = await key.send('DELETE', `/v1/opt-outs/${phone}`, { consentNote: 'tena tena' })
    t.equal(again.status, 404)
    t.equal(errorOf(again).message, 'There is no such opt-out on this account.')
    await key.post('/v1/opt-outs', { phones: [phone] })
    const one = (await key.get(`/v1/opt-outs/${phone}`)).body
    t.equal(one.liftedAt, null)
    t.equal(one.history.length, 2)
    t.strictSame((await emitted()).slice(2), [
      `opt_out.removed ${stored} all`,
      `opt_out.created ${stored} all`,
    ])
    t.equal((await rows(sql`select id from msg_audit where action = 'opt_out.lift'`)).length, 1)
    const by_word = await within(() =>
      lift(cli, own.live, stored, { source: 'sms', consent_note: null }),
    )
    t.not(by_word, null, 'the number itself needs no note')
  })

  t.test('list, filters, file of evidence', async (t) => {
    await key.post('/v1/opt-outs', { phones: ['0754000001', '0754000002'], scope: 'promotional' })
    const counts: [string, number][] = [
      ['', 4],
      ['lifted=true', 2],
      ['lifted=false', 2],
      ['scope=promotional', 2],
      ['source=api', 4],
      ['source=link', 0],
    ]
    for (const [query, count] of counts)
      t.equal((await key.get(`/v1/opt-outs?${query}`)).body.data.length, count, query)
    t.equal((await key.get('/v1/opt-outs?lifted=maybe')).status, 400)
    const file = await key.get('/v1/opt-outs/export')
    t.match(file.raw.toString(), /^\ufeffphone,scope,source,createdAt,/)
    t.equal(file.raw.toString().trim().split('\r\n').length, 5)
    const other = await (await firm(app)).key()
    t.equal((await other.get('/v1/opt-outs')).body.data.length, 0)
    t.equal((await other.get(`/v1/opt-outs/${phone}`)).status, 404)
  })

  t.test('what waits for the number ends, codes go on (MSG-450)', async (t) => {
    const two = await firm(app)
    const ask = await two.key({ mode: 'test', scopes: ['*', 'account:manage'] })
    const later = new Date(Date.now() + 3_600_000).toISOString()
    const send = (kind: string) =>
      ask.post('/v1/sms/send', {
        recipients: [phone],
        senderId: 'SMSTEST',
        message: 'Habari',
        class: kind,
        scheduleAt: later,
      })
    const [plain, advert] = [(await send('transactional')).body, (await send('promotional')).body]
    const balance = async (): Promise<number> =>
      Number(
        (
          await rows<{ balance: number }>(
            sql`select balance from msg_wallets where account_id = ${two.account.id} and mode = 'test'`,
          )
        )[0]?.balance,
      )
    const before = await balance()
    await ask.post('/v1/opt-outs', { phones: [phone], scope: 'promotional' })
    const status = async (batch: { messages: { id: string }[] }) =>
      (await ask.get(`/v1/sms/${batch.messages[0]?.id}`)).body
    t.match(await status(advert), { status: 'failed', failureReason: 'opted_out' })
    t.match(await status(plain), { status: 'scheduled' })
    t.ok((await balance()) > before, 'refunded')
    await ask.post('/v1/opt-outs', { phones: [phone] })
    t.match(await status(plain), { status: 'failed', failureReason: 'opted_out' })
    t.match((await send('transactional')).body, { suppressed: 1 })
  })

  t.test('a link of its own for each number: looking changes nothing (MSG-453)', async (t) => {
    const two = await firm(app)
    const ask = await two.key()
    const [token = '', second = ''] = await within(() =>
      makeLinks(two.live, [stored, '255754000009'], { sender_id: 'KLINIKI', campaign_id: null }),
    )
    t.match(token, /^[A-Za-z0-9_-]{22}$/)
    t.not(token, second)
    const page = await nobody.inject({ method: 'GET', url: `/o/${token}` })
    t.equal(page.status, 200)
    const html = page.raw.toString()
    t.match(html, /2557\*+678/)
    t.notMatch(html, new RegExp(stored))
    t.match(html, /KLINIKI/)
    t.equal((await ask.get(`/v1/opt-outs/${phone}`)).status, 404, 'nothing is changed')
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const payload of ['', 'scope=', 'scope=none', 'scope=ALL', 'all']) {
      const asked = await nobody.inject({
        method: 'POST',
        url: `/o/${token}`,
        payload,
        headers: form,
      })
      t.equal(asked.status, 400, payload)
      t.match(asked.raw.toString(), /name="scope" value="promotional"/)
    }
    t.equal((await ask.get(`/v1/opt-outs/${phone}`)).status, 404, 'no word of the two: nothing')
    const posted = await nobody.inject({
      method: 'POST',
      url: `/o/${token}`,
      payload: 'scope=promotional',
      headers: form,
    })
    t.equal(posted.status, 200)
    t.match((await ask.get(`/v1/opt-outs/${phone}`)).body, {
      scope: 'promotional',
      source: 'link',
      evidence: { sender_id: 'KLINIKI' },
    })
    await nobody.inject({ method: 'POST', url: `/o/${token}`, payload: 'scope=all', headers: form })
    t.match((await ask.get(`/v1/opt-outs/${phone}`)).body, { scope: 'all' })
    const last = token.at(-1) === 'A' ? 'B' : 'A'
    const forged = [
      `${token.slice(0, -1)}${last}`,
      `${second.slice(0, 11)}${token.slice(11)}`,
      'A'.repeat(22),
      token.slice(0, 21),
      `${token}A`,
      '%00',
    ]
    for (const one of forged) {
      for (const method of ['GET', 'POST'] as const) {
        const nowhere = await nobody.inject({
          method,
          url: `/o/${one}`,
          ...(method === 'POST' ? { payload: 'scope=all', headers: form } : {}),
        })
        t.equal(nowhere.status, 404, `${method} ${one}`)
      }
    }
    clock.advance(days(181))
    t.equal((await nobody.inject({ method: 'GET', url: `/o/${second}` })).status, 404, 'expired')
    clock.release()
  })

  t.test('two desks at once take one number out once', async (t) => {
    const two = await firm(app)
    const done = await Promise.all(
      [1, 2, 3].map(() =>
        within(() => takeOut(cli, two.live, { phones: [stored], scope: 'all', source: 'desk' })),
      ),
    )
    t.equal(done.reduce((sum, { created }) => sum + created, 0) >= 1, true)
    const open = await rows(
      sql`select id from msg_opt_outs where account_id = ${two.account.id} and lifted_at is null`,
    )
    t.equal(open.length, 1)
  })

  t.test('bad input', async (t) => {
    const cases: [unknown, string, string][] = [
      [{}, 'phones', 'invalid_request'],
      [{ phones: [] }, 'phones', 'invalid_request'],
      [{ phones: ['712345678'] }, 'phones[0]', 'invalid_phone_number'],
      [{ phones: [phone], scope: 'some' }, 'scope', 'invalid_request'],
      [{ phones: [phone], note: 'x'.repeat(301) }, 'note', 'invalid_request'],
      [{ phones: [phone], foo: 1 }, 'foo', 'invalid_request'],
    ]
    for (const [body, field, code] of cases)
      t.match(errorOf(await key.post('/v1/opt-outs', body)), { code, field }, JSON.stringify(body))
    t.equal((await key.get('/v1/opt-outs/nonsense')).status, 404)
  })
})
