// Console keys (MSG-104, MSG-112), and when an account may leave its business (MSG-102).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { row, rows, run, within } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import { boot } from '../../../support/boot.ts'
import { errorOf, firm, forgetMessaging, KeyAsk } from '../../../support/messaging/messaging.ts'

t.test('a sign-in is exchanged for a key of some minutes (MSG-112)', async (t) => {
  clock.freeze('2026-03-03T09:00:00.000Z')
  const house = await boot(t)
  forgetMessaging()
  const console_of = async (...codes: string[]) => {
    const person = await house.people.holding(...codes)
    const made = await person.post('/messaging/console-keys', { purpose: 'Campaigns' })
    return { person, made, key: new KeyAsk(house.app, made.data?.key ?? '', '') }
  }

  await t.test('scopes follow the permissions', async (t) => {
    const scopes = async (...codes: string[]) => (await console_of(...codes)).made.data.scopes
    const reads = await scopes('messaging:read')
    t.ok(reads.every((scope: string) => scope.endsWith(':read')))
    t.ok(reads.includes('wallet:read') && reads.includes('webhooks:read'))
    const sends = await scopes('messaging:read', 'messaging:send')
    t.same(sends.slice(reads.length), [
      'sms:send',
      'contacts:write',
      'templates:write',
      'campaigns:write',
      'whatsapp:send',
    ])
    const all = await scopes('messaging:read', 'messaging:send', 'messaging:manage')
    t.same(all.slice(sends.length), [
      'senders:write',
      'webhooks:write',
      'account:manage',
      'campaigns:override',
    ])
    t.equal((await console_of('patient:read')).made.status, 403)
  })

  await t.test('it opens the same /v1 as everybody’s, for fifteen minutes', async (t) => {
    const { made, key, person } = await console_of('messaging:read')
    t.equal(made.status, 201)
    t.match(made.data, { key: /^sms_live_/, expires_at: '2026-03-03T09:15:00.000Z' })
    t.equal((await key.get('/v1/wallet')).status, 200)
    t.equal(
      errorOf(await key.post('/v1/contacts', { phone: '0712000001' })).code,
      'insufficient_scope',
    )
    const kept = await row<{ name: string; created_by: string; ip_allowlist: string }>(
      sql`select name, created_by, ip_allowlist from msg_keys where kind = 'console'
          order by id desc limit 1`,
    )
    t.match(kept, { name: person.user.full_name, created_by: `user:${person.user.id}` })
    const audited = await rows<{ label: string }>(
      sql`select label from msg_audit where action = 'key.console' order by id desc limit 1`,
    )
    t.match(audited, [{ label: person.user.full_name }])
    clock.advance(15 * 60_000 - 1)
    t.equal((await key.get('/v1/wallet')).status, 200)
    clock.advance(1)
    t.equal(errorOf(await key.get('/v1/wallet')).code, 'api_key_expired')
  })

  await t.test('it dies with the session, and only where it was asked for', async (t) => {
    const { key, person } = await console_of('messaging:read')
    t.equal((await key.get('/v1/wallet')).status, 200)
    await within(() =>
      run(sql`update msg_keys set ip_allowlist = '["198.51.100.7"]' where kind = 'console'
        and created_by = ${`user:${person.user.id}`}`),
    )
    t.equal(errorOf(await key.get('/v1/wallet')).code, 'ip_not_allowed')
    await within(() =>
      run(sql`update msg_keys set ip_allowlist = '["127.0.0.1"]' where kind = 'console'
        and created_by = ${`user:${person.user.id}`}`),
    )
    t.equal((await key.get('/v1/wallet')).status, 200)
    t.equal((await person.post('/auth/logout')).status, 200)
    t.equal(errorOf(await key.get('/v1/wallet')).code, 'api_key_revoked')
  })

  await t.test('it cannot be rotated, and a key of it grants only what it holds', async (t) => {
    const { key, person } = await console_of('messaging:read', 'messaging:manage')
    const own = await row<{ id: string }>(
      sql`select id from msg_keys where created_by = ${`user:${person.user.id}`}`,
    )
    t.equal(errorOf(await key.post(`/v1/account/keys/${own?.id}/rotate`)).code, 'invalid_state')
    const more = { name: 'More', mode: 'live', scopes: ['sms:send'] }
    t.match(errorOf(await key.post('/v1/account/keys', more)), { field: 'scopes' })
    const less = { name: 'Less', mode: 'live', scopes: ['wallet:read'] }
    const lasting = await key.post('/v1/account/keys', less)
    t.equal(lasting.status, 201, 'MSG-104')
    t.equal(lasting.body.createdBy, `user:${person.user.id}`, 'it says whose hand it was')
    t.equal((await person.post('/auth/logout')).status, 200)
    t.equal(errorOf(await key.get('/v1/wallet')).code, 'api_key_revoked')
    const made = new KeyAsk(house.app, lasting.body.key, lasting.body.id)
    t.equal((await made.get('/v1/wallet')).status, 200, 'it is the account’s (decision 0160)')
  })

  await t.test('no key of it prolongs or frees a console key (MSG-105, MSG-112)', async (t) => {
    const { key, made } = await console_of('messaging:read', 'messaging:send', 'messaging:manage')
    const own = await row<{ id: string }>(
      sql`select id from msg_keys where kind = 'console' order by id desc limit 1`,
    )
    const helper = await key.post('/v1/account/keys', {
      name: 'Helper',
      mode: 'live',
      scopes: made.data.scopes,
    })
    t.equal(helper.status, 201)
    for (const by of [key, new KeyAsk(house.app, helper.body.key, helper.body.id)]) {
      for (const change of [{ expiresAt: null }, { ipAllowlist: [] }, { scopes: ['*'] }]) {
        const answer = await by.put(`/v1/account/keys/${own?.id}`, change)
        t.equal(answer.status, 422, JSON.stringify(change))
        t.equal(errorOf(answer).message, 'A console key is not changed; ask for a new one.')
      }
    }
    t.same((await key.get(`/v1/account/keys/${own?.id}`)).body.moves, ['revoke'])
  })
})

t.test('the platform gets one for any account, with its reason (MSG-112)', async (t) => {
  clock.freeze('2026-03-03T09:00:00.000Z')
  const house = await boot(t)
  const own = await firm(house.app)
  const administrator = await house.people.administrator()
  const path = `/gateway/accounts/${own.account.id}/console-keys`
  t.equal((await administrator.post(path, {})).status, 400)
  t.equal((await (await house.people.with('manager')).post(path, { reason: 'x' })).status, 403)
  const made = await administrator.post(path, { reason: 'They asked by phone' })
  t.equal(made.status, 201)
  const key = new KeyAsk(house.app, made.data.key, '')
  t.match((await key.get('/v1/account')).body, { id: own.account.id })
  const noted = await row<{ reason: string }>(
    sql`select reason from msg_audit where action = 'key.console'`,
  )
  t.equal(noted?.reason, 'They asked by phone')
})

t.test('an account leaves its business only at rest (MSG-102, 6.2)', async (t) => {
  const house = await boot(t)
  const own = await firm(house.app)
  const key = await own.key()
  await own.topUp(100)
  await own.sender()
  const administrator = await house.people.administrator()
  const path = `/gateway/accounts/${own.account.id}`
  const unlink = () => administrator.post(`${path}/unlink`, { reason: 'Sold' })
  const sent = await key.post('/v1/sms/send', {
    recipients: ['0712345678', '0712345679'],
    senderId: 'KLINIKI',
    message: 'Habari',
    scheduleAt: new Date(clock.ms() + 3_600_000).toISOString(),
  })
  // Rehearsals hold nobody back, neither their messages nor their campaigns (MSG-585).
  const trial = await own.key({ mode: 'test', scopes: ['*'] })
  const later = new Date(clock.ms() + 3_600_000).toISOString()
  const rehearsed = await trial.post('/v1/sms/send', {
    recipients: ['0712345678'],
    senderId: 'SMSTEST',
    message: 'Habari',
    scheduleAt: later,
  })
  t.equal(rehearsed.status, 202)
  const rehearsal = await trial.post('/v1/campaigns', {
    name: 'Machi',
    class: 'transactional',
    senderId: 'SMSTEST',
    message: 'Habari',
    audience: { recipients: [{ phone: '0712345678' }] },
  })
  const planned = `/v1/campaigns/${rehearsal.body.id}/schedule`
  t.equal((await trial.post(planned, { scheduleAt: later })).status, 200)
  t.match(await unlink(), { status: 409, message: '2 messages are waiting.' })
  await key.post(`/v1/sms/batches/${sent.body.batchId}/cancel`)
  const campaign = await key.post('/v1/campaigns', {
    name: 'Machi',
    class: 'transactional',
    senderId: 'KLINIKI',
    message: 'Habari',
    audience: { recipients: [{ phone: '0712345678' }] },
  })
  const scheduleAt = new Date(clock.ms() + 3_600_000).toISOString()
  const scheduled = await key.post(`/v1/campaigns/${campaign.body.id}/schedule`, { scheduleAt })
  t.equal(scheduled.status, 200)
  t.match(await unlink(), { status: 409, message: '1 campaign is not over.' })
  await key.post(`/v1/campaigns/${campaign.body.id}/cancel`)
  t.match((await unlink()).data, { provisioned: false, business_id: null })
  t.equal(errorOf(await key.get('/v1/wallet')).code, 'account_not_provisioned')
  t.match(await unlink(), { status: 409, message: 'This account is not linked.' })
  const noted = await rows<{ action: string; reason: string | null }>(
    sql`select action, reason from msg_audit where action = 'account.unlink'`,
  )
  t.same(noted, [{ action: 'account.unlink', reason: 'Sold' }])
})
