// What is held stays in the house until a person releases it (OPS-127, OPS-133, OPS-135).

import t, { type Test } from 'tap'
import { row, rows, within } from '../../../db/store/connection.ts'
import { drainMail } from '../../../db/hospital/office/outbox/drain.ts'
import { releaseChannel } from '../../../db/hospital/office/outbox/releasing.ts'
import { waitsIn } from '../../../db/hospital/office/outbox/waits.ts'
import { outbox_messages } from '../../../db/hospital/office/outbox/tables.ts'
import { mailer } from '../../../daemon/work/mailer.ts'
import { newId } from '../../../db/core/ids.ts'
import { settleRestored } from '../../../db/messaging/messages/restored.ts'
import { holdAll, setOutbound } from '../../../db/appliance/outbound/holds.ts'
import { sql } from '../../../db/store/sql.ts'
import { boot, type House } from '../../support/boot.ts'
import { drainOn, phones, send, smppRoute, untilStatus } from '../../support/messaging/drains.ts'
import { letterTo, mailGoes } from '../../support/messaging/mail.ts'
import { mailSink } from '../../support/messaging/mail-sink.ts'
import { type Firm, firm } from '../../support/messaging/messaging.ts'
import { receiver } from '../../support/messaging/receiver.ts'
import { accept, smppPeer } from '../../support/messaging/smpp-peer.ts'
import { delivering, happens, letCallHere } from '../../support/messaging/webhooks.ts'

const hold = () => within(() => holdAll('a test', 'restored'))

async function ready(t: Test): Promise<{ house: House; own: Firm; link: string; got: unknown[] }> {
  const house = await boot(t)
  const peer = await smppPeer({ submit: (session, pdu, at) => accept(session, pdu, `id-${at}`) })
  t.teardown(() => peer.close())
  const own = await firm(house.app)
  await own.topUp(1_000_000)
  await own.sender()
  const link = await smppRoute({ port: peer.port })
  return { house, own, link, got: peer.got }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

t.test('texts are accepted and wait; released, they leave (OPS-133)', async (t) => {
  const { house, own, got } = await ready(t)
  await hold()
  await drainOn(t)
  const sent = await send(own, { recipients: phones(5) })
  await pause(400)
  t.equal(got.length, 0)
  t.match(await waitsIn('sms'), { waiting: 5, uncertain: 0 })
  const released = await within(() => releaseChannel(house.system, 'sms', 'asked the operator'))
  t.strictSame(released, { released: true, queued: 0 })
  await untilStatus(sent.batchId, 'sent')
  t.equal(got.length, 5)
  t.strictSame(
    await rows(sql`select channel from outbound_holds order by channel`),
    [{ channel: 'email' }, { channel: 'webhooks' }, { channel: 'whatsapp' }],
    'channel by channel',
  )
  t.match(await row(sql`select reason from audit_rows where action = 'outbound.release'`), {
    reason: 'asked the operator',
  })
})

t.test('with outbound.enabled false no link even binds (OPS-135)', async (t) => {
  const { own, got } = await ready(t)
  setOutbound(false)
  t.teardown(() => setOutbound(true))
  const { drain } = await drainOn(t)
  await send(own, { recipients: phones(2) })
  await pause(300)
  t.equal(got.length, 0)
  t.notOk(drain.links().some(({ code }) => code === 'peer'))
})

t.test('webhooks wait and are posted after the release', async (t) => {
  const house = await boot(t)
  await letCallHere(house)
  const own = await firm(house.app)
  const key = await own.key()
  const there = await receiver(t)
  await key.put('/v1/webhooks', { url: there.url, events: ['message.delivered'] })
  await hold()
  const deliverer = delivering(t)
  await happens(own.live, newId())
  await deliverer.look()
  t.equal(there.posts.length, 0)
  t.match(await waitsIn('webhooks'), { waiting: 1 })
  await within(() => releaseChannel(house.system, 'webhooks', 'all is well'))
  await deliverer.idle()
  t.equal(there.posts.length, 1)
})

t.test('letters held by a restore wait, and go on at the release (OPS-127, PLT-143)', async (t) => {
  const house = await boot(t)
  const hospital_id = house.hospital.id
  const sink = await mailSink(t)
  await mailGoes(hospital_id, { port: sink.port })
  const letter = (to: string) => letterTo(house.system, to)
  const before = await letter('neema@example.org')
  await within(() =>
    outbox_messages.change({ hospital_id, id: before }, { status: 'HELD', reason: 'restored' }),
  )
  await hold()
  await letter('asha@example.org')
  t.same(await drainMail(mailer), { sent: 0, later: 0, failed: 0 })
  const released = await within(() => releaseChannel(house.system, 'email', 'none went twice'))
  t.strictSame(released, { released: true, queued: 1 })
  t.same(await drainMail(mailer), { sent: 2, later: 0, failed: 0 })
})

t.test(
  'what was sent after the backup is uncertain, and is not sent again (OPS-127)',
  async (t) => {
    const { own, link, got } = await ready(t)
    const { batchId } = await send(own, { recipients: phones(3) })
    const ids = (
      await rows<{ id: string }>(
        sql`select id from msg_messages where batch_id = ${batchId} order by id`,
      )
    ).map(({ id }) => id)
    const at = '2026-03-03T09:00:00.000Z'
    const sent = {
      id: newId(),
      hospital_id: own.live.hospital_id,
      message_id: ids[0],
      number: 1,
      segments: 1,
      state: 'accepted',
      link_id: link,
      bind: 1,
      sequence: 7,
      owner: 'another',
      fence: 1,
      user_reference: 7,
      phone: '255712345678',
      operator_message_id: 'A7',
      match_id: 'a7',
      submitted_at: at,
      answered_at: at,
      attempts: 1,
      command_status: 0,
      receipt_status: null,
      error_code: null,
      received_at: null,
      created_at: at,
    }
    const settled = await within(() =>
      settleRestored({ at, live: async (work) => [sent] as Awaited<ReturnType<typeof work>> }),
    )
    t.equal(settled, 1)
    t.match(await row(sql`select state, match_id from msg_parts where message_id = ${ids[0]}`), {
      state: 'unknown',
      match_id: 'a7',
    })
    await drainOn(t)
    await untilSent(ids.slice(1))
    t.equal(got.length, 2, 'the first goes no second time')
    const first = await row<{ status: string; uncertain: unknown }>(
      sql`select status, uncertain from msg_messages where id = ${ids[0]}`,
    )
    t.equal(first?.status, 'queued')
    t.ok(first?.uncertain)
  },
)

async function untilSent(ids: readonly string[]): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const found = await rows<{ id: string }>(
      sql`select id from msg_messages where id = ${ids[0]} and status = 'sent'
          union all select id from msg_messages where id = ${ids[1]} and status = 'sent'`,
    )
    if (found.length === ids.length) return
    await pause(50)
  }
}
