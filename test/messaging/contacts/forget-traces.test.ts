// Where a number hides: after forgetting no table of messaging names it any more (MSG-621).

import t from 'tap'
import { clock } from '../../../db/core/clock.ts'
import { rows, run, within } from '../../../db/store/connection.ts'
import { tables } from '../../../db/tables.ts'
import { takeDelivery } from '../../../db/messaging/whatsapp/inbound.ts'
import { raw, sql } from '../../../db/store/sql.ts'
import { boot } from '../../support/boot.ts'
import { errorOf, firm } from '../../support/messaging/messaging.ts'
import { delivering, letCallHere } from '../../support/messaging/webhooks.ts'
import { whatsappScene } from '../../support/messaging/whatsapp.ts'
import { signed, wrote } from '../../support/messaging/whatsapp-provider.ts'
import { receiver } from '../../support/messaging/receiver.ts'

const digits = '255712345678'
const other = '255754000001'

t.test('a number hides nowhere once its person is forgotten (MSG-621)', async (t) => {
  const house = await boot(t, [])
  await firm(house.app)
  await letCallHere(house)
  const { key, bring, own, hand, number } = await whatsappScene(t, house)
  await own.sender()
  const there = await receiver(t)
  there.answers = (_post, reply) => reply.writeHead(500).end('{"you sent":"255712345678"}')
  const deliverer = delivering(t)
  const events = ['message.failed', 'opt_out.created', 'whatsapp.received', 'sms.received']
  t.equal((await key.put('/v1/webhooks', { url: there.url, events })).status, 200)

  const once = { 'idempotency-key': 'asha-1' }
  const asha = await key
    .with(once)
    .post('/v1/contacts', { phone: digits, firstName: 'Zuhura', attributes: { siri: 'Zawadi' } })
  const { id } = asha.body
  await key.post('/v1/contacts/import', {
    contacts: [{ phone: '0712 345 678' }, { phone: '712345678' }, { phone: '0754000001' }],
  })
  const campaign = (
    await key.post('/v1/campaigns', {
      name: 'Chanjo',
      class: 'transactional',
      senderId: 'KLINIKI',
      message: 'Karibu {{jina|mteja}}',
      audience: {
        contactIds: [id],
        recipients: [{ phone: '0712345678', fields: { jina: 'Zuhura' } }, { phone: '0754000001' }],
      },
    })
  ).body.id
  const sending = { 'idempotency-key': 'send-1' }
  const send = {
    recipients: [digits, other],
    senderId: 'KLINIKI',
    message: 'Kesho',
    scheduleAt: new Date(clock.ms() + 3_600_000).toISOString(),
  }
  const sent = await key.with(sending).post('/v1/sms/send', send)
  t.equal(sent.status, 202)
  await bring(wrote(digits, 'wamid.1', clock.instant()))
  await key.post('/v1/opt-outs', { phones: [digits], note: 'Zuhura asked' })
  await deliverer.look()
  await deliverer.idle()
  const waiting = await rows(sql`select id from msg_deliveries where status = 'pending'`)
  t.ok(waiting.length >= 2, 'deliveries about the person wait for their next attempt')

  await t.test('what just arrived is read first', async (t) => {
    await hand.stop()
    const body = wrote(digits, 'wamid.2', clock.instant())
    await within(() => takeDelivery(number.id, Buffer.from(body), signed(body)))
    const early = await key.post(`/v1/contacts/${id}/forget`, { confirm: true })
    t.equal(early.status, 422)
    t.match(errorOf(early).message, /just arriving/)
    await within(() => run(sql`update msg_whatsapp_raws set read_at = received_at`))
  })

  await t.test('an audience that is still to be written to is waited for', async (t) => {
    const runs = (status: string) =>
      within(() => run(sql`update msg_campaigns set status = ${status} where id = ${campaign}`))
    await runs('preparing')
    const early = await key.post(`/v1/contacts/${id}/forget`, { confirm: true })
    t.equal(early.status, 422)
    t.match(errorOf(early).message, /The campaign Chanjo is preparing/)
    await runs('draft')
  })

  const gone = await key.post(`/v1/contacts/${id}/forget`, { confirm: true })
  t.equal(gone.status, 200, JSON.stringify(gone.body))
  for (const { name } of tables) {
    if (!/^msg_|^idempotency_keys$/.test(name)) continue
    const all = JSON.stringify(await rows(sql`select * from ${raw(name)}`))
    t.notMatch(all, '712345678', `${name} names the number nowhere`)
    t.notMatch(all, '712 345 678', `${name} quotes the number nowhere`)
    t.notMatch(all, /Zuhura|Zawadi/, `${name} names the person nowhere`)
  }

  await t.test('its end is still told, without the number', async (t) => {
    there.answers = (_post, reply) => reply.writeHead(204).end()
    const before = there.posts.length
    await within(() =>
      run(sql`update msg_deliveries set next_attempt_at = created_at where status = 'pending'`),
    )
    await deliverer.look()
    await deliverer.idle()
    const told = there.posts.slice(before).map(({ body }) => JSON.parse(body))
    const failed = told.find(({ event }) => event === 'message.failed')
    t.match(failed?.data, { id: sent.body.messages[0].id, failureReason: 'opted_out' })
    t.match(failed?.data.to, /^f[0-9a-f]{63}$/)
    t.notOk(told.some(({ event }) => event === 'whatsapp.received'))
  })

  await t.test('repeated calls still do nothing, and say nothing of the person', async (t) => {
    const again = await key.with(sending).post('/v1/sms/send', send)
    t.equal(again.headers['idempotent-replayed'], 'true')
    t.match(again.body.messages, [{ to: /^f[0-9a-f]{63}$/ }, { to: other }])
    t.equal(again.body.batchId, sent.body.batchId)
    const made = await key
      .with(once)
      .post('/v1/contacts', { phone: digits, firstName: 'Zuhura', attributes: { siri: 'Zawadi' } })
    t.match(made.body, { id, firstName: null, attributes: {} })
  })

  await t.test('the rest of an audience stays', async (t) => {
    const { audience } = (await key.get(`/v1/campaigns/${campaign}`)).body
    t.same(audience.contactIds, [])
    t.same(
      audience.recipients.map(({ phone }: { phone: string }) => phone),
      ['0754000001'],
    )
  })
})
