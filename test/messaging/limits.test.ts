// What an account may not: the guards of records that no other file meets (MSG 2, 4.1, 4.8, 4.9, 4.16,
// 4.19).

import t from 'tap'
import { insertBulk } from '../../db/store/bulk.ts'
import { clock, days } from '../../db/core/clock.ts'
import { within } from '../../db/store/connection.ts'
import { workOnCampaigns } from '../../db/messaging/campaigns/work.ts'
import { msg_groups } from '../../db/messaging/contacts/tables.ts'
import { change } from '../../db/messaging/settings/settings.ts'
import { adjust } from '../../db/messaging/wallet/money.ts'
import { prove } from '../../db/messaging/wallet/proof.ts'
import { boot } from '../support/boot.ts'
import { cli, errorOf, firm, type KeyAsk } from '../support/messaging/messaging.ts'

t.test('limits', async (t) => {
  const { app } = await boot(t, [])
  await within(() => change({ rate_limit_per_minute: 100_000 }, 'test'))
  const scene = async (shillings = 1000) => {
    const own = await firm(app)
    await own.sender()
    await own.topUp(shillings)
    return { own, key: await own.key() }
  }
  const draft = { name: 'Machi', class: 'transactional', senderId: 'KLINIKI', message: 'Habari' }
  const people = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ phone: `071234567${at}` }))
  const created = async (key: KeyAsk, audience: object): Promise<string> =>
    (await key.post('/v1/campaigns', { ...draft, audience })).body.id

  t.test('a key has at most forty-nine others beside it in its mode (MSG-110)', async (t) => {
    const { own, key } = await scene()
    for (let made = 1; made < 50; made++) await own.key()
    const one_more = { name: 'Till', mode: 'live', scopes: ['*'] }
    t.match(errorOf(await key.post('/v1/account/keys', one_more)), {
      code: 'invalid_state',
      message: 'This account has 50 active live keys; revoke one first.',
    })
    const other_mode = await key.post('/v1/account/keys', { ...one_more, mode: 'test' })
    t.equal(other_mode.status, 201, 'the other mode has its own fifty')
    const [first] = (await key.get('/v1/account/keys', { mode: 'live' })).body.data
    await key.post(`/v1/account/keys/${first.id}/revoke`)
    t.equal((await key.post('/v1/account/keys', one_more)).status, 201)
    const changed = await key.put(`/v1/account/keys/${first.id}`, { name: 'Again' })
    t.match(errorOf(changed), { code: 'invalid_state', message: /is revoked and cannot be/ })
  })

  t.test('a key cannot prolong its own life, and may shorten it (MSG-105)', async (t) => {
    const { own } = await scene()
    const soon = new Date(clock.ms() + days(2)).toISOString()
    const key = await own.key({ expiresAt: soon })
    const path = `/v1/account/keys/${key.id}`
    for (const expiresAt of [null, new Date(clock.ms() + days(3)).toISOString()])
      t.match(errorOf(await key.put(path, { expiresAt })), {
        code: 'invalid_request',
        field: 'expiresAt',
        message: 'expiresAt: a key cannot prolong its own life.',
      })
    const sooner = new Date(clock.ms() + days(1)).toISOString()
    t.equal((await key.put(path, { expiresAt: sooner })).body.expiresAt, sooner)
  })

  t.test('a batch of which everything is over cannot be cancelled (MSG-248)', async (t) => {
    const { key } = await scene()
    const sent = await key.post('/v1/sms/send', {
      recipients: ['0712345678', '0754000001'],
      senderId: 'KLINIKI',
      message: 'Habari',
    })
    const path = `/v1/sms/batches/${sent.body.batchId}/cancel`
    t.same((await key.post(path)).body, { cancelled: 2, notCancelled: 0 })
    t.match(errorOf(await key.post(path)), {
      code: 'invalid_state',
      message: 'Every message of this batch is final; nothing can be cancelled.',
    })
  })

  t.test('while the balance is negative even what costs nothing is 402 (MSG-267)', async (t) => {
    const { own, key } = await scene(20)
    await key.post('/v1/opt-outs', { phones: ['0712345678'] })
    const body = { recipients: ['0712345678'], senderId: 'KLINIKI', message: 'Habari' }
    t.match((await key.post('/v1/sms/send', body)).body, { suppressed: 1, cost: 0 })
    const owed = { amount: -5000, reason: 'Charged back', allow_negative: true }
    await within(() => adjust(cli, own.live, owed))
    t.match(errorOf(await key.post('/v1/sms/send', body)), { code: 'insufficient_funds' })
    const id = await created(key, { recipients: [{ phone: '0712345678' }] })
    t.equal(errorOf(await key.post(`/v1/campaigns/${id}/start`)).code, 'insufficient_funds')
  })

  t.test('an audience has its most; a campaign that goes is not edited', async (t) => {
    const { key } = await scene()
    await within(() => change({ campaign_max_recipients: 2 }, 'test'))
    const many = await created(key, { recipients: people(3) })
    t.match(errorOf(await key.post(`/v1/campaigns/${many}/start`)), {
      code: 'invalid_request',
      field: 'audience',
      message: 'audience may hold at most 2 people.',
    })
    await within(() => change({ campaign_max_recipients: 500_000 }, 'test'))
    t.match(errorOf(await key.post(`/v1/campaigns/${many}/schedule`)), {
      field: 'scheduleAt',
      message: 'scheduleAt is required.',
    })
    t.equal((await key.post(`/v1/campaigns/${many}/start`)).status, 202)
    const edited = await key.put(`/v1/campaigns/${many}`, { name: 'Aprili' })
    t.match(errorOf(edited), { code: 'invalid_state' }, 'MSG-480')
    t.equal((await key.remove(`/v1/campaigns/${many}`)).status, 422)
  })

  t.test('an audience that grew before it was frozen, and no money for it (MSG-474)', async (t) => {
    const { own, key } = await scene(60)
    const group = (await key.post('/v1/groups', { name: 'Wote' })).body.id
    const add = (phones: string[]) =>
      key.post(`/v1/groups/${group}/members`, { phones, create: true })
    await add(people(3).map(({ phone }) => phone))
    const id = await created(key, { groupIds: [group] })
    t.equal((await key.post(`/v1/campaigns/${id}/start`)).status, 202)
    await add(['0754000001'])
    while (await workOnCampaigns());
    t.match((await key.get(`/v1/campaigns/${id}`)).body, {
      status: 'paused',
      pauseReason: 'insufficient_funds',
      counts: { created: 0, planned: 4 },
    })
    t.equal(errorOf(await key.post(`/v1/campaigns/${id}/resume`)).code, 'insufficient_funds')
    await own.topUp(20)
    t.equal((await key.post(`/v1/campaigns/${id}/resume`)).status, 200)
    while (await workOnCampaigns());
    t.match((await key.get(`/v1/campaigns/${id}`)).body.counts, { created: 4 })
    t.same((await prove(own.account.id)).differences, [])
  })

  t.test('a thousand groups (2.14)', async (t) => {
    const { own, key } = await scene()
    const many = Array.from({ length: 999 }, (_, at) => `Kikundi ${at}`)
    await within(() =>
      insertBulk(
        msg_groups,
        own.live,
        many.map((name) => ({ name, name_key: name.toLowerCase() })),
      ),
    )
    t.equal((await key.post('/v1/groups', { name: 'Wa mwisho' })).status, 201)
    t.match(errorOf(await key.post('/v1/groups', { name: 'Mmoja zaidi' })), {
      code: 'invalid_state',
      message: 'This account has as many groups as it may (1000).',
    })
  })

  t.test('addresses for notices are addresses', async (t) => {
    const { key } = await scene()
    t.match(errorOf(await key.put('/v1/account', { noticeEmails: ['asha@example.org', 'asha'] })), {
      field: 'noticeEmails',
      message: 'noticeEmails: asha is no address.',
    })
  })

  t.test('settings of the deployment are what they must be (2.23)', async (t) => {
    for (const [name, value] of [
      ['speed', 1],
      ['quiet_hours', { start: '20:00', end: '25:00', sendDays: ['mon'] }],
      ['quiet_hours', { start: '20:00', end: '08:00', sendDays: [] }],
      ['quiet_hours', { start: '20:00', end: '08:00', sendDays: ['monday'] }],
      ['quiet_hours', { start: '20:00', end: '08:00' }],
      ['quiet_hours', 'always'],
      ['rate_limit_per_minute', 0],
      ['idempotency_hours', 23],
      ['webhook_allow_cidrs', ['10.0.0.0/40']],
      ['webhook_allow_cidrs', ['10.0.0']],
      ['webhook_allow_cidrs', ['example.org']],
      ['webhook_allow_cidrs', '10.0.0.0/8'],
      ['link_http_allow_cidrs', ['10.0.0.0/8', '']],
      ['webhook_ports', ['0']],
      ['webhook_ports', ['443', '70000']],
      ['webhook_ports', ['2000-1000']],
      ['webhook_ports', ['https']],
      ['promotional_share', 51],
      ['public_url', 'http://example.org'],
    ] as const)
      await t.rejects(
        within(() => change({ [name]: value }, 'test')),
        {
          message: new RegExp(`^${name} `),
        },
      )
    const quiet_hours = { start: '21:00', end: '07:00', sendDays: ['mon', 'sat'] }
    t.same((await within(() => change({ quiet_hours }, 'test'))).quiet_hours, quiet_hours)
    const webhook_allow_cidrs = ['10.0.0.0/8', 'fd00::/8', '192.168.1.7']
    await within(() => change({ webhook_allow_cidrs, webhook_ports: ['443', '8000-9000'] }, 'test'))
    const { key } = await scene()
    const hook = (url: string) => key.put('/v1/webhooks', { url, events: ['message.sent'] })
    t.equal((await hook('https://10.1.2.3:8443/hook')).status, 200)
    t.equal((await hook('https://192.168.1.8:8443/hook')).status, 400)
    t.equal((await hook('https://10.1.2.3:7000/hook')).status, 400)
  })

  t.test('sender IDs: nothing to ask again, nobody who was not asked (MSG-411)', async (t) => {
    const { key } = await scene()
    const asked = await key.post('/v1/sender-ids', {
      senderId: 'DUKA',
      purpose: 'Orders of the shop',
      sampleMessage: 'DUKA: your order is here',
      operators: ['yas'],
    })
    t.equal(asked.status, 201)
    const path = `/v1/sender-ids/${asked.body.id}`
    t.match(errorOf(await key.post(`${path}/resubmit`)), {
      code: 'invalid_state',
      message: 'No operator rejected this sender ID; there is nothing to ask again.',
    })
    const form = Buffer.from(
      '--x\r\ncontent-disposition: form-data; name="kind"\r\n\r\nidentity\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.7 a\r\n--x--\r\n',
    )
    const attach = () =>
      key.raw('POST', `${path}/documents`, form, 'multipart/form-data; boundary=x')
    for (let document = 0; document < 10; document++) t.equal((await attach()).status, 201)
    t.match(errorOf(await attach()), { message: 'A sender ID has at most 10 documents.' })
  })
})
