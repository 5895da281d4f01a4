// What happens between the freezing of an audience and the last message to it: people say no, an
// operator takes a name back, somebody pauses before the audience is whole (MSG-450, MSG-456, 3.5).

import t from 'tap'
import { clock, minutes } from '../../../db/core/clock.ts'
import { row, rows, run, within } from '../../../db/store/connection.ts'
import { prepare } from '../../../db/messaging/campaigns/preparing.ts'
import { ownerCaller, the_house } from '../../../db/messaging/caller.ts'
import { prove } from '../../../db/messaging/wallet/proof.ts'
import { forgetApprovals } from '../../../db/messaging/senders/approval.ts'
import { sql } from '../../../db/store/sql.ts'
import { campaignHouse, draft, endAll, testWallet } from '../../support/messaging/campaigns.ts'

t.test('campaigns: meanwhile', async (t) => {
  const { faults, hand, scene } = await campaignHouse(t)

  t.test('who opts out before the message is made gets none, and costs nothing', async (t) => {
    const { own, key, group } = await scene()
    await key.post('/v1/contacts', { phone: '0766000009', firstName: 'Neema', groupIds: [group] })
    const before = await testWallet(own)
    const body = draft(group, { maxPerMinute: 1 })
    const { id } = (await key.post('/v1/campaigns', body)).body
    await key.post(`/v1/campaigns/${id}/start`)
    await hand.idle()
    const made = await rows<{ phone: string; cost: number }>(
      sql`select phone, cost from msg_messages where campaign_id = ${id}`,
    )
    t.equal(made.length, 1)
    const left = ['0712345678', '0754000001', '0766000009'].filter(
      (phone) => `255${phone.slice(1)}` !== made[0]?.phone,
    )
    await key.post('/v1/opt-outs', { phones: left })
    for (let at = 0; at < 4; at++) {
      clock.advance(minutes(1))
      await hand.idle()
    }
    t.strictSame(faults, [])
    t.match((await key.get(`/v1/campaigns/${id}`)).body.counts, {
      audience: 4,
      planned: 1,
      created: 1,
      skipped: { opted_out: 2, missing_field: 1 },
    })
    t.strictSame(
      (await key.get(`/v1/campaigns/${id}/skipped`)).body.data
        .filter(({ reason }: { reason: string }) => reason === 'opted_out')
        .map(({ phone }: { phone: string }) => phone)
        .sort(),
      left.map((phone) => `255${phone.slice(1)}`).sort(),
    )
    await endAll(id, 'delivered')
    await hand.idle()
    await hand.idle()
    t.equal((await key.get(`/v1/campaigns/${id}`)).body.status, 'completed')
    t.strictSame(await testWallet(own), {
      balance: before.balance - Number(made[0]?.cost),
      reserved: 0,
    })
    t.equal((await prove()).differences.length, 0)
  })

  t.test('nothing more is made under a name that was taken back', async (t) => {
    const { own, key, group } = await scene()
    const body = draft(group, { maxPerMinute: 1 })
    const { id } = (await key.post('/v1/campaigns', body)).body
    await key.post(`/v1/campaigns/${id}/start`)
    await hand.idle()
    await within(() =>
      run(sql`update msg_sender_ids set status = 'rejected'
        where account_id = ${own.account.id} and mode = 'test'`),
    )
    forgetApprovals()
    clock.advance(minutes(1))
    await hand.idle()
    t.match((await key.get(`/v1/campaigns/${id}`)).body.counts, {
      audience: 3,
      planned: 1,
      created: 1,
      skipped: { sender_not_approved: 1 },
    })
  })

  t.test('paused before its audience was whole, it reaches all of it all the same', async (t) => {
    const { own, key, group } = await scene()
    const { id } = (await key.post('/v1/campaigns', draft(group))).body
    await key.post(`/v1/campaigns/${id}/start`)
    await hand.idle()
    // As a kill leaves it: the first piece of the audience is written, the rest is not.
    await within(async () => {
      await run(sql`delete from msg_messages where campaign_id = ${id}`)
      await run(sql`delete from msg_campaign_people where campaign_id = ${id} and place > 0`)
      await run(sql`update msg_campaigns set status = 'preparing', created = 0, cursor_place = -1,
        reserved = 0 where id = ${id}`)
    })
    t.equal((await key.post(`/v1/campaigns/${id}/pause`)).status, 200)
    t.equal((await key.post(`/v1/campaigns/${id}/resume`)).body.status, 'preparing')
    await hand.idle()
    t.match((await key.get(`/v1/campaigns/${id}`)).body.counts, { planned: 2, created: 2 })
    t.equal((await testWallet(own)).reserved, 0)
  })

  t.test('an audience that two freeze at once is frozen once', async (t) => {
    const { own, key, group } = await scene()
    const { id } = (await key.post('/v1/campaigns', draft(group))).body
    await within(() =>
      run(
        sql`update msg_campaigns set status = 'preparing', frozen = ${JSON.stringify({
          sw: 'Habari {{firstName}}',
        })} where id = ${id}`,
      ),
    )
    const owner = ownerCaller(own.test, the_house)
    await Promise.all([prepare(owner, id), prepare(owner, id), prepare(owner, id)])
    const found = await row<{ status: string; people: number; reserved: number }>(
      sql`select status, reserved, (select count(*) from msg_campaign_people p
            where p.campaign_id = c.id) as people from msg_campaigns c where id = ${id}`,
    )
    t.match(found, { status: 'running' })
    t.equal(Number(found?.people), 3)
    const wallet = await testWallet(own)
    t.equal(wallet.reserved, Number(found?.reserved), 'reserved once')
    // Too late: it runs already, and its people stay.
    await prepare(owner, id)
    t.equal(
      (await rows(sql`select 1 from msg_campaign_people where campaign_id = ${id}`)).length,
      3,
    )
    await hand.idle()
    t.match((await key.get(`/v1/campaigns/${id}`)).body.counts, { created: 2 })
    t.strictSame(faults, [])
  })
})
