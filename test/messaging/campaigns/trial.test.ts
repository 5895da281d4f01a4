// A test send of a campaign (MSG-479), a campaign by the virtual clock (MSG-582), and where a
// campaign's own callback may go (MSG-546).

import t from 'tap'
import { runCampaigns } from '../../../daemon/sending/campaigns.ts'
import { rows, within } from '../../../db/store/connection.ts'
import { change } from '../../../db/messaging/settings/settings.ts'
import { sql } from '../../../db/store/sql.ts'
import { boot } from '../../support/boot.ts'
import { errorOf, firm } from '../../support/messaging/messaging.ts'

const draft = (more: object = {}) => ({
  name: 'Chanjo',
  class: 'promotional',
  senderId: 'SMSTEST',
  message: 'Habari {{firstName|mteja}}, karibu. Jibu ACHA kwa 15015.',
  audience: { recipients: [{ phone: '0712345678' }] },
  ...more,
})

t.test('a test send is rendered, marked, charged and transactional (MSG-479)', async (t) => {
  const { app } = await boot(t)
  const own = await firm(app)
  const key = await own.key({ mode: 'test' })
  const { id: contactId } = (
    await key.post('/v1/contacts', { phone: '0754000001', firstName: 'Asha' })
  ).body
  const { id } = (await key.post('/v1/campaigns', draft())).body
  const path = `/v1/campaigns/${id}/test`
  const sent = await key.post(path, { recipients: ['0712000001', '0754000001'], contactId })
  t.equal(sent.status, 202, JSON.stringify(sent.body))
  t.match(sent.body, { accepted: 2, cost: 40, notBefore: null })
  t.match((await key.get(`/v1/sms/${sent.body.messages[0].id}`)).body, {
    message: '[TEST] Habari Asha, karibu. Jibu ACHA kwa 15015.',
    class: 'transactional',
    campaignId: null,
  })
  const again = key.with({ 'idempotency-key': 'once' })
  const first = await again.post(path, { recipients: ['0712000001'] })
  t.same((await again.post(path, { recipients: ['0712000001'] })).body, first.body)
  t.match((await key.get(`/v1/sms/${first.body.messages[0].id}`)).body, {
    message: '[TEST] Habari mteja, karibu. Jibu ACHA kwa 15015.',
  })
  t.equal((await key.get(`/v1/campaigns/${id}`)).body.status, 'draft', 'it stays as it was')
  const table: [body: object, status: number, field: string][] = [
    [{}, 400, 'recipients'],
    [{ recipients: [] }, 400, 'recipients'],
    [{ recipients: Array.from({ length: 6 }, () => '0712000001') }, 400, 'recipients'],
    [{ recipients: ['0712000001', 'x'] }, 422, 'recipients[1]'],
    [{ recipients: ['0712000001'], foo: 1 }, 400, 'foo'],
  ]
  for (const [body, status, field] of table) {
    const answer = await key.post(path, body)
    t.equal(answer.status, status, JSON.stringify(answer.body))
    t.equal(errorOf(answer).field, field)
  }
  t.equal((await key.post(path, { recipients: ['0712000001'], contactId: id })).status, 404)
})

t.test('a scheduled campaign starts and ends by the virtual clock (MSG-582)', async (t) => {
  const { app } = await boot(t)
  const own = await firm(app)
  const hand = runCampaigns({ log: { error: () => undefined }, poll_ms: 3_600_000 })
  t.teardown(() => hand.stop())
  const key = await own.key({ mode: 'test', scopes: ['*', 'test:manage'] })
  const { now } = (await key.get('/v1/test/clock')).body
  const { id } = (await key.post('/v1/campaigns', draft({ class: 'transactional' }))).body
  const at = new Date(Date.parse(now) + 3_600_000).toISOString()
  t.equal((await key.post(`/v1/campaigns/${id}/schedule`, { scheduleAt: at })).status, 200)
  const moved = await key.post('/v1/test/clock/advance', { seconds: 7200 })
  t.match(moved.body.processed, { complete: true, submitted: 1 })
  const { body } = await key.get(`/v1/campaigns/${id}`)
  t.match(body, { status: 'completed', counts: { delivered: 1 } })
  t.ok(Math.abs(Date.parse(body.startedAt) - Date.parse(at)) < 60_000, 'at its own moment')
  t.ok(Date.parse(body.completedAt) - Date.parse(at) < 120_000)
})

t.test('a campaign’s callbackUrl goes by the deployment’s ports (MSG-546)', async (t) => {
  const { app } = await boot(t)
  const own = await firm(app)
  const key = await own.key({ mode: 'test' })
  await key.put('/v1/webhooks', { url: 'https://hooks.example.com/', events: ['message.sent'] })
  const ask = async (callbackUrl: string) =>
    (await key.post('/v1/campaigns', draft({ callbackUrl }))).status
  t.equal(await ask('https://hooks.example.com:8443/in'), 201)
  t.equal(await ask('https://10.1.2.3/in'), 400)
  await within(() =>
    change({ webhook_ports: ['443'], webhook_allow_cidrs: ['10.0.0.0/8'] }, 'cli:test'),
  )
  t.equal(await ask('https://hooks.example.com:8443/in'), 400)
  t.equal(await ask('https://10.1.2.3/in'), 201, 'a private network that is allowed')
  const send = (callbackUrl: string) =>
    key.post('/v1/sms/send', {
      recipients: ['0712345678'],
      senderId: 'SMSTEST',
      message: 'x',
      callbackUrl,
    })
  t.equal((await send('https://hooks.example.com:8443/in')).status, 400)
  t.equal((await send('https://10.1.2.3/in')).status, 202)
  t.equal((await rows(sql`select 1 from msg_campaigns`)).length, 2)
})
