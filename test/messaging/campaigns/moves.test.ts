// A campaign scheduled, paused, resumed and cancelled, and the money that is held for it.

import t from 'tap'
import { clock, hours, minutes } from '../../../db/core/clock.ts'
import { rows, run, within } from '../../../db/store/connection.ts'
import { sql } from '../../../db/store/sql.ts'
import { campaignHouse, draft, testWallet } from '../../support/messaging/campaigns.ts'
import { errorOf } from '../../support/messaging/messaging.ts'

t.test('campaigns: moves', async (t) => {
  const { hand, scene } = await campaignHouse(t)

  t.test('scheduled: reserved, frozen, started at its time; unscheduled: released', async (t) => {
    const { own, key, group } = await scene()
    const before = await testWallet(own)
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
    const held = await testWallet(own)
    t.ok(held.reserved > 0)
    t.equal(held.balance + held.reserved, before.balance)
    t.match((await key.post(`/v1/campaigns/${id}/unschedule`)).body, { status: 'draft' })
    t.strictSame(await testWallet(own), before)
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
    const before = await testWallet(own)
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
    t.strictSame(await testWallet(own), before, 'everything was unsubmitted')
    await hand.idle()
    const told = await rows<{ data: string }>(
      sql`select data from msg_events where type = 'campaign.completed' and data_id = ${id}`,
    )
    t.equal(JSON.parse(told[0]?.data ?? '{}').status, 'cancelled')
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
})
