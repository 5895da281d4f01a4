// Operators, prefixes and overrides as people set them (MSG-203, MSG-204, MSG 3.7).

import t from 'tap'
import { clock, days } from '../../../db/core/clock.ts'
import { rows, run, within } from '../../../db/store/connection.ts'
import { lookedUp } from '../../../db/messaging/platform/lookup.ts'
import * as care from '../../../db/messaging/routing/operator-care.ts'
import * as overrides from '../../../db/messaging/routing/overrides.ts'
import { operatorsOf } from '../../../db/messaging/routing/operators.ts'
import { sql } from '../../../db/store/sql.ts'
import { boot } from '../../support/boot.ts'
import { until } from '../../support/programs/daemons.ts'
import { drainOn, send, statesOf } from '../../support/messaging/drains.ts'
import { cli, firm } from '../../support/messaging/messaging.ts'

t.test('operators', async (t) => {
  const house = await boot(t)
  const own = await firm(house.app)
  await own.topUp(1000)
  await own.sender()
  t.afterEach(() => clock.release())
  const of = async (phone: string) => (await operatorsOf([phone])).get(phone)

  await t.test('a paused one gets nothing; what was accepted leaves when it goes on', async (t) => {
    await within(() => care.moveOperator(cli, 'yas', 'pause', 'their maintenance'))
    await drainOn(t)
    const { batchId } = await send(own, { recipients: ['255712000001', '255754000001'] })
    await until('the other is sent', async () => {
      const [, other] = await statesOf(batchId)
      return other?.status !== 'queued'
    })
    t.match((await statesOf(batchId))[0], { status: 'queued' })
    await t.rejects(
      within(() => care.moveOperator(cli, 'yas', 'pause', 'again')),
      { status: 409, message: /is paused/ },
    )
    await within(() => care.moveOperator(cli, 'yas', 'resume'))
    await until('it leaves', async () => (await statesOf(batchId))[0]?.status !== 'queued')
    const audit = await rows<{ action: string; reason: string | null }>(
      sql`select action, reason from msg_audit where entity = 'operator' order by id`,
    )
    t.match(audit, [
      { action: 'operator.pause', reason: 'their maintenance' },
      { action: 'operator.resume' },
    ])
  })

  await t.test(
    'a prefix goes to another operator; a refused one makes numbers wrong',
    async (t) => {
      t.equal(await of('255601234567'), 'other')
      await within(() => care.setPrefix(cli, '60', { operator: 'yas', state: 'allocated' }))
      t.equal(await of('255601234567'), 'yas')
      await within(() => care.setPrefix(cli, '60', { operator: null, state: 'refused' }))
      await t.rejects(send(own, { recipients: ['255601234567'] }), { code: 'invalid_phone_number' })
      await t.rejects(lookedUp('0601234567', null), { code: 'invalid_phone_number' })
      await within(() => care.setPrefix(cli, '60', { operator: null, state: 'unallocated' }))
      t.equal(await of('255601234567'), 'other')
      const same = await within(() =>
        care.setPrefix(cli, '60', { operator: null, state: 'unallocated' }),
      )
      t.equal(same.changed, false)
    },
  )

  await t.test('an override wins over the prefix until it expires', async (t) => {
    const phone = '255712345678'
    const expires = new Date(clock.ms() + days(2)).toISOString()
    await within(() => overrides.setOverride(cli, '0712345678', { operator: 'airtel', expires }))
    t.equal(await of(phone), 'airtel')
    t.match(await lookedUp(phone, own.account), {
      by: 'override',
      operator: 'airtel',
      unit_price: 20,
    })
    clock.freeze(new Date(clock.ms() + days(3)).toISOString())
    t.equal(await of(phone), 'yas')
    t.equal(await within(() => overrides.sweepOverrides()), 1)
    clock.release()
    t.equal(await of(phone), 'yas')
  })

  await t.test(
    'a file of overrides: wrong rows are told, the others written at once',
    async (t) => {
      await within(() =>
        run(sql`insert into msg_number_overrides
        (phone, operator_code, source, expires_at, created_at, updated_at)
        values ('255712000007', 'airtel', 'learned', null, '2026-01-01', '2026-01-01')`),
      )
      const lines = Array.from({ length: 6000 }, (_, at) => `25571${4_000_000 + at},airtel`)
      const file = [
        '\ufeffphone,operator',
        ...lines,
        '0712000007;ttcl',
        '0714000000,yas',
        '12,yas',
        '0712000008,mars',
      ]
      const found = await within(() => overrides.importOverrides(cli, file.join('\r\n')))
      t.match(found, { received: 6004, written: 6001, duplicates: 1, rejected: 2 })
      t.match(found.errors, [
        { row: 6004, message: '12 is not a Tanzanian mobile number.' },
        { row: 6005, message: 'mars is no operator.' },
      ])
      t.equal(await of('255714005999'), 'airtel')
      t.equal(await of('255714000000'), 'yas')
      t.equal(await of('255712000007'), 'ttcl')
    },
  )
})
