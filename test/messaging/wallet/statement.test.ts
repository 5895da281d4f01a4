// The statement (MSG-269): opening, entries and closing always agree, in every form.

import t from 'tap'
import { clock, hours } from '../../../db/core/clock.ts'
import { boot } from '../../support/boot.ts'
import { errorOf, firm } from '../../support/messaging/messaging.ts'
import { needsPoppler, textOf } from '../../support/pdf.ts'

t.test('statement', async (t) => {
  clock.freeze('2026-03-01T09:00:00.000Z')
  t.teardown(() => clock.release())
  const { app } = await boot(t, [])
  const own = await firm(app)
  const key = await own.key()
  await own.sender()
  const send = () =>
    key.post('/v1/sms/send', {
      recipients: ['0712345678'],
      senderId: 'KLINIKI',
      message: 'Habari',
      scheduleAt: new Date(clock.ms() + hours(48)).toISOString(),
    })
  await own.topUp(100)
  await send()
  // 22:30 of the second is the third in Dar es Salaam.
  clock.freeze('2026-03-02T22:30:00.000Z')
  const late = await send()
  clock.freeze('2026-03-03T09:00:00.000Z')
  await key.post(`/v1/sms/batches/${late.body.batchId}/cancel`)
  await send()
  const statement = (query: Record<string, string>) => key.get('/v1/wallet/statement', query)

  await t.test('opening + entries = closing, whatever the days', async (t) => {
    const days = ['2026-02-27', '2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04']
    for (const from of days)
      for (const to of days.filter((day) => day >= from)) {
        const { body } = await statement({ from, to })
        const sum = body.entries.reduce(
          (total: number, { amount }: { amount: number }) => total + amount,
          body.opening,
        )
        t.equal(sum, body.closing, `${from} to ${to}`)
      }
    const third = (await statement({ from: '2026-03-03', to: '2026-03-03' })).body
    t.match(third, { opening: 80, closing: 60, currency: 'TZS', openingReserved: 0 })
    t.same(
      third.entries.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount]),
      [
        ['charge', -20],
        ['refund', 20],
        ['charge', -20],
      ],
      'a day is a day of the account',
    )
    t.match((await statement({})).body, { from: '2026-02-01', to: '2026-03-03', closing: 60 })
    t.match((await statement({ from: '2026-03-02', to: '2026-03-02' })).body, {
      opening: 80,
      entries: [],
      closing: 80,
    })
  })

  await t.test('as a spreadsheet', async (t) => {
    const answer = await statement({ from: '2026-03-03', to: '2026-03-03', format: 'csv' })
    t.match(answer.headers['content-type'], 'text/csv')
    const lines = answer.raw.toString().trim().split('\r\n')
    t.equal(lines.length, 6)
    t.match(lines[1], ',2026-03-03,opening,,,80,0')
    t.match(lines.at(-1), ',2026-03-03,closing,,,60,0')
  })

  await t.test('on paper', { ...needsPoppler }, async (t) => {
    const answer = await statement({ from: '2026-03-03', to: '2026-03-03', format: 'pdf' })
    t.equal(answer.headers['content-type'], 'application/pdf')
    t.match(textOf(answer.raw), /Opening balance[\s\S]*80\.00[\s\S]*Closing balance\s+TZS 60\.00/)
  })

  await t.test('days that cannot be', async (t) => {
    const table: [Record<string, string>, string][] = [
      [{ from: '2026-03-04', to: '2026-03-03' }, 'from must not be later than to.'],
      [{ from: '2024-03-04', to: '2026-03-03' }, 'to may be at most 400 days after from.'],
      [{ from: 'x' }, 'from must be a date like 2026-03-31.'],
      [{ from: '2026-02-30' }, 'from must be a date like 2026-03-31.'],
      [{ format: 'xls' }, 'format must be one of json, csv, pdf.'],
    ]
    for (const [query, message] of table) {
      const answer = await statement(query)
      t.equal(answer.status, 400, message)
      t.equal(errorOf(answer).message, message)
    }
  })
})
