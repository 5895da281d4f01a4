// What a test brings about over WhatsApp, and on a sender ID (MSG-581, MSG-584).

import t from 'tap'
import { runWhatsapp } from '../../../daemon/sending/whatsapp.ts'
import { boot } from '../../support/boot.ts'
import { errorOf, firm } from '../../support/messaging/messaging.ts'
import { eventsOf } from '../../support/messaging/whatsapp.ts'

t.test('happenings that a test asks for', async (t) => {
  const { app } = await boot(t, [])
  const hand = runWhatsapp({
    log: { error: (facts) => t.fail(JSON.stringify(facts)) },
    poll_ms: 3_600_000,
  })
  t.teardown(() => hand.stop())
  const fresh = async () => {
    const own = await firm(app)
    return { own, key: await own.key({ mode: 'test', scopes: ['*', 'test:manage'] }) }
  }
  const asha = '0712345678'

  t.test('a person writes: the window opens, the event is told (MSG-584)', async (t) => {
    const { own, key } = await fresh()
    const free = { to: asha, type: 'text', text: { body: 'Karibu' } }
    t.equal((await key.post('/v1/whatsapp/messages', free)).status, 422)
    const wrote = await key.post('/v1/test/inbound-whatsapp', {
      from: asha,
      type: 'text',
      text: { body: 'Habari' },
      providerId: 'wamid.1',
    })
    t.equal(wrote.status, 200, JSON.stringify(wrote.body))
    t.match(wrote.body, {
      direction: 'inbound',
      from: '255712345678',
      to: '255700000099',
      text: { body: 'Habari' },
      status: 'received',
    })
    const again = await key.post('/v1/test/inbound-whatsapp', {
      from: asha,
      type: 'text',
      text: 'Habari tena',
      providerId: 'wamid.1',
    })
    t.equal(again.body.id, wrote.body.id, 'once by the provider’s id')
    t.match(await eventsOf(own.account.id, 'whatsapp.received'), [{ id: wrote.body.id }])
    t.equal((await key.post('/v1/whatsapp/messages', free)).status, 202)
    await key.post('/v1/test/clock/advance', { seconds: 86_400 })
    t.equal((await key.post('/v1/whatsapp/messages', free)).status, 422, 'a day later it is closed')
    const late = await key.post('/v1/test/inbound-whatsapp', {
      from: '+254712345678',
      type: 'location',
      timestamp: wrote.body.receivedAt,
    })
    t.match(late.body, { type: 'location', receivedAt: /^20/ })
    t.ok(
      late.body.windowExpiresAt < (await key.get('/v1/test/clock')).body.now,
      'nothing new opens',
    )
  })

  t.test('a status, in any order; none goes backwards (MSG-508, MSG-584)', async (t) => {
    const { own, key } = await fresh()
    const template = { name: 'hello', language: 'en' }
    const sent = await key.post('/v1/whatsapp/messages', { to: asha, type: 'template', template })
    await hand.idle()
    const messageId = sent.body.id
    const became = (status: string, more: object = {}) =>
      key.post('/v1/test/whatsapp-status', { messageId, status, ...more })
    t.match((await became('read')).body, { status: 'read' })
    t.match((await became('failed', { errorCode: '131026' })).body, { status: 'read' })
    t.match(
      (await eventsOf(own.account.id, 'whatsapp.status')).map(({ status }) => status),
      ['delivered', 'read'],
    )
    const silent = await key.post('/v1/whatsapp/messages', {
      to: '255710000081',
      type: 'template',
      template,
    })
    await hand.idle()
    t.match((await key.get(`/v1/whatsapp/messages/${silent.body.id}`)).body, { status: 'sent' })
    const failed = await key.post('/v1/test/whatsapp-status', {
      messageId: silent.body.id,
      status: 'failed',
      errorCode: '131026',
    })
    t.match(failed.body, { status: 'failed', failureReason: 'unreachable', providerCode: '131026' })
    t.equal((await became('accepted')).status, 400)
    const nobody = { messageId: '0198a6e2-c1d0-7b3f-8a52-d4c6e9f01b7a', status: 'read' }
    t.equal((await key.post('/v1/test/whatsapp-status', nobody)).status, 404)
  })

  t.test('what is wrong with it is said', async (t) => {
    const { own, key } = await fresh()
    const bring = (body: object) => key.post('/v1/test/inbound-whatsapp', body)
    for (const [body, status, field] of [
      [{ type: 'text', text: 'x' }, 400, 'from'],
      [{ from: '12', type: 'text', text: 'x' }, 422, 'from'],
      [{ from: asha, type: 'song' }, 400, 'type'],
      [{ from: asha, type: 'text' }, 400, 'text'],
      [{ from: asha, type: 'text', text: { body: '' } }, 400, 'text'],
      [{ from: asha, type: 'text', text: 'x', timestamp: '2026-03-03T09:00:00' }, 400, 'timestamp'],
    ] as const) {
      const answer = await bring(body)
      t.match([answer.status, errorOf(answer).field], [status, field], JSON.stringify(body))
    }
    const live = await own.key()
    const refused = await live.post('/v1/test/inbound-whatsapp', { from: asha, type: 'text' })
    t.equal(refused.status, 403)
  })

  t.test('a sender ID is decided by whoever tests (MSG-581)', async (t) => {
    const { own, key } = await fresh()
    const asked = { senderId: 'DUKA', purpose: 'Telling customers', sampleMessage: 'DUKA: karibu' }
    const { body: made } = await key.post('/v1/sender-ids', asked)
    t.equal(made.status, 'pending')
    const decide = (body: object, by = key) =>
      by.post(`/v1/test/sender-ids/${made.id}/decide`, body)
    const sms = { recipients: [asha], senderId: 'DUKA', message: 'Habari' }
    t.equal((await key.post('/v1/sms/send', sms)).status, 422)
    t.match((await decide({ decision: 'approved' })).body, { status: 'approved' })
    t.equal((await key.post('/v1/sms/send', sms)).status, 202)
    t.equal(errorOf(await decide({ decision: 'rejected' })).field, 'reason')
    const rejected = await decide({ decision: 'rejected', reason: 'too like a bank' })
    t.match(rejected.body, { status: 'rejected', operators: [{ reason: 'too like a bank' }] })
    const [{ status, failureReason }] = (await key.get('/v1/sms')).body.data
    t.match([status, failureReason], ['failed', 'sender_blocked'], 'what waited under it')
    const live = await own.key()
    const { body: real } = await live.post('/v1/sender-ids', {
      ...asked,
      senderId: 'DUKA2',
      sampleMessage: 'DUKA2',
    })
    const foreign = await key.post(`/v1/test/sender-ids/${real.id}/decide`, {
      decision: 'approved',
    })
    t.equal(foreign.status, 404)
  })
})
