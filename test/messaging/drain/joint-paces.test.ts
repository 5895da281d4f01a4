// Two daemons with a link each keep one rate together on one PostgreSQL queue: an operator's throughput
// and a campaign's minute (MSG-306, MSG-314). On SQLite there is one daemon.

import { monitorEventLoopDelay } from 'node:perf_hooks'
import t, { type Test } from 'tap'
import { clock } from '../../../db/core/clock.ts'
import { rows, run, within } from '../../../db/store/connection.ts'
import { forgetAllKept } from '../../../db/store/kept.ts'
import { ownerCaller } from '../../../db/messaging/caller.ts'
import { create } from '../../../db/messaging/campaigns/drafts.ts'
import * as campaigns from '../../../db/messaging/campaigns/moves.ts'
import { workOnCampaigns } from '../../../db/messaging/campaigns/work.ts'
import { letGo } from '../../../db/messaging/drain/joint-paces.ts'
import { msg_routes } from '../../../db/messaging/routing/tables.ts'
import { sql } from '../../../db/store/sql.ts'
import { boot } from '../../support/boot.ts'
import { until } from '../../support/programs/daemons.ts'
import { on_postgres } from '../../support/database.ts'
import { drainOn, phones, send, smppRoute } from '../../support/messaging/drains.ts'
import { firm } from '../../support/messaging/messaging.ts'
import { accept, smppPeer } from '../../support/messaging/smpp-peer.ts'

const skip = on_postgres ? false : 'PostgreSQL alone'
const far = '2099-01-01T00:00:00.000Z'
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
/** In turn of two operators. */
const both = (count: number): string[] =>
  phones(count).flatMap((phone) => [phone, phone.replace(/^25571/, '25575')])

/** Two peers, each behind a link of its own, and each link with a daemon of its own. */
async function scene(t: Test, route: (of: { code: string; at: number }) => readonly string[]) {
  const house = await boot(t)
  const came: { at: number; link: number }[] = []
  const links: string[] = []
  for (const link of [0, 1]) {
    const peer = await smppPeer({
      submit: (session, pdu, at) => {
        came.push({ at: performance.now(), link })
        accept(session, pdu, `id-${at}`)
      },
    })
    t.teardown(() => peer.close())
    links.push(await smppRoute({ code: `peer${link}`, port: peer.port }))
  }
  const own = await firm(house.app)
  await own.topUp(1_000_000)
  await own.sender()
  await within(async () => {
    await msg_routes.removeAnywhere({})
    for (const { code } of await rows<{ code: string }>(sql`select code from msg_operators`))
      for (const [at, link_id] of links.entries()) {
        const classes = route({ code, at })
        if (classes.length > 0)
          await msg_routes.insert({
            operator_code: code,
            link_id,
            position: at + 1,
            classes: classes as never,
          })
      }
    for (const [at, id] of links.entries())
      await run(sql`update msg_links set lease_owner = ${`daemon-${at}`}, lease_until = ${far}
        where id = ${id}`)
  })
  forgetAllKept()
  return { own, came }
}

/**
 * The most of them in any second. Peers and daemons are this one process: what it looked at late came
 * nearer to the next than it was sent, and so much shorter is the second.
 */
function most(came: readonly { at: number }[], late_ms: number): number {
  let highest = 0
  for (const [from, { at }] of came.entries()) {
    let to = from
    while (to < came.length && (came[to]?.at ?? 0) < at + 1000 - late_ms) to += 1
    highest = Math.max(highest, to - from)
  }
  return highest
}

/** So late that two daemons of a rate each would not be seen any more, no process may have been. */
const late_most_ms = 100

/** Tells how late this process was at worst since it was asked for. */
function lateness(t: Test): () => number {
  const loop = monitorEventLoopDelay({ resolution: 1 })
  loop.enable()
  t.teardown(() => loop.disable())
  return () => Math.min(late_most_ms, loop.max / 1e6)
}

t.test('an operator’s throughput holds over the links of two daemons', { skip }, async (t) => {
  const place = await scene(t, ({ at }) => (at === 0 ? ['transactional'] : ['promotional']))
  clock.freeze('2026-03-03T09:00:00.000Z')
  await within(() => run(sql`update msg_operators set throughput_per_second = 20`))
  forgetAllKept()
  await send(place.own, { recipients: phones(50), class: 'transactional' })
  await send(place.own, { recipients: phones(50, 500), class: 'promotional' })
  const late = lateness(t)
  await Promise.all(['daemon-0', 'daemon-1'].map((daemon) => drainOn(t, { daemon })))
  await until('all of them', async () => place.came.length === 100)
  const { came } = place
  const highest = most(came, late())
  t.ok(highest <= 20, `${highest} in a second`)
  const took_s = ((came.at(-1)?.at ?? 0) - (came[0]?.at ?? 0)) / 1000
  t.ok(took_s >= 3.9, `${took_s.toFixed(1)} s for five seconds' worth`)
  const half = came.slice(0, 60).filter(({ link }) => link === 1).length
  t.ok(half > 5 && half < 55, `both had their turns: ${half} of the first 60`)
})

t.test('what one daemon leaves over is the other’s', { skip }, async (t) => {
  const place = await scene(t, ({ at }) => (at === 0 ? ['transactional'] : ['promotional']))
  await within(() => run(sql`update msg_operators set throughput_per_second = 20`))
  forgetAllKept()
  await send(place.own, { recipients: phones(60) })
  const late = lateness(t)
  await Promise.all(['daemon-0', 'daemon-1'].map((daemon) => drainOn(t, { daemon })))
  await until('all of them', async () => place.came.length === 60)
  // With half of it each, no second would see more than ten, however slow the machine is.
  const highest = most(place.came, 0)
  t.ok(highest > 11, `${highest} in a second`)
  t.ok(most(place.came, late()) <= 20, 'and not more than the operator takes')
})

t.test('a campaign’s minute is one over two daemons', { skip }, async (t) => {
  clock.freeze('2026-03-03T09:00:00.000Z')
  const place = await scene(t, ({ code, at }) =>
    (code === 'vodacom') === (at === 1) ? ['otp', 'transactional', 'promotional'] : [],
  )
  const caller = ownerCaller(place.own.live, { actor: 'cli:test' })
  const made = await within(() =>
    create(caller, {
      name: 'Kliniki',
      class: 'transactional',
      senderId: 'KLINIKI',
      message: 'Habari. Jibu ACHA kwa 15015.',
      audience: { recipients: both(20).map((phone) => ({ phone })) },
    } as never),
  )
  await within(() => campaigns.start(caller, made.id))
  while (await workOnCampaigns());
  await within(() => run(sql`update msg_campaigns set max_per_minute = 10 where id = ${made.id}`))
  await Promise.all(['daemon-0', 'daemon-1'].map((daemon) => drainOn(t, { daemon })))
  await until('ten', async () => place.came.length >= 10)
  await pause(700)
  t.equal(place.came.length, 10, 'ten in the first minute, over both')
  clock.advance(61_000)
  await until('ten more', async () => place.came.length >= 20)
  await pause(700)
  t.equal(place.came.length, 20, 'and ten in the second')
  t.equal(new Set(place.came.map(({ link }) => link)).size, 2, 'both links had a part in it')
})

t.test('a rate that is kept together, entry by entry', { skip }, async (t) => {
  await boot(t)
  const rate = (now_ms: number) => [{ key: 'campaign x', most: 3, window_ms: 1000, now_ms }]
  const one = (count: number) => ({ keys: [{ key: 'campaign x', count }] })
  const [a, b] = [new Map<string, number>(), new Map<string, number>()]
  const ask = (daemon: string, seen: Map<string, number>, now_ms: number, counts: number[]) =>
    within(() => letGo(daemon, rate(now_ms), counts.map(one), seen))
  t.same((await ask('daemon-a', a, 10_000, [1, 1])).goes, [true, true])
  const second = await ask('daemon-b', b, 10_100, [1, 1])
  t.same(second, {
    goes: [true, false],
    heard: [{ key: 'campaign x', ago_ms: 100, count: 2 }],
  })
  const third = await ask('daemon-a', a, 10_500, [1])
  t.same(third, { goes: [false], heard: [{ key: 'campaign x', ago_ms: 400, count: 1 }] })
  t.same((await ask('daemon-a', a, 10_600, [1])).heard, [], 'told once')
  t.same((await ask('daemon-a', a, 11_050, [1, 1, 1])).goes, [true, true, false])
  t.same((await ask('daemon-b', b, 20_000, [9])).goes, [true], 'more than all of it goes alone')
  t.same((await ask('daemon-a', a, 20_100, [1])).goes, [false], 'and is waited for')
})
