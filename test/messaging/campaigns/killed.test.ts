// The daemon is killed while a campaign makes its messages: no recipient twice, none lost, and the
// reserve is what was charged and what came back (MSG-475). What fell due while nobody was there
// happens at once (MSG-311). KITUO_KILLS=100 tries longer.

import t from 'tap'
import { clock, hours } from '../../../db/core/clock.ts'
import { row, rows, run, within } from '../../../db/store/connection.ts'
import { prove } from '../../../db/messaging/wallet/proof.ts'
import { sql } from '../../../db/store/sql.ts'
import { boot } from '../../support/boot.ts'
import { daemonOn, until } from '../../support/programs/daemons.ts'
import { firm } from '../../support/messaging/messaging.ts'
import { chanceOf } from '../../support/seeded.ts'

const chance = chanceOf(t)

// What the machine needs when it is busy; the file's own limit would cut the test short.
t.setTimeout(600_000)

const kills = Number(process.env['KITUO_KILLS'] ?? 4)
const count = 4000

t.test('killed while creating', { timeout: 600_000 + kills * 30_000 }, async (t) => {
  const house = await boot(t, [])
  const own = await firm(house.app)
  const key = await own.key()
  await own.sender()
  await own.topUp(200_000 * (kills + 1))
  const group = (await key.post('/v1/groups', { name: 'Wote' })).body.id
  const imported = await key.post('/v1/contacts/import', {
    groupIds: [group],
    contacts: Array.from({ length: count }, (_, at) => ({
      phone: `0712${String(at).padStart(6, '0')}`,
    })),
  })
  t.equal(imported.body.created, count)
  const campaign = await key.post('/v1/campaigns', {
    name: 'Chanjo',
    class: 'transactional',
    senderId: 'KLINIKI',
    message: 'Karibu',
    audience: { groupIds: [group] },
  })
  const scheduleAt = new Date(clock.ms() + hours(1)).toISOString()
  const scheduled = await key.post(`/v1/campaigns/${campaign.body.id}/schedule`, { scheduleAt })
  t.equal(scheduled.status, 200, JSON.stringify(scheduled.body))
  const later = await key.post('/v1/sms/send', {
    recipients: ['0754000001'],
    senderId: 'KLINIKI',
    message: 'Kesho',
    scheduleAt,
  })
  // Its hour passes while no daemon is there.
  const past = new Date(clock.ms() - 1000).toISOString()
  await within(async () => {
    await run(sql`update msg_campaigns set schedule_at = ${past}`)
    await run(sql`update msg_messages set due_at = ${past}, scheduled_for = ${past}`)
  })
  const setting = { address: house.database.address, folder: house.database.folder }
  const left = async (): Promise<number> => {
    const found = await row<{ n: number }>(
      sql`select coalesce(sum(${count} - created), 0) as n from msg_campaigns`,
    )
    return Number(found?.n)
  }
  let campaigns = 1
  let landed = 0
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  for (let kill = 1; kill <= kills; kill++) {
    if ((await left()) === 0) {
      const copy = await key.post(`/v1/campaigns/${campaign.body.id}/copy`)
      t.equal((await key.post(`/v1/campaigns/${copy.body.id}/start`)).status, 202)
      campaigns += 1
    }
    const before = await left()
    const daemon = await daemonOn(t, setting)
    // Some as it begins, the others once it has made a chunk.
    if (kill % 3 === 0) await pause(chance() * 300)
    else await until('a chunk', async () => (await left()) < before)
    await pause(chance() * 30)
    await daemon.kill('SIGKILL')
    const after = await left()
    if (after > 0 && after < before) landed += 1
  }
  t.ok(landed > 0, `${landed} of ${kills} fell between chunks of ${campaigns} campaigns`)
  const last = await daemonOn(t, setting)
  await until('all of them are made', async () => (await left()) === 0, 60_000)
  await until('what was due has left', async () => {
    const { status } = (await key.get(`/v1/sms/${later.body.messages[0].id}`)).body
    return status !== 'scheduled' && status !== 'queued'
  })
  await last.kill('SIGTERM')
  const made = await rows<{ n: number; phones: number; cost: number }>(
    sql`select count(*) as n, count(distinct phone) as phones, sum(cost) as cost
        from msg_messages where campaign_id is not null group by campaign_id`,
  )
  t.equal(made.length, campaigns)
  for (const { n, phones, cost } of made) {
    t.same([Number(n), Number(phones)], [count, count], 'none twice, none lost')
    t.equal(Number(cost), count * 2000)
  }
  const charged = await row<{ reserved: number }>(
    sql`select sum(reserved_change) as reserved from msg_wallet_entries where kind = 'charge'`,
  )
  t.equal(Number(charged?.reserved), -campaigns * count * 2000, 'charged once')
  t.same((await prove(own.account.id)).differences, [])
  const batches = await rows<{ accepted: number }>(
    sql`select accepted from msg_batches where source = 'campaign'`,
  )
  t.ok(batches.every(({ accepted }) => Number(accepted) <= 1000))
})
