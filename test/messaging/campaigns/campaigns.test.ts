// A campaign from its draft to its end, what it costs, and how far it is.

import t from 'tap'
import { clock, minutes } from '../../../db/core/clock.ts'
import { change } from '../../../db/messaging/settings/settings.ts'
import { rows, run, within } from '../../../db/store/connection.ts'
import { sql } from '../../../db/store/sql.ts'
import { campaignHouse, draft, endAll, testWallet } from '../../support/messaging/campaigns.ts'
import { errorOf, forgetMessaging } from '../../support/messaging/messaging.ts'

t.test('campaigns', async (t) => {
  const { faults, hand, scene } = await campaignHouse(t)

  t.test('a preview says when the first and the last would leave (MSG-473)', async (t) => {
    const { key, group } = await scene()
    // Half past seven in the evening: half an hour until nothing promotional leaves.
    clock.freeze('2026-03-03T16:30:00.000Z')
    t.teardown(() => clock.release())
    forgetMessaging()
    const of = async (more: object) => {
      const made = await key.post('/v1/campaigns', { ...draft(group), ...more })
      return (await key.post(`/v1/campaigns/${made.body.id}/preview`)).body
    }
    const plain = await of({ class: 'transactional', maxPerMinute: 1 })
    t.match(plain, { firstAt: '2026-03-03T16:30:00.000Z', lastAt: '2026-03-03T16:32:00.000Z' })
    t.ok(plain.perOperator.every(({ etaSeconds }: { etaSeconds: number }) => etaSeconds >= 1))
    const advert = 'Habari {{firstName}}, karibu. {{optOutUrl}}'
    await within(() => change({ public_url: 'https://sms.example.org' }, 'test'))
    const recipients = Array.from({ length: 100 }, (_, n) => ({
      phone: `0712${String(n).padStart(6, '0')}`,
      fields: { firstName: 'Asha' },
    }))
    const promoted = await of({
      class: 'promotional',
      message: advert,
      audience: { recipients },
      maxPerMinute: 2,
    })
    // Sixty before eight, the other forty from eight in the morning on.
    t.match(promoted, { firstAt: '2026-03-03T16:30:00.000Z', lastAt: '2026-03-04T05:20:00.000Z' })
  })

  t.test('from the draft to campaign.completed, paid for from its reserve', async (t) => {
    const { own, key, group } = await scene()
    await key.put('/v1/webhooks', {
      url: 'https://hooks.example.com/',
      events: ['campaign.completed'],
    })
    const before = await testWallet(own)
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
    t.strictSame(await testWallet(own), before, 'a preview writes nothing (MSG-473)')
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
    const paid = await testWallet(own)
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
    await endAll(id, 'delivered')
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
})
