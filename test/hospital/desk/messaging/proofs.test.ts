// What is proved at night: wallets against their entries (MSG-270), usage against the messages
// (MSG-622).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { rows, run, within } from '../../../../db/store/connection.ts'
import { proveUsage, proveWallets } from '../../../../db/hospital/desk/messaging/watch.ts'
import { sql } from '../../../../db/store/sql.ts'
import { entries } from '../../../../daemon/work/timetable.ts'
import { boot } from '../../../support/boot.ts'
import { until } from '../../../support/programs/daemons.ts'
import { drainOn, phones, send, smppRoute, statesOf } from '../../../support/messaging/drains.ts'
import { firm } from '../../../support/messaging/messaging.ts'
import { accept, smppPeer } from '../../../support/messaging/smpp-peer.ts'

const told = () =>
  rows<{ title: string; body: string }>(
    sql`select title, body from notifications where kind = 'messaging.books_differ' order by id`,
  )

t.test('usage rows equal a recount after every kind of end; a difference alarms', async (t) => {
  // 23:30 in Dar es Salaam: what is accepted now ends on the next day, and counts for this one.
  clock.freeze('2026-03-03T20:30:00.250Z')
  const house = await boot(t)
  await house.people.administrator()
  const peer = await smppPeer({
    submit: (session, pdu, at) => {
      if (at === 1) return session.send(pdu.response({ command_status: 0x0b }))
      accept(session, pdu, `id-${at}`)
      if (at === 2) return
      session.deliver_sm({
        source_addr: pdu.destination_addr,
        destination_addr: pdu.source_addr,
        esm_class: 4,
        short_message: `id:id-${at} sub:001 dlvrd:001 stat:DELIVRD err:000 text:x`,
      })
    },
  })
  t.teardown(() => peer.close())
  const own = await firm(house.app)
  const key = await own.key()
  await own.topUp(10_000)
  await own.sender()
  await smppRoute({ port: peer.port, options: { windowSize: 1 } })
  await key.post('/v1/opt-outs', { phones: ['0712000099'] })
  const body = { senderId: 'KLINIKI', message: 'Habari' }
  const later = new Date(clock.ms() + 30 * 60_000).toISOString()
  const cancelled = await key.post('/v1/sms/send', {
    ...body,
    recipients: ['0712000098', '0712000099'],
    message: 'x'.repeat(200),
    scheduleAt: later,
  })
  await key.post(`/v1/sms/batches/${cancelled.body.batchId}/cancel`)
  await key.post('/v1/sms/send', { ...body, recipients: ['0712000097'], scheduleAt: later })
  await key.post('/v1/opt-outs', { phones: ['0712000097'] })
  const sent = await send(own, { recipients: phones(4), validitySeconds: 86_400 })
  await drainOn(t)
  await until('the ends', async () =>
    (await statesOf(sent.batchId)).every(({ status }) => status !== 'queued'),
  )
  await until(
    'the receipts',
    async () =>
      (await statesOf(sent.batchId)).filter(({ status }) => status === 'delivered').length === 2,
  )
  clock.advance(86_400_000 - 60_000)
  t.same(await proveUsage(), { zones: 1, differences: 0 })
  t.same(await told(), [])
  await within(() =>
    run(sql`update msg_usage set delivered = 3 where mode = 'live' and delivered = 2`),
  )
  t.equal((await proveUsage()).differences, 1)
  const [notice] = await told()
  t.match(notice?.body, /delivered 3, counted 2/)
})

t.test(
  'the nightly proof of wallets stops nothing and tells who holds gateway:money',
  async (t) => {
    const house = await boot(t)
    await house.people.administrator()
    const own = await firm(house.app)
    await own.topUp(500)
    t.match(await proveWallets(), { differences: 0 })
    t.same(await told(), [])
    await within(() =>
      run(sql`update msg_wallets set balance = balance + 1
      where account_id = ${own.account.id} and mode = 'live'`),
    )
    t.equal((await proveWallets()).differences, 1)
    t.match((await told())[0]?.body, new RegExp(`${own.account.id} live: balance 50001`))
  },
)

t.test('both stand in the timetable (MSG 7)', async (t) => {
  const at = (name: string) => entries.find((entry) => entry.name === name)?.cron
  t.equal(at('wallet-proof'), '30 3 * * *')
  t.equal(at('usage-check'), '40 3 * * *')
})
