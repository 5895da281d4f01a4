// Messaging as the platform's people run it (MSG 5.3, 6.2).

import t from 'tap'
import { door } from '../../../../daemon/hospital/desk/gateway.ts'
import { clock } from '../../../../db/core/clock.ts'
import { row, run, within } from '../../../../db/store/connection.ts'
import { setDeployment } from '../../../../db/appliance/deployment/kind.ts'
import { newId } from '../../../../db/core/ids.ts'
import { forgetAllKept } from '../../../../db/store/kept.ts'
import { sql } from '../../../../db/store/sql.ts'
import { boot } from '../../../support/boot.ts'
import { errorOf, firm, KeyAsk } from '../../../support/messaging/messaging.ts'

t.test('the gateway', async (t) => {
  const house = await boot(t)
  const administrator = await house.people.administrator()
  const reception = await house.people.with('reception')
  const own = await firm(house.app)

  t.test(
    'administrators of a one-hospital deployment, platform users of a hosted one (MSG-610)',
    async (t) => {
      t.equal((await reception.get('/gateway/accounts')).status, 403)
      t.equal((await administrator.get('/gateway/accounts')).status, 200)
      setDeployment('hosted')
      const hosted = await house.people.administrator()
      t.equal((await hosted.get('/gateway/accounts')).status, 403)
      const reviewer = await house.people.platform('gateway:read')
      t.equal((await reviewer.get('/gateway/accounts')).status, 200)
      t.equal((await reviewer.post(`/gateway/accounts/${own.account.id}/top-ups`, {})).status, 403)
      setDeployment('single')
    },
  )

  t.test('from nothing to a first message: business, account, key, money', async (t) => {
    const business = await administrator.post('/gateway/businesses', {
      legal_name: 'Duka Letu Limited',
      kind: 'company',
      contact_name: 'Juma',
      contact_email: 'juma@example.com',
      contact_phone: '+255712000001',
    })
    t.equal(business.status, 201)
    t.match(business.data, { status: 'pending', moves: ['activate', 'close'] })
    const early = await administrator.post(`/gateway/businesses/${business.data.id}/activate`)
    t.equal(early.status, 400, 'a company needs its registration number')
    await within(() =>
      run(sql`update msg_businesses set registration_no = 'B-1' where id = ${business.data.id}`),
    )
    const account = await administrator.post('/gateway/accounts', { name: 'Duka Letu' })
    t.match(account.data, { provisioned: false, balance: 0, billing: 'prepaid' })
    const { id } = account.data
    const made = await administrator.post(`/gateway/accounts/${id}/keys`, {
      name: 'First',
      mode: 'live',
      scopes: ['*', 'account:manage'],
    })
    t.match(made.data.key, /^sms_live_/)
    const key = new KeyAsk(house.app, made.data.key, made.data.id)
    t.equal(errorOf(await key.get('/v1/account')).code, 'account_not_provisioned')
    await administrator.post(`/gateway/accounts/${id}/link`, { business_id: business.data.id })
    t.match(errorOf(await key.get('/v1/account')).message, /waiting for activation/)
    await administrator.post(`/gateway/businesses/${business.data.id}/activate`)
    t.equal((await key.get('/v1/account')).status, 200, 'in force at once')
    const paid = { amount: 500, method: 'bank_transfer', payment_reference: 'BANK-1' }
    const top_up = await administrator.post(`/gateway/accounts/${id}/top-ups`, paid)
    t.equal(top_up.status, 201)
    t.match(top_up.data, { status: 'confirmed', amount: 500, payment_reference: 'BANK-1' })
    // MSG-272: prepaid credit is no entry of the hospital's books.
    t.same(await row(sql`select id from journal_entries limit 1`), undefined)
    t.same(await row(sql`select id from entry_drafts limit 1`), undefined)
    const twice = await administrator.post(`/gateway/accounts/${id}/top-ups`, paid)
    t.equal(twice.status, 409)
    t.match(twice.message, /^Payment BANK-1 was confirmed on .* for TZS 500\.00\.$/)
    t.match((await administrator.get('/gateway/accounts', { search: 'Duka' })).data, [
      { id, balance: 500, provisioned: true, waiting: 0 },
    ])
    const again = await administrator.post(`/gateway/businesses/${business.data.id}/activate`)
    t.equal(again.status, 409)
    t.match(again.message, /It can: suspend, close\./)
    t.equal((await administrator.post('/gateway/accounts', { name: 'duka letu' })).status, 409)
    t.equal((await administrator.post(`/gateway/accounts/${newId()}/top-ups`, paid)).status, 404)
    const closed = await administrator.post(`/gateway/businesses/${business.data.id}/close`, {
      reason: 'Moved away',
    })
    t.match(closed.data, { status: 'closed', moves: [] })
    const late = await administrator.post(`/gateway/businesses/${business.data.id}/activate`)
    t.equal(late.status, 409, 'closed for good (6.2)')
    t.match(late.message, /closed/)
    t.equal(errorOf(await key.get('/v1/account')).code, 'api_key_revoked')
    t.match((await administrator.get(`/gateway/accounts/${id}`)).data, { balance: 0 })
  })

  t.test('top-ups asked for by an account are confirmed or refused', async (t) => {
    const key = await own.key()
    const ask = async (paymentReference: string) =>
      (await key.post('/v1/wallet/top-ups', { amount: 100, method: 'cash', paymentReference })).body
    const one = await ask('C-1')
    const confirmed = await administrator.post(`/gateway/top-ups/${one.id}/confirm`)
    t.match(confirmed.data, { status: 'confirmed', moves: [] })
    t.equal((await administrator.post(`/gateway/top-ups/${one.id}/confirm`)).status, 409)
    const two = await ask('C-2')
    const refused = await administrator.post(`/gateway/top-ups/${two.id}/reject`, {
      reason: 'Unpaid',
    })
    t.match(refused.data, { status: 'rejected', reject_reason: 'Unpaid' })
  })

  t.test('sender IDs: listed with collisions, decided by operator (MSG-413)', async (t) => {
    const key = await own.key()
    const other = await firm(house.app)
    const stranger = await other.key()
    const request = {
      senderId: 'MAMA SAFI',
      purpose: 'Offers to customers',
      sampleMessage: 'MAMA SAFI: karibu',
    }
    await stranger.post('/v1/sender-ids', request)
    const { id } = (await key.post('/v1/sender-ids', request)).body
    const listed = await administrator.get('/gateway/sender-ids', {
      status: 'pending',
      account_id: own.account.id,
    })
    t.match(listed.data, [{ id, sender_id: 'MAMA SAFI', collisions: [other.account.name] }])
    const bad = await administrator.post(`/gateway/sender-ids/${id}/decide`, { decision: 'maybe' })
    t.equal(bad.status, 400)
    const decided = await administrator.post(`/gateway/sender-ids/${id}/decide`, {
      decision: 'approved',
    })
    t.match(decided.data, { status: 'approved' })
    t.equal(
      (await administrator.post(`/gateway/sender-ids/${id}/decide`, { decision: 'approved' }))
        .status,
      409,
    )
  })

  t.test('links, queue, and what is uncertain', async (t) => {
    t.match((await administrator.get('/gateway/links')).data, [
      { code: 'simulator', kind: 'simulator', state: 'up' },
    ])
    t.equal((await administrator.get('/gateway/links', { kind: 'smpp' })).data.length, 0)
    const key = await own.key()
    await own.sender()
    await own.topUp(1000)
    const sent = await key.post('/v1/sms/send', {
      recipients: ['0712345678', '0741234567', '0681234567'],
      senderId: 'KLINIKI',
      message: 'Habari',
    })
    const queue = (await administrator.get('/gateway/queue')).data
    t.match(queue, { paused: false, waiting: 3 })
    t.match(queue.lines[0], { lane: 'transactional', account_id: own.account.id, segments: 1 })
    // MSG-310: oldest age, rate now, and waiting segments by that rate.
    clock.freeze(new Date(clock.ms() + 90_000).toISOString())
    await within(() => run(sql`update msg_links set throughput_per_second = 2`))
    await within(() => run(sql`update msg_messages set segments = 5 where operator = 'yas'`))
    forgetAllKept()
    const later = (await administrator.get('/gateway/queue')).data.lines
    const yas = later.find((line: { operator: string }) => line.operator === 'yas')
    t.match(yas, { waiting: 1, segments: 5, rate_per_second: 2, eta_seconds: 3 })
    t.ok(yas.oldest_seconds >= 90 && yas.oldest_seconds < 120, String(yas.oldest_seconds))
    clock.release()
    const lost = async (message_id: string) =>
      within(async () => {
        const link = await row<{ id: string }>(sql`select id from msg_links`)
        await run(sql`update msg_messages set submitted = ${true}, uncertain = ${true}, link_id = ${link?.id}
          where id = ${message_id}`)
        await run(sql`insert into msg_parts (id, hospital_id, message_id, number, segments, state, link_id, bind, fence, phone, attempts, created_at)
          select ${newId()}, hospital_id, id, 1, 1, 'unknown', ${link?.id}, 0, 0, phone, 1, created_at from msg_messages where id = ${message_id}`)
      })
    const [one, two, three] = sent.body.messages
    for (const { id } of [one, two, three]) await lost(id)
    const listed = await administrator.get('/gateway/uncertain')
    t.equal(listed.meta?.total, 3)
    t.match(listed.data[0], { link: 'simulator', uncertain: true, status: 'queued' })
    await within(() =>
      run(
        sql`update msg_messages set created_at = '2026-03-03T21:30:00.000Z' where id = ${one.id}`,
      ),
    )
    // Half past midnight of the fourth, where the deployment is.
    const daysOf = async (from: string, to: string) =>
      (await administrator.get('/gateway/uncertain', { from, to })).data
    t.match(await daysOf('2026-03-04', '2026-03-04'), [{ id: one.id }], 'both days are of it')
    t.same(await daysOf('2026-03-01', '2026-03-03'), [])
    t.equal((await administrator.get('/gateway/uncertain', { to: '2026-03-04' })).meta?.total, 1)
    const bad = await administrator.get('/gateway/uncertain', { from: 'yesterday' })
    t.equal(bad.status, 400)
    t.match(bad.message, /^from /)
    const resolve = (id: string, outcome: string) =>
      administrator.post(`/gateway/uncertain/${id}/resolve`, { outcome, reason: 'Asked them' })
    t.match((await resolve(one.id, 'accepted')).data, { status: 'sent', uncertain: false })
    t.match((await resolve(two.id, 'rejected')).data, { status: 'failed', uncertain: false })
    t.match((await resolve(three.id, 'resend')).data, { status: 'queued', uncertain: false })
    const again = await resolve(one.id, 'accepted')
    t.equal(again.status, 409)
    t.equal(again.message, 'This message is sent.')
    t.equal((await resolve(newId(), 'accepted')).status, 404)
    t.equal(
      (await administrator.post(`/gateway/uncertain/${three.id}/resolve`, { outcome: 'accepted' }))
        .status,
      400,
    )
  })

  // The shared sweep of test/access/ runs hosted, where no hospital's role holds these codes.
  t.test('unknown and malformed ids are 404, unreadable bodies 400, on every route', async (t) => {
    for (const { method, path: bare, body } of door.routes) {
      const path = (id: string) => `/api/v1${bare.replace(':id', encodeURIComponent(id))}`
      if (bare.includes(':id')) {
        for (const id of [newId(), 'x', '\0', "1' or '1'='1"]) {
          const answer = await administrator.send(method, path(id), { nonsense: 1 })
          t.equal(answer.status, 404, `${method} ${bare} with ${id}: ${answer.message}`)
          t.match(answer.message, /^No such /)
        }
      }
      if (body === undefined) continue
      const unread = await administrator.raw('POST', path(newId()), '{"a":', 'application/json')
      t.equal(unread.message, 'The request could not be read.', bare)
      const listed = await administrator.raw('POST', path(newId()), '[1]', 'application/json')
      t.ok([400, 404].includes(listed.status), bare)
    }
  })
})
