// A person is forgotten: who it was goes, what was done and paid stays (MSG-621).

import t from 'tap'
import { clock } from '../../../db/core/clock.ts'
import { rows, run, within } from '../../../db/store/connection.ts'
import { arrive } from '../../../db/messaging/inbound/arrive.ts'
import { prove } from '../../../db/messaging/wallet/proof.ts'
import { raw, sql } from '../../../db/store/sql.ts'
import { boot } from '../../support/boot.ts'
import { until } from '../../support/programs/daemons.ts'
import { drainOn, smppRoute } from '../../support/messaging/drains.ts'
import { errorOf, firm } from '../../support/messaging/messaging.ts'
import { accept, smppPeer } from '../../support/messaging/smpp-peer.ts'
import { letCallHere } from '../../support/messaging/webhooks.ts'
import { whatsappScene } from '../../support/messaging/whatsapp.ts'

const digits = '255712345678'
const tables = [
  'msg_contacts',
  'msg_messages',
  'msg_parts',
  'msg_receipts',
  'msg_batches',
  'msg_inbound',
  'msg_opt_outs',
  'msg_deliveries',
  'msg_events',
]

t.test('forget erases the person and keeps operator, status and money (MSG-621)', async (t) => {
  const { app } = await boot(t, [])
  const peer = await smppPeer({
    submit: (session, pdu, at) => {
      accept(session, pdu, `id-${at}`)
      if (pdu.destination_addr === '255754000001' || at > 1) return
      session.deliver_sm({
        source_addr: pdu.destination_addr,
        destination_addr: pdu.source_addr,
        esm_class: 4,
        short_message: `id:id-${at} sub:001 dlvrd:001 stat:DELIVRD err:000 text:x`,
      })
    },
  })
  t.teardown(() => peer.close())
  const own = await firm(app)
  const key = await own.key()
  const other = await (await firm(app)).key()
  await own.topUp(1000)
  await own.sender('15015')
  await smppRoute({ port: peer.port, options: { windowSize: 1 } })
  const send = (recipients: string[], message: string, more: object = {}) =>
    key.post('/v1/sms/send', { recipients, senderId: '15015', message, ...more })
  const contact = (await key.post('/v1/contacts', { phone: digits, firstName: 'Asha' })).body
  await drainOn(t)
  const delivered = await send([digits], 'Siri yako')
  const id = delivered.body.messages[0].id
  await until('the receipt', async () => {
    return (await key.get(`/v1/sms/${id}`)).body.status === 'delivered'
  })
  await within(() =>
    arrive(
      { link_id: null, mode: 'live' },
      {
        id: null,
        from: digits,
        to: '15015',
        text: 'Nina swali',
        encoding: 'GSM-7',
        place: null,
        owner: own.live,
      },
      clock.instant(),
    ),
  )
  const way = await send([digits], 'Njiani')
  await until('its submission', async () => {
    return (await key.get(`/v1/sms/${way.body.messages[0].id}`)).body.status === 'sent'
  })
  await key.post('/v1/opt-outs', { phones: [digits], note: 'Asha asked' })

  t.equal((await other.post(`/v1/contacts/${contact.id}/forget`, { confirm: true })).status, 404)
  const unsure = await key.post(`/v1/contacts/${contact.id}/forget`, { confirm: false })
  t.match(errorOf(unsure), { code: 'invalid_request', field: 'confirm' })
  const early = await key.post(`/v1/contacts/${contact.id}/forget`, { confirm: true })
  t.equal(early.status, 422)
  t.match(errorOf(early), { code: 'invalid_state' })
  await within(() =>
    run(sql`update msg_messages set status = 'expired', expiry_cause = 'no_receipt'
      where id = ${way.body.messages[0].id}`),
  )
  const before = (await key.get('/v1/wallet/entries')).body.data.length
  const gone = await key.post(`/v1/contacts/${contact.id}/forget`, { confirm: true })
  t.strictSame([gone.status, gone.body], [200, { messages: 2, inbound: 1 }])
  t.equal((await key.get(`/v1/contacts/${contact.id}`)).status, 404)
  const left = (await key.get(`/v1/sms/${id}`)).body
  t.match(left, { status: 'delivered', operator: 'yas', cost: 20, message: null })
  t.match(left.to, /^f[0-9a-f]{63}$/)
  t.equal((await key.get('/v1/wallet/entries')).body.data.length, before, 'the ledger stays')
  for (const table of tables) {
    const all = JSON.stringify(await rows(sql`select * from ${raw(table)}`))
    t.notMatch(all, digits, `${table} names the number nowhere`)
    t.notMatch(all, /Siri yako|Njiani|Nina swali|Asha asked/, `${table} keeps no words`)
  }
  t.same((await prove(own.account.id)).differences, [])

  const again = await send([digits, '0754000001'], 'Habari')
  t.match(again.body.messages, [
    { status: 'failed', failureReason: 'opted_out' },
    { status: 'queued' },
  ])
  t.match((await key.get(`/v1/opt-outs/${digits}`)).body, { scope: 'all', liftedAt: null })
  await key.remove(`/v1/opt-outs/${digits}`, { consentNote: 'Came back by herself' })
  t.match((await send([digits], 'Karibu tena')).body.messages, [{ status: 'queued' }])
})

t.test('what waits for somebody who is forgotten is cancelled and paid back', async (t) => {
  const { app } = await boot(t, [])
  const own = await firm(app)
  const key = await own.key()
  await own.topUp(100)
  await own.sender()
  const contact = (await key.post('/v1/contacts', { phone: digits })).body
  await key.post('/v1/sms/send', {
    recipients: [digits],
    senderId: 'KLINIKI',
    message: 'Kesho',
    scheduleAt: new Date(clock.ms() + 3_600_000).toISOString(),
  })
  t.equal((await key.get('/v1/wallet')).body.balance, 80)
  const gone = await key.post(`/v1/contacts/${contact.id}/forget`, { confirm: true })
  t.strictSame(gone.body, { messages: 1, inbound: 0 })
  t.equal((await key.get('/v1/wallet')).body.balance, 100)
  t.same((await prove(own.account.id)).differences, [])
})

t.test('who is still owed a WhatsApp text is forgotten when it has left (MSG-621)', async (t) => {
  const house = await boot(t, [])
  await firm(house.app)
  await letCallHere(house)
  const { key, hand } = await whatsappScene(t, house)
  const contact = (await key.post('/v1/contacts', { phone: digits, firstName: 'Asha' })).body
  await hand.stop()
  const sent = await key.post('/v1/whatsapp/messages', {
    to: digits,
    type: 'template',
    template: { name: 'miadi', language: 'sw', parameters: { body: ['4 Machi', '10:00'] } },
  })
  t.equal(sent.status, 202, JSON.stringify(sent.body))
  const refused = await key.post(`/v1/contacts/${contact.id}/forget`, { confirm: true })
  t.equal(refused.status, 422)
  t.match(errorOf(refused).message, /1 messages to this person are on their way/)
  await within(() => run(sql`update msg_whatsapp_messages set status = 'delivered'`))
  const forgotten = await key.post(`/v1/contacts/${contact.id}/forget`, { confirm: true })
  t.equal(forgotten.status, 200, JSON.stringify(forgotten.body))
  const [row] = await rows<{ phone: string; content: string }>(
    sql`select phone, content from msg_whatsapp_messages`,
  )
  t.not(row?.phone, digits)
  t.notMatch(JSON.stringify(row?.content), 'Machi')
})
