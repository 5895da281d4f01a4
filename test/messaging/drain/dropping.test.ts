// What is given up instead of being let go (OPS-134), and what is told of what waits (OPS-133).

import t from 'tap'
import { clock, hours, minutes } from '../../../db/core/clock.ts'
import { operator } from '../../../db/core/caller.ts'
import { row, rows, within } from '../../../db/store/connection.ts'
import { sendResetCode } from '../../../db/hospital/office/access/users/codes.ts'
import { users } from '../../../db/hospital/office/access/tables.ts'
import { drainMail } from '../../../db/hospital/office/outbox/drain.ts'
import { releaseChannel } from '../../../db/hospital/office/outbox/releasing.ts'
import { outbox_messages } from '../../../db/hospital/office/outbox/tables.ts'
import { waitsIn } from '../../../db/hospital/office/outbox/waits.ts'
import { newId } from '../../../db/core/ids.ts'
import { msg_receipts } from '../../../db/messaging/messages/tables.ts'
import { dropBefore } from '../../../db/appliance/outbound/dropping.ts'
import { holdAll } from '../../../db/appliance/outbound/holds.ts'
import { sql } from '../../../db/store/sql.ts'
import { mailer } from '../../../daemon/work/mailer.ts'
import { boot } from '../../support/boot.ts'
import { phones, proveWallet, send, statesOf } from '../../support/messaging/drains.ts'
import { letterTo, mailGoes } from '../../support/messaging/mail.ts'
import { mailSink } from '../../support/messaging/mail-sink.ts'
import { firm } from '../../support/messaging/messaging.ts'
import { delivering, happens, letCallHere } from '../../support/messaging/webhooks.ts'
import { receiver } from '../../support/messaging/receiver.ts'
import {
  balanceOf,
  eventsOf,
  messageOf,
  template,
  whatsappHouse,
  whatsappScene,
} from '../../support/messaging/whatsapp.ts'

const start = '2026-03-03T09:00:00.000Z'
const by = { name: 'cli:asha@hms1' }
const hold = () => within(() => holdAll('a test', 'restored'))

t.beforeEach(() => clock.freeze(start))
t.afterEach(() => clock.release())

t.test(
  'texts that are dropped fail `cancelled` and are paid back, younger ones stay',
  async (t) => {
    const { app } = await boot(t, [])
    const own = await firm(app)
    await own.topUp(100_000)
    await own.sender()
    await hold()
    const old = await send(own, { recipients: phones(3) })
    const planned = await send(own, {
      recipients: phones(1, 10),
      scheduleAt: new Date(Date.parse(start) + hours(48)).toISOString(),
    })
    clock.advance(hours(2))
    const young = await send(own, { recipients: phones(2, 20) })
    const cut = new Date(clock.ms() - hours(1)).toISOString()
    t.match(await waitsIn('sms'), { waiting: 6, oldest: start })
    t.match(await waitsIn('sms', { before: cut }), { waiting: 4 })
    t.equal(await dropBefore(by, 'sms', cut), 4)
    for (const { batchId } of [old, planned])
      for (const one of await statesOf(batchId))
        t.match(one, { status: 'failed', failure_reason: 'cancelled' })
    t.ok((await statesOf(old.batchId)).every(({ refunded }) => refunded > 0))
    t.same(
      (await statesOf(young.batchId)).map(({ status }) => status),
      ['queued', 'queued'],
    )
    t.same(await proveWallet(own), [], 'the ledger agrees')
    t.equal(await dropBefore(by, 'sms', cut), 0, 'again drops nothing more')
  },
)

t.test('posts to webhooks show `skipped`, and are not posted at the release', async (t) => {
  const house = await boot(t)
  await letCallHere(house)
  const own = await firm(house.app)
  const key = await own.key()
  const there = await receiver(t)
  await key.put('/v1/webhooks', { url: there.url, events: ['message.delivered'] })
  await hold()
  await happens(own.live, newId())
  clock.advance(hours(25))
  await happens(own.live, newId())
  const deliverer = delivering(t)
  await deliverer.look()
  t.equal(
    await dropBefore(by, 'webhooks', new Date(clock.ms() - hours(24)).toISOString()),
    1,
    'the older one',
  )
  await within(() => releaseChannel(house.system, 'webhooks', 'all is well'))
  await deliverer.look()
  await deliverer.idle()
  t.equal(there.posts.length, 1)
  const told = await key.get('/v1/delivery-log?status=skipped')
  t.equal(told.status, 200)
  t.match(told.body.data, [{ status: 'skipped', attempts: 0 }])
})

t.test('whatsapp waits while it is held, and what is dropped is paid back', async (t) => {
  const house = await whatsappHouse(t)
  await t.test('held, dropped, let go', async (t) => {
    const { key, own, hand, there } = await whatsappScene(t, house)
    await hold()
    const before = await balanceOf(key)
    const old = (await key.post('/v1/whatsapp/messages', template)).body
    clock.advance(hours(2))
    const young = (await key.post('/v1/whatsapp/messages', template)).body
    await hand.idle()
    t.equal(there.messages().length, 0, 'nothing leaves')
    t.match(await waitsIn('whatsapp'), { waiting: 2 })
    t.equal(await dropBefore(by, 'whatsapp', new Date(clock.ms() - hours(1)).toISOString()), 1)
    t.match(await messageOf(key, old.id), { status: 'failed', failureReason: 'cancelled' })
    t.match(await eventsOf(own.account.id, 'whatsapp.status'), [{ failureReason: 'cancelled' }])
    t.equal(await balanceOf(key), before - young.cost, 'the dropped one is paid back')
    await within(() => releaseChannel(house.system, 'whatsapp', 'none went twice'))
    await hand.idle()
    t.equal(there.messages().length, 1)
    t.match(there.messages(), [{ biz_opaque_callback_data: young.id }])
  })
})

t.test('letters: dropped ones are cancelled, and a code past its life goes nowhere', async (t) => {
  const house = await boot(t)
  const hospital_id = house.hospital.id
  const sink = await mailSink(t)
  await mailGoes(hospital_id, { port: sink.port })
  await hold()
  const letter = (to: string) => letterTo(house.system, to)
  const old = await letter('asha@example.org')
  clock.advance(hours(2))
  const [person] = await users.all({ hospital_id })
  if (person === undefined) throw new Error('nobody is here')
  await within(() => users.change({ hospital_id, id: person.id }, { email: 'n@example.org' }))
  await within(() =>
    sendResetCode(operator(hospital_id, 'a test'), { ...person, email: 'n@example.org' }),
  )
  clock.advance(minutes(30))
  await letter('juma@example.org')
  t.match(await waitsIn('email'), { waiting: 3, would_expire: 1 })
  t.equal(await dropBefore(by, 'email', new Date(clock.ms() - hours(1)).toISOString()), 1)
  t.match(await outbox_messages.find({ hospital_id, id: old }), {
    status: 'CANCELLED',
    reason: 'dropped',
  })
  await within(() => releaseChannel(house.system, 'email', 'none went twice'))
  t.match(await drainMail(mailer), { sent: 1 })
  t.match(
    await row(sql`select status, reason, sealed from outbox_messages where event = 'account.code'`),
    { status: 'SKIPPED', reason: 'too_late', sealed: null },
  )
  t.match(
    await rows(sql`select action, entity_label from audit_rows where action = 'outbound.release'`),
    [{ entity_label: 'email' }],
  )
})

t.test('a receipt of another life of these data tells what was sent already', async (t) => {
  const { app } = await boot(t, [])
  const own = await firm(app)
  await own.topUp(100_000)
  await own.sender()
  await send(own, { recipients: phones(3) })
  await hold()
  clock.advance(minutes(1))
  await within(() =>
    msg_receipts.insert({
      link_id: newId(),
      raw_id: 'A7',
      destination: phones(1)[0] ?? '',
      status_word: 'DELIVRD',
      received_at: clock.instant(),
      raw: '',
      outcome: 'waiting',
    }),
  )
  t.match(await waitsIn('sms', { since: start }), { waiting: 3, already_answered: 1 })
  t.match(await waitsIn('sms', { since: clock.instant() }), { already_answered: 1 })
  t.match(await waitsIn('sms'), { already_answered: 0 }, 'while nothing is held nobody asks')
  clock.advance(hours(24 * 8))
  t.match(await waitsIn('sms'), { waiting: 3, would_expire: 3 })
})
