// Usage as the account reads it (MSG-623).

import t from 'tap'
import { clock, seconds } from '../../../db/core/clock.ts'
import { within } from '../../../db/store/connection.ts'
import { acknowledge, end, factsOf } from '../../../db/messaging/drain/ends.ts'
import { boot } from '../../support/boot.ts'
import { errorOf, firm } from '../../support/messaging/messaging.ts'

t.test('usage', async (t) => {
  clock.freeze('2026-03-03T09:00:00.000Z')
  t.teardown(() => clock.release())
  const { app } = await boot(t, [])
  const own = await firm(app)
  const key = await own.key()
  await own.topUp(1000)
  await own.sender()
  await key.post('/v1/opt-outs', { phones: ['0712000009'] })
  const sent = await key.post('/v1/sms/send', {
    recipients: [0, 1, 2, 3, 4, 9].map((at) => `071200000${at}`).concat('0754000001'),
    senderId: 'KLINIKI',
    message: 'Habari',
  })
  const ids: string[] = sent.body.messages
    .filter(({ status }: { status: string }) => status === 'queued')
    .map(({ id }: { id: string }) => id)
  const [a = '', b = '', c = '', d = '', e = '', f = ''] = ids
  // Waiting in the queue for an hour is not the operator's delivery.
  clock.advance(seconds(3600))
  await within(async () => acknowledge(await factsOf([a, b, c, d]), clock.instant()))
  const ended = (id: string, status: 'delivered' | 'failed' | 'expired') =>
    within(async () => {
      const [facts] = await factsOf([id])
      if (facts === undefined) throw new Error(id)
      const failure_reason = status === 'failed' ? ('undeliverable' as const) : null
      const expiry_cause = status === 'expired' ? ('no_receipt' as const) : null
      await end([{ facts, status, failure_reason, expiry_cause }], clock.instant())
    })
  clock.advance(seconds(4))
  await ended(a, 'delivered')
  clock.advance(seconds(6))
  await ended(b, 'delivered')
  clock.advance(seconds(20))
  await ended(c, 'delivered')
  await ended(d, 'failed')
  // Its receipt came before the operator's answer.
  await ended(e, 'delivered')
  await key.post(`/v1/sms/${f}/cancel`)
  const usage = (query: Record<string, string> = {}) => key.get('/v1/usage', query)

  await t.test('opted out and cancelled stand beside the rate, not in it', async (t) => {
    const { totals, data } = (await usage()).body
    t.match(totals, {
      messages: 7,
      delivered: 4,
      failed: 2,
      cancelled: 1,
      optedOut: 1,
      expired: 0,
      cost: 120,
      refunded: 40,
      deliveryRate: 0.8,
    })
    t.match(data, [{ day: '2026-03-03', messages: 7 }])
  })

  await t.test('time is counted from sent to delivered', async (t) => {
    t.equal((await usage()).body.totals.medianDeliverySeconds, 10)
  })

  await t.test('by one side or two', async (t) => {
    const { data } = (await usage({ groupBy: 'operator,class' })).body
    t.match(data, [
      { operator: 'vodacom', class: 'transactional', messages: 1 },
      { operator: 'yas', class: 'transactional', messages: 6 },
    ])
    t.match((await usage({ groupBy: 'month' })).body.data, [{ month: '2026-03' }])
    t.match((await usage({ groupBy: 'key' })).body.data, [{ key: key.id }])
    t.match((await usage({ groupBy: 'campaign' })).body.data, [{ campaign: null }])
    t.match((await usage({ groupBy: 'senderId,channel' })).body.data, [
      { senderId: 'KLINIKI', channel: 'sms' },
    ])
    t.match((await usage({ from: '2026-03-04' })).body.error, { code: 'invalid_request' })
    t.same((await usage({ from: '2026-03-01', to: '2026-03-02' })).body.data, [])
  })

  await t.test('test messages never count (MSG-585); other accounts neither', async (t) => {
    const rehearsal = await own.key({ mode: 'test' })
    t.same((await rehearsal.get('/v1/usage')).body.data, [])
    t.same((await (await (await firm(app)).key()).get('/v1/usage')).body.data, [])
  })

  await t.test('what cannot be asked', async (t) => {
    const table: [Record<string, string>, string][] = [
      [{ groupBy: 'hour' }, 'groupBy'],
      [{ groupBy: 'day,operator,class' }, 'groupBy'],
      [{ groupBy: '__proto__' }, 'groupBy'],
      [{ from: '2025-01-01', to: '2026-03-03' }, 'to'],
    ]
    for (const [query, field] of table) {
      const answer = await usage(query)
      t.equal(answer.status, 400)
      t.equal(errorOf(answer).field, field)
    }
  })
})
