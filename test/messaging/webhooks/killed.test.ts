// The daemon is killed at random points of its posting: nothing is lost, no attempt is added, and
// what was under way is made again under its own number (MSG-548, MSG-553: delivery is at least
// once, and a consumer discards by data.id and event). KITUO_KILLS=100 tries longer.

import t from 'tap'
import { rows, within } from '../../../db/store/connection.ts'
import { emitMany } from '../../../db/messaging/webhooks/emit.ts'
import { sql } from '../../../db/store/sql.ts'
import { boot } from '../../support/boot.ts'
import { daemonOn, until } from '../../support/programs/daemons.ts'
import { firm } from '../../support/messaging/messaging.ts'
import { receiver } from '../../support/messaging/receiver.ts'
import { delivered, letCallHere } from '../../support/messaging/webhooks.ts'
import { chanceOf } from '../../support/seeded.ts'

const chance = chanceOf(t)

const kills = Number(process.env['KITUO_KILLS'] ?? 2)
const each = 400

t.test('killed while posting', { timeout: 600_000 + kills * 20_000 }, async (t) => {
  const house = await boot(t, [])
  const own = await firm(house.app)
  await letCallHere(house)
  const key = await own.key()
  const there = await receiver(t)
  const answers = there.answers
  there.answers = (...post) => setTimeout(() => answers(...post), 5)
  await key.put('/v1/webhooks', { url: there.url, events: ['message.delivered'] })
  const count = each * (kills + 1)
  await within(() =>
    emitMany(
      own.live,
      'message.delivered',
      Array.from({ length: count }, (_, index) => delivered(`m-${index}`)),
    ),
  )
  const setting = { address: house.database.address, folder: house.database.folder }
  for (let kill = 1; kill <= kills; kill++) {
    const daemon = await daemonOn(t, setting)
    await there.came(Math.floor(each * (kill - 1 + chance())))
    await daemon.kill('SIGKILL')
  }
  const last = await daemonOn(t, setting)
  await until('everything delivered', async () => {
    const left = await rows(sql`select id from msg_deliveries where status <> 'delivered' limit 1`)
    return left.length === 0
  })
  await last.kill('SIGTERM')
  const came = new Map<string, Set<string>>()
  for (const { body, headers } of there.posts) {
    const { id } = JSON.parse(body).data as { id: string }
    came.set(id, (came.get(id) ?? new Set()).add(headers['x-sms-attempt'] ?? ''))
  }
  t.equal(came.size, count, 'none is lost')
  t.ok(
    [...came.values()].every((numbers) => [...numbers].join() === '1'),
    'repeated under its own number',
  )
  // What was posted and not yet stored at a kill: one endpoint's attempts and a group of results.
  const more = there.posts.length - count
  t.ok(more <= kills * 500, `${more} came twice`)
  const tried = await rows<{ n: number }>(
    sql`select count(*) as n, delivery_id from msg_attempts group by delivery_id`,
  )
  t.equal(tried.length, count)
  t.ok(
    tried.every(({ n }) => Number(n) === 1),
    'one attempt each in the log',
  )
})
