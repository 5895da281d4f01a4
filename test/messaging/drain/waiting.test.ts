// What waits although it is due: quiet hours that begin meanwhile, campaigns that are paused or have
// had their minute, accounts that are paused (MSG-306, MSG-308, MSG-478).

import t, { type Test } from 'tap'
import { clock } from '../../../db/core/clock.ts'
import { rows, run, within } from '../../../db/store/connection.ts'
import { pauseAccount } from '../../../db/messaging/accounts/accounts.ts'
import { ownerCaller } from '../../../db/messaging/caller.ts'
import { find } from '../../../db/messaging/campaigns/campaigns.ts'
import { create } from '../../../db/messaging/campaigns/drafts.ts'
import * as campaigns from '../../../db/messaging/campaigns/moves.ts'
import type { CampaignRow } from '../../../db/messaging/campaigns/rows.ts'
import { resumeBusiness, suspendBusiness } from '../../../db/messaging/campaigns/suspending.ts'
import { workOnCampaigns } from '../../../db/messaging/campaigns/work.ts'
import { nudge } from '../../../db/messaging/nudges.ts'
import { sql } from '../../../db/store/sql.ts'
import { boot } from '../../support/boot.ts'
import { until } from '../../support/programs/daemons.ts'
import {
  drainOn,
  type LinkInput,
  phones,
  send,
  smppRoute,
  statesOf,
  untilStatus,
} from '../../support/messaging/drains.ts'
import { firm } from '../../support/messaging/messaging.ts'
import { accept, smppPeer } from '../../support/messaging/smpp-peer.ts'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function scene(t: Test, link: Partial<LinkInput> = {}) {
  const house = await boot(t)
  const peer = await smppPeer({ submit: (session, pdu, at) => accept(session, pdu, `id-${at}`) })
  t.teardown(() => peer.close())
  const own = await firm(house.app)
  await own.topUp(1_000_000)
  await own.sender()
  const link_id = await smppRoute({ port: peer.port, ...link })
  return { house, peer, own, link_id }
}
type Scene = Awaited<ReturnType<typeof scene>>

/** A campaign that runs, all of its messages made. */
async function running(
  { own }: Scene,
  count: number,
  given: Partial<CampaignRow> & { class?: 'transactional' | 'promotional' } = {},
): Promise<string> {
  const caller = {
    ...ownerCaller(own.live, { actor: 'cli:test' }),
    permissions: new Set(['campaigns:override']),
  }
  const made = await within(() =>
    create(caller, {
      name: 'Kliniki',
      class: given.class ?? 'transactional',
      senderId: 'KLINIKI',
      message: 'Habari. Jibu ACHA kwa 15015.',
      audience: { recipients: phones(count).map((phone) => ({ phone })) },
      maxPerMinute: given.max_per_minute ?? null,
      ignoreQuietHours: given.ignore_quiet_hours ?? false,
    } as never),
  )
  await within(() => campaigns.start(caller, made.id))
  while (await workOnCampaigns());
  return made.id
}

const dueOf = (batch_id: string) =>
  rows<{ due_at: string; not_before: string | null; submitted: unknown }>(
    sql`select due_at, not_before, submitted from msg_messages where batch_id = ${batch_id}`,
  )

t.test('quiet hours that begin while messages wait hold them to the opening', async (t) => {
  // 19:59:50 in Dar es Salaam.
  clock.freeze('2026-03-03T16:59:50.000Z')
  const place = await scene(t, { throughput: 1 })
  const advert = await send(place.own, {
    recipients: phones(40),
    class: 'promotional',
    validitySeconds: 86_400,
  })
  await drainOn(t)
  await until('the first', async () => place.peer.got.length >= 1)
  clock.advance(10_000)
  const news = await send(place.own, { recipients: phones(1, 500) })
  await until('put off', async () =>
    (await dueOf(advert.batchId)).every(
      ({ submitted, not_before }) =>
        Boolean(submitted) || not_before === '2026-03-04T05:00:00.000Z',
    ),
  )
  await untilStatus(news.batchId, 'sent')
  const before = place.peer.got.length
  t.ok(before < 10, 'what is transactional is never held, the rest waits')
  await pause(1200)
  t.equal(place.peer.got.length, before)
  clock.advance(12 * 3_600_000)
  await until('the morning', async () => place.peer.got.length > before)
})

t.test('a campaign that may ignore the quiet hours goes on in them (MSG-478)', async (t) => {
  clock.freeze('2026-03-03T19:00:00.000Z')
  const place = await scene(t)
  await drainOn(t)
  const id = await running(place, 5, { class: 'promotional', ignore_quiet_hours: true })
  await until('all of it', async () => place.peer.got.length === 5)
  t.ok(id)
})

t.test('a paused campaign submits nothing more, not even what is in hand', async (t) => {
  const place = await scene(t, { throughput: 5 })
  const caller = ownerCaller(place.own.live, { actor: 'cli:test' })
  const id = await running(place, 60)
  await drainOn(t)
  await until('a few', async () => place.peer.got.length >= 3)
  await within(() => campaigns.pause(caller, id))
  const at_pause = place.peer.got.length
  await pause(900)
  // One slice may have had its intents already.
  t.ok(place.peer.got.length <= at_pause + 1, `${place.peer.got.length} after ${at_pause}`)
  const stopped = place.peer.got.length
  const other = await send(place.own, { recipients: phones(1, 900) })
  await untilStatus(other.batchId, 'sent')
  t.equal(place.peer.got.length, stopped + 1, 'other messages of the account go on')
  await within(() => campaigns.resume(caller, id))
  await until('it goes on', async () => place.peer.got.length > stopped + 3)
  await within(() => campaigns.cancel(caller, id))
})

t.test('maxPerMinute holds in the drain too, and nobody waits behind it (MSG-306)', async (t) => {
  clock.freeze('2026-03-03T09:00:00.000Z')
  const place = await scene(t)
  const id = await running(place, 30)
  // Thirty were made while the link was down; now only ten a minute may leave.
  await within(() => run(sql`update msg_campaigns set max_per_minute = 10 where id = ${id}`))
  await drainOn(t)
  await until('ten', async () => place.peer.got.length >= 10)
  const other = await send(place.own, { recipients: phones(1, 900) })
  await untilStatus(other.batchId, 'sent')
  await pause(300)
  t.equal(place.peer.got.length, 11)
  clock.advance(61_000)
  await until('ten more', async () => place.peer.got.length >= 21)
  await pause(300)
  t.equal(place.peer.got.length, 21)
})

t.test('a restart does not give a campaign a new minute', async (t) => {
  clock.freeze('2026-03-03T09:00:00.000Z')
  const place = await scene(t)
  const id = await running(place, 30)
  await within(() => run(sql`update msg_campaigns set max_per_minute = 10 where id = ${id}`))
  const { stop } = await drainOn(t)
  await until('ten', async () => place.peer.got.length >= 10)
  await stop()
  await within(() =>
    run(sql`update msg_messages set due_at = ${clock.instant()} where status = 'queued'`),
  )
  await drainOn(t)
  await pause(600)
  t.equal(place.peer.got.length, 10)
})

t.test('a paused account leaves the buffer and does not come back into it', async (t) => {
  const place = await scene(t, { throughput: 5 })
  const sent = await send(place.own, { recipients: phones(50) })
  const { drain } = await drainOn(t)
  await until('a few', async () => place.peer.got.length >= 2)
  const by = { actor: 'cli:test' }
  await within(() => pauseAccount(by, place.own.account.id, true, 'a test'))
  await until('an empty buffer', async () => drain.links().every(({ buffered }) => buffered === 0))
  const stopped = place.peer.got.length
  for (let look = 0; look < 4; look++) {
    nudge('queue')
    await pause(200)
    t.ok(
      drain.links().every(({ buffered }) => buffered === 0),
      'the lanes stay empty',
    )
  }
  t.ok(place.peer.got.length <= stopped + 1)
  await within(() => pauseAccount(by, place.own.account.id, false, null))
  await until('it goes on', async () => place.peer.got.length > stopped + 2)
  t.ok((await statesOf(sent.batchId)).every(({ status }) => status !== 'failed'))
})

t.test('a suspended business holds what waits; its campaigns stay paused after it', async (t) => {
  const place = await scene(t, { throughput: 5 })
  const caller = ownerCaller(place.own.live, { actor: 'cli:test' })
  const id = await running(place, 60)
  const sent = await send(place.own, { recipients: phones(5, 900) })
  await drainOn(t)
  await until('a few', async () => place.peer.got.length >= 2)
  const by = { actor: 'cli:test' }
  await within(() => suspendBusiness(by, place.own.business_id, 'a test'))
  await pause(300)
  const stopped = place.peer.got.length
  await pause(900)
  t.ok(place.peer.got.length <= stopped + 1)
  t.match(await find(caller, id), { status: 'paused', pauseReason: 'platform' })
  await t.rejects(within(() => campaigns.resume(caller, id)))
  await within(() => resumeBusiness(by, place.own.business_id))
  await untilStatus(sent.batchId, 'sent')
  t.match(await find(caller, id), { status: 'paused', pauseReason: 'user' })
  const before = place.peer.got.length
  await within(() => campaigns.resume(caller, id))
  await until('it goes on', async () => place.peer.got.length > before + 2)
  await within(() => campaigns.cancel(caller, id))
})
