import t from 'tap'
import { runCampaigns } from '../../../daemon/campaigns.ts'
import { clock, hours, minutes } from '../../../db/clock.ts'
import { rows, run, within } from '../../../db/connection.ts'
import { campaignOfGroup } from '../../../db/messaging/campaigns/campaigns.ts'
import { setGroupUse } from '../../../db/messaging/contacts/groups.ts'
import { change } from '../../../db/messaging/settings/settings.ts'
import { sql } from '../../../db/sql.ts'
import { boot } from '../../support/boot.ts'
import { errorOf, type Firm, firm, type KeyAsk } from '../../support/messaging.ts'

const start = '2026-03-03T09:00:00.000Z'

t.test('campaigns', async (t) => {
  const { app } = await boot(t, [])
  await firm(app)
  setGroupUse(campaignOfGroup)
  const faults: unknown[] = []
  const hand = runCampaigns({ log: { error: (facts) => faults.push(facts) }, poll_ms: 3_600_000 })
  t.teardown(() => hand.stop())
  t.beforeEach(() => clock.freeze(start))
  t.afterEach(() => clock.release())

  const scene = async (): Promise<{ own: Firm; key: KeyAsk; group: string }> => {
    const own = await firm(app)
    const key = await own.key({ mode: 'test' })
    const group = (await key.post('/v1/groups', { name: 'Wote' })).body.id
    for (const [phone, firstName] of [
      ['0712345678', 'Asha'],
      ['0754000001', 'Juma'],
      ['0765000002', null],
    ])
      await key.post('/v1/contacts', { phone, firstName, groupIds: [group] })
    return { own, key, group }
  }
  const draft = (group: string, more: object = {}) => ({
    name: 'Chanjo',
    class: 'transactional',
    senderId: 'SMSTEST',
    message: 'Habari {{firstName}}, karibu',
    audience: { groupIds: [group] },
    reference: 'chanjo-1',
    ...more,
  })
  const wallet = async ({ account }: Firm) => {
    const [found] = await rows<{ balance: number; reserved: number }>(
      sql`select balance, reserved from msg_wallets where account_id = ${account.id} and mode = 'test'`,
    )
    return { balance: Number(found?.balance), reserved: Number(found?.reserved) }
  }
  const end = (id: string, status: string) =>
    within(() =>
      run(
        sql`update msg_messages set status = ${status}, final_at = ${start}
            where campaign_id = ${id} and status in ('queued', 'sent', 'scheduled')`,
      ),
    )

  t.test('from the draft to campaign.completed, paid for from its reserve', async (t) => {
    const { own, key, group } = await scene()
    await key.put('/v1/webhooks', {
      url: 'https://hooks.example.com/',
      events: ['campaign.completed'],
    })
    const before = await wallet(own)
    const made = await key.post('/v1/campaigns', draft(group))
    t.equal(made.status, 201)
    t.match(made.body, {
      status: 'draft',
      counts: { audience: 0 },
      moves: ['schedule', 'start', 'delete'],
    })
    const { id } = made.body
    const preview = await key.post(`/v1/campaigns/${id}/preview`)
    t.match(preview.body, {
      counts: { audience: 3, planned: 2, skipped: { missing_field: 1, opted_out: 0 } },
      segments: [{ segments: 1, messages: 2 }],
    })
    t.strictSame(preview.body.samples.map((one: { text: string }) => one.text).sort(), [
      'Habari Asha, karibu',
      'Habari Juma, karibu',
    ])
    t.strictSame(await wallet(own), before, 'a preview writes nothing (MSG-473)')
    const started = await key.post(`/v1/campaigns/${id}/start`)
    t.equal(started.status, 202)
    await hand.idle()
    t.strictSame(faults, [])
    const running = (await key.get(`/v1/campaigns/${id}`)).body
    t.match(running, {
      status: 'running',
      counts: { audience: 3, planned: 2, created: 2, queued: 2, skipped: { missing_field: 1 } },
    })
    t.equal(running.money.charged, preview.body.cost)
    t.equal(running.money.reserved, 0)
    const paid = await wallet(own)
    t.equal(paid.reserved, 0)
    t.equal(before.balance - paid.balance, preview.body.cost * 100)
    const texts = await rows<{ text: string }>(
      sql`select text from msg_messages where campaign_id = ${id} order by text`,
    )
    t.strictSame(
      texts.map(({ text }) => text),
      ['Habari Asha, karibu', 'Habari Juma, karibu'],
    )
    t.match((await key.get(`/v1/campaigns/${id}/skipped`)).body.data, [
      { phone: '255765000002', reason: 'missing_field' },
    ])
    t.equal((await key.get(`/v1/campaigns/${id}/messages`)).body.data.length, 2)
    await end(id, 'delivered')
    await hand.idle()
    await hand.idle()
    const over = (await key.get(`/v1/campaigns/${id}`)).body
    t.match(over, { status: 'completed', counts: { delivered: 2, created: 2 } })
    const told = await rows<{ data: string }>(
      sql`select data from msg_events where type = 'campaign.completed' and data_id = ${id}`,
    )
    t.equal(told.length, 1, 'once (MSG-477)')
    t.match(JSON.parse(told[0]?.data ?? '{}'), {
      id,
      name: 'Chanjo',
      reference: 'chanjo-1',
      status: 'completed',
      audience: 3,
      skipped: 1,
      created: 2,
      delivered: 2,
      cost: preview.body.cost,
      refunded: 0,
    })
    const again = await key.post(`/v1/campaigns/${id}/start`)
    t.match(errorOf(again), {
      code: 'invalid_state',
      message: 'This campaign is completed; it can be copied.',
    })
    t.match((await key.post(`/v1/campaigns/${id}/copy`, { name: 'Tena' })).body, {
      status: 'draft',
      name: 'Tena',
      counts: { created: 0 },
    })
    t.match((await key.get(`/v1/campaigns/${id}/progress`)).body, {
      status: 'completed',
      etaSeconds: 0,
    })
  })

  t.test(
    'progress: counts, the rate of the last minute, when, and why not (MSG-481)',
    async (t) => {
      const { key, group } = await scene()
      const { id } = (await key.post('/v1/campaigns', draft(group, { message: 'Karibu' }))).body
      await key.post(`/v1/campaigns/${id}/start`)
      await hand.idle()
      const progress = async () => (await key.get(`/v1/campaigns/${id}/progress`)).body
      t.match(await progress(), {
        status: 'running',
        counts: { planned: 3, created: 3, queued: 3, failed: 0 },
        perMinute: 0,
        etaSeconds: null,
      })
      t.same((await progress()).failures, [])
      const ends = async (phone: string, reason: string) =>
        within(() =>
          run(sql`update msg_messages set status = 'failed', failure_reason = ${reason},
            final_at = ${clock.instant()} where campaign_id = ${id} and phone = ${phone}`),
        )
      await ends('255712345678', 'barred')
      t.match(await progress(), { counts: { queued: 2, failed: 1 }, perMinute: 1, etaSeconds: 120 })
      await ends('255754000001', 'barred')
      t.match(await progress(), {
        perMinute: 2,
        etaSeconds: 30,
        failures: [{ reason: 'barred', count: 2 }],
      })
      clock.advance(minutes(2))
      t.match(await progress(), { perMinute: 0, etaSeconds: null })
    },
  )

  t.test('scheduled: reserved, frozen, started at its time; unscheduled: released', async (t) => {
    const { own, key, group } = await scene()
    const before = await wallet(own)
    const template = (
      await key.post('/v1/templates', {
        name: 'Karibu',
        class: 'transactional',
        bodies: { sw: 'Habari {{firstName|mteja}}', en: 'Hello {{firstName|customer}}' },
      })
    ).body
    t.strictSame(template.fields, ['firstName'])
    const { id } = (
      await key.post('/v1/campaigns', { ...draft(group), message: null, templateId: template.id })
    ).body
    const scheduleAt = new Date(clock.ms() + hours(2)).toISOString()
    const scheduled = await key.post(`/v1/campaigns/${id}/schedule`, { scheduleAt })
    t.match(scheduled.body, { status: 'scheduled', scheduleAt })
    const held = await wallet(own)
    t.ok(held.reserved > 0)
    t.equal(held.balance + held.reserved, before.balance)
    t.match((await key.post(`/v1/campaigns/${id}/unschedule`)).body, { status: 'draft' })
    t.strictSame(await wallet(own), before)
    await key.post(`/v1/campaigns/${id}/schedule`, { scheduleAt })
    const in_use = await key.remove(`/v1/groups/${group}`)
    t.equal(in_use.status, 422, 'MSG-436')
    await key.put(`/v1/templates/${template.id}`, { bodies: { sw: 'Nyingine kabisa' } })
    await hand.idle()
    t.equal((await key.get(`/v1/campaigns/${id}`)).body.status, 'scheduled')
    clock.advance(hours(2))
    await hand.idle()
    t.match((await key.get(`/v1/campaigns/${id}`)).body, {
      status: 'running',
      counts: { created: 3 },
    })
    const texts = await rows<{ text: string }>(
      sql`select text from msg_messages where campaign_id = ${id} order by text`,
    )
    t.strictSame(
      texts.map(({ text }) => text),
      ['Habari Asha', 'Habari Juma', 'Habari mteja'],
      'MSG-480: frozen at the schedule',
    )
  })

  t.test('pause holds what waits, resume lets it go, cancel gives it back', async (t) => {
    const { own, key, group } = await scene()
    const before = await wallet(own)
    const { id } = (await key.post('/v1/campaigns', draft(group, { maxPerMinute: 1 }))).body
    await key.post(`/v1/campaigns/${id}/start`)
    await hand.idle()
    t.equal((await key.get(`/v1/campaigns/${id}`)).body.counts.created, 1, 'one a minute')
    t.match((await key.post(`/v1/campaigns/${id}/pause`)).body, {
      status: 'paused',
      pauseReason: 'user',
    })
    clock.advance(minutes(1))
    await hand.idle()
    t.equal((await key.get(`/v1/campaigns/${id}`)).body.counts.created, 1)
    const due = async () =>
      (
        await rows<{ due_at: string }>(
          sql`select due_at from msg_messages where campaign_id = ${id}`,
        )
      ).map(({ due_at }) => due_at)
    t.ok((await due()).every((at) => at > '9999'))
    t.equal((await key.post(`/v1/campaigns/${id}/pause`)).status, 422)
    t.match((await key.post(`/v1/campaigns/${id}/resume`)).body, {
      status: 'running',
      pauseReason: null,
    })
    await hand.idle()
    t.equal((await key.get(`/v1/campaigns/${id}`)).body.counts.created, 2)
    t.ok((await due()).every((at) => at < '9999'))
    t.match((await key.post(`/v1/campaigns/${id}/cancel`)).body, { status: 'cancelled' })
    t.strictSame(await wallet(own), before, 'everything was unsubmitted')
    await hand.idle()
    const told = await rows<{ data: string }>(
      sql`select data from msg_events where type = 'campaign.completed' and data_id = ${id}`,
    )
    t.equal(JSON.parse(told[0]?.data ?? '{}').status, 'cancelled')
  })

  t.test(
    'quiet hours hold what is promotional; a way out must be there (MSG-454, 478)',
    async (t) => {
      const { key, group } = await scene()
      const body = draft(group, { class: 'promotional', message: 'Punguzo kubwa leo' })
      const { id } = (await key.post('/v1/campaigns', body)).body
      const refused = await key.post(`/v1/campaigns/${id}/start`)
      t.match(errorOf(refused), {
        code: 'invalid_request',
        field: 'message',
        message: 'Add {{optOutUrl}} or a reply number with ACHA or STOP.',
      })
      await key.put(`/v1/campaigns/${id}`, { message: 'Punguzo! Usitume tena: {{optOutUrl}}' })
      const no_url = await key.post(`/v1/campaigns/${id}/start`)
      t.equal(errorOf(no_url).field, 'message')
      await within(() => change({ public_url: 'https://kituo.example' }, 'cli:test'))
      clock.freeze('2026-03-03T18:00:00.000Z')
      t.equal((await key.post(`/v1/campaigns/${id}/start`)).status, 202)
      await hand.idle()
      const found = await rows<{ text: string; not_before: string; phone: string }>(
        sql`select text, not_before, phone from msg_messages where campaign_id = ${id} order by phone`,
      )
      t.equal(found.length, 3)
      t.ok(found.every(({ not_before }) => not_before === '2026-03-04T05:00:00.000Z'))
      const links = found.map(
        ({ text }) =>
          /https:\/\/kituo\.example\/o\/(?<token>[\w-]{22})$/.exec(text)?.groups?.['token'],
      )
      t.equal(new Set(links).size, 3, 'each message has a link of its own (MSG-453)')
      t.notOk(links.includes('x'.repeat(22)))
      const page = await key.inject({ method: 'GET', url: `/o/${links[0]}` })
      t.equal(page.status, 200)
      await within(() => change({ public_url: null }, 'cli:test'))
      const spoken = draft(group, {
        class: 'promotional',
        message: 'Punguzo. Kuacha tuma ACHA kwenda 15015',
      })
      const other = (await key.post('/v1/campaigns', spoken)).body
      t.equal((await key.post(`/v1/campaigns/${other.id}/start`)).status, 202)
    },
  )

  t.test(
    'the audience is one entry for a number, with its reasons (MSG-471, MSG-472)',
    async (t) => {
      const { key, group } = await scene()
      const out = (await key.post('/v1/groups', { name: 'Si hawa' })).body.id
      await key.post(`/v1/groups/${out}/members`, { phones: ['0754000001'] })
      await key.post('/v1/opt-outs', { phones: ['0765000002'] })
      const { id } = (
        await key.post(
          '/v1/campaigns',
          draft(group, {
            message: '{{firstName|mteja}} {{code}}',
            audience: {
              groupIds: [group],
              excludeGroupIds: [out],
              recipients: [
                { phone: '0712345678', fields: { firstName: 'Zawadi', code: 'A1' } },
                { phone: '0712345678' },
                { phone: '0754000001', fields: { code: 'B2' } },
                { phone: '0788000000', fields: { code: 'x'.repeat(2000) } },
                { phone: '0788000001', fields: { code: '{{phone}}' } },
                { phone: 'nobody' },
              ],
            },
          }),
        )
      ).body
      const { body } = await key.post(`/v1/campaigns/${id}/preview`)
      t.match(body.counts, {
        audience: 6,
        planned: 2,
        skipped: { opted_out: 1, invalid: 1, duplicate: 1, too_long: 1, missing_field: 0 },
      })
      t.strictSame(
        body.samples.map((one: { text: string }) => one.text),
        ['Zawadi A1', 'mteja {{phone}}'],
      )
      await key.post(`/v1/campaigns/${id}/start`)
      await hand.idle()
      const { counts } = (await key.get(`/v1/campaigns/${id}`)).body
      const skipped = Object.values(counts.skipped as Record<string, number>)
      t.equal(
        counts.audience,
        counts.planned + skipped.reduce((sum, one) => sum + one, 0),
        'MSG-476',
      )
    },
  )

  t.test('all skipped: it completes at once', async (t) => {
    const { key, group } = await scene()
    await key.post('/v1/opt-outs', { phones: ['0712345678', '0754000001', '0765000002'] })
    const { id } = (await key.post('/v1/campaigns', draft(group))).body
    await key.post(`/v1/campaigns/${id}/start`)
    await hand.idle()
    t.match((await key.get(`/v1/campaigns/${id}`)).body, {
      status: 'completed',
      counts: { created: 0 },
    })
  })

  t.test('money that is short refuses, and at its time pauses (MSG-474)', async (t) => {
    const { own, key, group } = await scene()
    const { id } = (await key.post('/v1/campaigns', draft(group))).body
    await key.post(`/v1/campaigns/${id}/schedule`, {
      scheduleAt: new Date(clock.ms() + hours(1)).toISOString(),
    })
    await key.post('/v1/contacts', { phone: '0766000009', firstName: 'Mpya', groupIds: [group] })
    await within(() =>
      run(
        sql`update msg_wallets set balance = 0 where account_id = ${own.account.id} and mode = 'test'`,
      ),
    )
    const second = (await key.post('/v1/campaigns', draft(group))).body
    const refused = await key.post(`/v1/campaigns/${second.id}/start`)
    t.equal(refused.status, 402)
    t.equal(errorOf(refused).code, 'insufficient_funds')
    t.equal((await key.get(`/v1/campaigns/${second.id}`)).body.status, 'draft')
    clock.advance(hours(1))
    await hand.idle()
    t.match((await key.get(`/v1/campaigns/${id}`)).body, {
      status: 'paused',
      pauseReason: 'insufficient_funds',
    })
    t.equal((await key.post(`/v1/campaigns/${id}/resume`)).status, 402)
  })

  t.test('bad input', async (t) => {
    const { own, key, group } = await scene()
    const nobody = '0198a6e2-c1d0-7b3f-8a52-d4c6e9f01b7a'
    const cases: [object, number, string | null][] = [
      [{ name: '' }, 400, 'name'],
      [{ class: 'otp' }, 400, 'class'],
      [{ message: 'Habari {{firstName' }, 400, 'message'],
      [{ message: null }, 400, 'message'],
      [{ templateId: nobody }, 400, 'message'],
      [{ message: null, templateId: nobody }, 404, null],
      [{ audience: {} }, 400, 'audience'],
      [{ audience: { groupIds: [nobody] } }, 404, null],
      [{ audience: { groupIds: [group], foo: 1 } }, 400, 'audience.foo'],
      [{ maxPerMinute: 0 }, 400, 'maxPerMinute'],
      [{ validitySeconds: 59 }, 400, 'validitySeconds'],
      [{ callbackUrl: 'http://example.com' }, 400, 'callbackUrl'],
      [{ status: 'running' }, 400, 'status'],
    ]
    for (const [more, status, field] of cases) {
      const answer = await key.post('/v1/campaigns', draft(group, more))
      t.equal(answer.status, status, JSON.stringify(more))
      t.equal(errorOf(answer).field, field, JSON.stringify(more))
    }
    const plain = await own.key({ mode: 'test', scopes: ['campaigns:write', 'campaigns:read'] })
    const override = await plain.post('/v1/campaigns', draft(group, { ignoreQuietHours: true }))
    t.equal(override.status, 403)
    const { id } = (await key.post('/v1/campaigns', draft(group, { senderId: 'NOBODY' }))).body
    t.match(errorOf(await key.post(`/v1/campaigns/${id}/start`)), {
      code: 'sender_id_not_approved',
      field: 'senderId',
    })
    const empty = (await key.post('/v1/groups', { name: 'Tupu' })).body.id
    const nobodys = (await key.post('/v1/campaigns', draft(empty))).body
    t.match(errorOf(await key.post(`/v1/campaigns/${nobodys.id}/start`)), {
      code: 'invalid_request',
      field: 'audience',
    })
    const soon = await key.post(`/v1/campaigns/${nobodys.id}/schedule`, { scheduleAt: start })
    t.equal(errorOf(soon).field, 'scheduleAt')
    t.equal((await key.remove(`/v1/campaigns/${nobodys.id}`)).status, 204)
    t.equal((await key.get(`/v1/campaigns/${nobodys.id}`)).status, 404)
    const other = await (await firm(app)).key({ mode: 'test' })
    t.equal((await other.get(`/v1/campaigns/${id}`)).status, 404)
    for (const [body, field] of [
      [{ name: 'x', class: 'otp', bodies: {} }, 'bodies'],
      [{ name: 'x', class: 'otp', bodies: { sw: '{{' } }, 'bodies.sw'],
      [{ name: 'x', class: 'otp', bodies: { fr: 'x' } }, 'bodies.fr'],
      [{ name: 'x', class: 'otp', bodies: { sw: 'x'.repeat(1531) } }, 'bodies.sw'],
    ] as const) {
      const answer = await key.post('/v1/templates', body)
      t.equal(answer.status, 400)
      t.equal(errorOf(answer).field, field)
    }
  })

  t.test('templates: render, names once, no longer offered', async (t) => {
    const { key } = await scene()
    const given = {
      name: 'Salamu',
      class: 'transactional',
      bodies: { sw: 'Habari {{firstName}} {{x}}' },
    }
    const { id } = (await key.post('/v1/templates', given)).body
    t.match(errorOf(await key.post('/v1/templates', { ...given, name: 'SALAMU' })), {
      code: 'already_exists',
      field: 'name',
    })
    const contact = (await key.get('/v1/contacts?search=asha')).body.data[0]
    t.strictSame((await key.post(`/v1/templates/${id}/render`, { contactId: contact.id })).body, {
      text: 'Habari Asha ',
      encoding: 'GSM-7',
      segments: 1,
      missing: ['x'],
    })
    t.equal((await key.remove(`/v1/templates/${id}`)).status, 204)
    t.equal((await key.get('/v1/templates?active=true')).body.data.length, 0)
    t.equal((await key.get(`/v1/templates/${id}`)).body.active, false)
  })
})
