// Faults that the whole drain must survive, each really done by a peer of another make: answers out
// of order, PDUs of a wrong length, routes whose link is gone; and whose turn it is meanwhile.

import t from 'tap'
import { clock, hours } from '../../../db/core/clock.ts'
import { ownerCaller } from '../../../db/messaging/caller.ts'
import { accept as take } from '../../../db/messaging/messages/send.ts'
import { rows, run, within } from '../../../db/store/connection.ts'
import {
  msg_links,
  msg_number_overrides,
  msg_routes,
} from '../../../db/messaging/routing/tables.ts'
import { Lanes, type Waiting } from '../../../db/messaging/drain/lanes.ts'
import { forgetAllKept } from '../../../db/store/kept.ts'
import { change } from '../../../db/messaging/settings/settings.ts'
import { sql } from '../../../db/store/sql.ts'
import { until } from '../../support/programs/daemons.ts'
import {
  drainOn,
  eventsOf,
  phones,
  proveWallet,
  send,
  smppRoute,
  statesOf,
  untilStatus,
} from '../../support/messaging/drains.ts'
import { peerScene } from '../../support/messaging/peer-scene.ts'
import { accept, type PeerPdu, smppPeer } from '../../support/messaging/smpp-peer.ts'

t.test('answers in the reverse order settle each its own part (MSG-334)', async (t) => {
  const held: (() => void)[] = []
  const { peer, own } = await peerScene(
    t,
    (session, pdu) => {
      held.push(() => accept(session, pdu, `of-${pdu.destination_addr}`))
      if (held.length % 20 !== 0) return
      for (const answer of held.splice(0).reverse()) answer()
    },
    { options: { windowSize: 20 } },
  )
  await drainOn(t)
  const sent = await send(own, { recipients: phones(60) })
  await untilStatus(sent.batchId, 'sent')
  const parts = await rows<{ phone: string; operator_message_id: string }>(
    sql`select phone, operator_message_id from msg_parts`,
  )
  t.equal(parts.length, 60)
  t.ok(parts.every((one) => one.operator_message_id === `of-${one.phone}`))
  t.equal(peer.got.length, 60)
  t.same(await eventsOf(sent.batchId), { 'message.sent': 60 })
})

for (const [name, bytes] of [
  ['shorter than its own head', Buffer.from('0000000f800000040000000000000001', 'hex')],
  ['longer than anything', Buffer.from('00010001800000040000000000000001', 'hex')],
] as const)
  t.test(`a PDU ${name}: a nack, a new session, nothing twice (MSG-332)`, async (t) => {
    let broken = false
    const { peer, own } = await peerScene(
      t,
      (session, pdu, at) => {
        if (at < 5) accept(session, pdu, `id-${at}`)
        else if (!broken) {
          broken = true
          session.socket.write(bytes)
        } else if (peer.sessions.length > 1) accept(session, pdu, `id-${at}`)
      },
      { options: { windowSize: 5 } },
    )
    await drainOn(t)
    const sent = await send(own, { recipients: phones(8) })
    await until('another session', async () => peer.sessions.length === 2)
    await until('all settled', async () =>
      (await statesOf(sent.batchId)).every(
        ({ status, uncertain }) => status === 'sent' || Boolean(uncertain),
      ),
    )
    const numbers = peer.got.map(({ destination_addr }) => destination_addr)
    t.equal(new Set(numbers).size, numbers.length, 'nothing went twice')
    const after = await send(own, { recipients: phones(3, 100) })
    await untilStatus(after.batchId, 'sent')
    t.same(await proveWallet(own), [])
  })

t.test('with an idle link the first part is written at once (MSG-301)', async (t) => {
  const { peer, own } = await peerScene(t, (session, pdu, at) => accept(session, pdu, `id-${at}`))
  // It looks by itself once an hour: what is written before that is written because it was told.
  await drainOn(t, { look_ms: hours(1) })
  await until('the bind', async () => peer.sessions.length === 1)
  const first = await send(own, { recipients: phones(1) })
  await untilStatus(first.batchId, 'sent')
  const next = await send(own, { recipients: phones(1, 5) })
  await until('the part', async () => peer.got.length === 2)
  await untilStatus(next.batchId, 'sent')
})

t.test('a code goes before everything that waits (MSG-304)', async (t) => {
  const { peer, own } = await peerScene(t, (session, pdu, at) => accept(session, pdu, `id-${at}`), {
    throughput: 20,
  })
  await within(() => run(sql`update msg_accounts set otp_allowed = true`))
  clock.freeze('2026-03-03T09:00:00.000Z')
  await send(own, { recipients: phones(300), class: 'promotional' })
  await drainOn(t)
  await until('the first', async () => peer.got.length >= 5)
  const before = peer.got.length
  const caller = { ...ownerCaller(own.live), permissions: new Set(['sms:otp']) }
  await within(() =>
    take(caller, {
      recipients: ['255712999999'],
      senderId: 'KLINIKI',
      message: '123456',
      class: 'otp',
    }),
  )
  await until('the code', async () =>
    peer.got.some(({ destination_addr }) => destination_addr === '255712999999'),
  )
  const place = peer.got.findIndex(({ destination_addr }) => destination_addr === '255712999999')
  t.ok(place - before <= 10, `${place - before} went before it`)
})

interface Fake extends Waiting {
  name: string
}
const fakes = (count: number, account_id: string, lane: number, segments = 1): Fake[] =>
  Array.from({ length: count }, (_, at) => ({
    message_id: `${account_id} ${lane} ${at}`,
    account_id,
    lane,
    segments,
    name: account_id,
  }))
const taken = (lanes: Lanes<Fake>, count: number): Fake[] =>
  Array.from({ length: count }, () => lanes.take(() => true)).filter((one) => one !== undefined)

t.test('accounts have their turns by weight, whatever their queues (MSG-305)', async (t) => {
  const lanes = new Lanes<Fake>(10)
  for (const one of fakes(60_000, 'A', 1)) lanes.add(one, 1)
  taken(lanes, 37)
  for (const one of fakes(1, 'B', 1)) lanes.add(one, 1)
  t.ok(
    taken(lanes, 20).some(({ name }) => name === 'B'),
    'one message of B leaves within one turn of A',
  )
  const weighed = new Lanes<Fake>(10)
  for (const one of fakes(5000, 'A', 1)) weighed.add(one, 1)
  for (const one of fakes(5000, 'C', 1)) weighed.add(one, 3)
  const share = taken(weighed, 4000).filter(({ name }) => name === 'C').length
  t.ok(share >= 2900 && share <= 3100, `${share} of 4000`)
  const long = new Lanes<Fake>(10)
  for (const one of fakes(1000, 'A', 1, 10)) long.add(one, 1)
  for (const one of fakes(10_000, 'D', 1, 1)) long.add(one, 1)
  const gone = taken(long, 2200)
  const segments = (name: string) =>
    gone.filter((one) => one.name === name).reduce((sum, one) => sum + one.segments, 0)
  t.ok(Math.abs(segments('A') - segments('D')) <= 20, 'by segments, not by messages')
})

t.test('advertising has at least its share while both wait (MSG-304)', async (t) => {
  const lanes = new Lanes<Fake>(10)
  for (const one of fakes(5000, 'A', 1)) lanes.add(one, 1)
  for (const one of fakes(5000, 'A', 2)) lanes.add(one, 1)
  const promotional = taken(lanes, 1000).filter(({ lane }) => lane === 2).length
  t.ok(promotional >= 100 && promotional <= 110, `${promotional}`)
})

t.test('the next route takes over from a link that is gone (MSG-206)', async (t) => {
  const { peer, own, link_id } = await peerScene(t, (session, pdu, at) =>
    accept(session, pdu, `id-${at}`),
  )
  const second = await smppPeer()
  t.teardown(() => second.close())
  const other = await smppRoute({ code: 'second', port: second.port })
  await within(async () => {
    await msg_routes.removeAnywhere({})
    for (const { code } of await rows<{ code: string }>(sql`select code from msg_operators`)) {
      await msg_routes.insert({ operator_code: code, link_id, position: 1 })
      await msg_routes.insert({ operator_code: code, link_id: other, position: 2 })
    }
    await change({ failover_after_seconds: 5 }, 'test')
  })
  forgetAllKept()
  await drainOn(t)
  const first = await send(own, { recipients: phones(5) })
  await untilStatus(first.batchId, 'sent')
  t.same([peer.got.length, second.got.length], [5, 0], 'the first route alone')
  await peer.close()
  await until('down', async () => {
    const found = await msg_links.find({ id: link_id })
    return found?.state === 'down'
  })
  const waits = await send(own, { recipients: phones(5, 50) })
  await new Promise((resolve) => setTimeout(resolve, 400))
  t.equal(second.got.length, 0, 'a moment of it only delays')
  clock.advance(6000)
  await untilStatus(waits.batchId, 'sent')
  t.equal(second.got.length, 5)
})

t.test('an override chooses the route, not the price (MSG-204)', async (t) => {
  const { peer, own, link_id } = await peerScene(t, (session, pdu, at) =>
    accept(session, pdu, `id-${at}`),
  )
  const second = await smppPeer()
  t.teardown(() => second.close())
  const other = await smppRoute({ code: 'second', port: second.port })
  await within(async () => {
    await msg_routes.removeAnywhere({})
    for (const { code } of await rows<{ code: string }>(sql`select code from msg_operators`))
      await msg_routes.insert({
        operator_code: code,
        link_id: code === 'airtel' ? other : link_id,
        position: 1,
      })
    const far = new Date(clock.ms() + 86_400_000).toISOString()
    const gone = new Date(clock.ms() - 1000).toISOString()
    const one = (phone: string, expires_at: string | null) =>
      msg_number_overrides.insert({ phone, operator_code: 'airtel', source: 'manual', expires_at })
    await one('255712000001', null)
    await one('255712000002', far)
    await one('255712000003', gone)
  })
  forgetAllKept()
  await drainOn(t)
  const sent = await send(own, {
    recipients: ['255712000001', '255712000002', '255712000003', '255712000004'],
  })
  await untilStatus(sent.batchId, 'sent')
  const to = (list: PeerPdu[]) => list.map(({ destination_addr }) => destination_addr).sort()
  t.same(to(second.got), ['255712000001', '255712000002'])
  t.same(to(peer.got), ['255712000003', '255712000004'], 'an expired one is none')
})

t.test('at its end a message expires once, and says why (MSG-402, MSG-403)', async (t) => {
  clock.freeze('2026-03-03T09:00:00.000Z')
  const { own } = await peerScene(t, (session, pdu, at) => {
    if (at <= 2) accept(session, pdu, `id-${at}`)
  })
  await within(() => change({ gateway_paused: true }, 'test'))
  await drainOn(t)
  const queued = await send(own, { recipients: phones(2), validitySeconds: 60 })
  clock.advance(59_000)
  await new Promise((resolve) => setTimeout(resolve, 300))
  t.ok((await statesOf(queued.batchId)).every(({ status }) => status === 'queued'))
  clock.advance(2000)
  await untilStatus(queued.batchId, 'expired')
  t.ok((await statesOf(queued.batchId)).every(({ expiry_cause }) => expiry_cause === 'queue'))
  t.same(await eventsOf(queued.batchId), { 'message.expired': 2 })
  await within(() => change({ gateway_paused: false }, 'test'))
  const unheard = await send(own, { recipients: phones(2, 50), validitySeconds: 60 })
  await untilStatus(unheard.batchId, 'sent')
  clock.advance(61_000)
  await untilStatus(unheard.batchId, 'expired')
  t.ok((await statesOf(unheard.batchId)).every((one) => one.expiry_cause === 'no_receipt'))
  t.same(await proveWallet(own), [])
})
