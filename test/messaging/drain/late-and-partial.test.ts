// Answers that come after nobody waited for them any more (MSG-335, MSG-390), and links that ask for
// some of the receipts or for none (MSG-374).

import t, { type Test } from 'tap'
import { clock } from '../../../db/core/clock.ts'
import { rows } from '../../../db/store/connection.ts'
import type { LinkRow } from '../../../db/messaging/routing/link-states.ts'
import { sql } from '../../../db/store/sql.ts'
import { until } from '../../support/programs/daemons.ts'
import {
  drainOn,
  eventsOf,
  phones,
  proveWallet,
  send,
  statesOf,
  untilStatus,
} from '../../support/messaging/drains.ts'
import { peerScene } from '../../support/messaging/peer-scene.ts'
import { accept, type PeerPdu, type PeerSession } from '../../support/messaging/smpp-peer.ts'

const scene: typeof peerScene = async (t, submit, link) => {
  const found = await peerScene(t, submit, link)
  await drainOn(t)
  return found
}

t.test('a late answer settles what was unknown, once (MSG-335, MSG-390)', async (t) => {
  const held: ((fields: object) => void)[] = []
  const { peer, own } = await scene(
    t,
    (session, pdu) => void held.push((fields) => void session.send(pdu.response(fields))),
    { options: { responseTimeoutSeconds: 0.5 } },
  )
  const sent = await send(own, { recipients: phones(2) })
  await until('uncertain', async () =>
    (await statesOf(sent.batchId)).every(({ uncertain }) => Boolean(uncertain)),
  )
  held[0]?.({ message_id: 'late-1' })
  held[1]?.({ command_status: 0x0b })
  await until('both are settled', async () =>
    (await statesOf(sent.batchId)).every(({ uncertain }) => !uncertain),
  )
  t.same(
    (await statesOf(sent.batchId)).map(({ status }) => status).sort((a, b) => (a < b ? -1 : 1)),
    ['failed', 'sent'],
  )
  t.same(await eventsOf(sent.batchId), { 'message.failed': 1, 'message.sent': 1 })
  t.equal(peer.got.length, 2, 'nothing went twice')
  t.same(await proveWallet(own), [])
})

t.test('an operator that speaks of what it never answered has it (MSG-390)', async (t) => {
  const got: { session: PeerSession; pdu: PeerPdu }[] = []
  const { peer, own } = await scene(
    t,
    (session, pdu, at) => {
      got.push({ session, pdu })
      if (at === 2) accept(session, pdu, 'id-2')
    },
    { options: { responseTimeoutSeconds: 0.5, windowSize: 1 } },
  )
  const tell = async (at: number, id: string, word = 'DELIVRD'): Promise<void> => {
    const { session, pdu } = got[at - 1] as (typeof got)[number]
    const receipt = receiptFor(pdu, id)
    const short_message = receipt.short_message.replace('DELIVRD', word)
    await new Promise((resolve) => session.deliver_sm({ ...receipt, short_message }, resolve))
  }
  const uncertain = async ({ batchId }: { batchId: string }): Promise<boolean> =>
    Boolean((await statesOf(batchId))[0]?.uncertain)
  const short = await send(own, {})
  await until('uncertain', () => uncertain(short))
  await tell(1, 'nobody-knows-1', 'ENROUTE')
  await untilStatus(short.batchId, 'sent')
  t.notOk(await uncertain(short))
  t.same(await eventsOf(short.batchId), { 'message.sent': 1 })

  const long = await send(own, { message: 'a'.repeat(200), recipients: phones(1, 7) })
  await until('the second part is unknown', () => uncertain(long))
  t.equal((await statesOf(long.batchId))[0]?.status, 'queued')
  await tell(3, 'nobody-knows-3')
  await untilStatus(long.batchId, 'sent')
  t.notOk(await uncertain(long), 'no part of it is unknown any more')
  await tell(2, 'id-2')
  await untilStatus(long.batchId, 'delivered')
  t.same(await eventsOf(long.batchId), { 'message.sent': 1, 'message.delivered': 1 })
  t.equal(peer.got.length, 3, 'nothing went twice')
  t.same(await proveWallet(own), [])
})

t.test('an answer that names no id: its receipt is known by our reference (MSG-372)', async (t) => {
  const got: { session: PeerSession; pdu: PeerPdu }[] = []
  const { peer, own } = await scene(t, (session, pdu, at) => {
    got.push({ session, pdu })
    accept(session, pdu, at === 4 ? 'id-4' : '')
  })
  const tell = async (at: number, id: string, word = 'DELIVRD'): Promise<void> => {
    const { session, pdu } = got[at - 1] as (typeof got)[number]
    const receipt = receiptFor(pdu, id)
    const short_message = receipt.short_message.replace('DELIVRD', word)
    const { user_message_reference } = pdu
    await new Promise((resolve) =>
      session.deliver_sm({ ...receipt, short_message, user_message_reference }, resolve),
    )
  }
  const [to] = phones(1)
  const [first, second, third, fourth] = [
    await send(own, {}),
    await send(own, {}),
    await send(own, {}),
    await send(own, {}),
  ]
  for (const { batchId } of [first, second, third, fourth]) await untilStatus(batchId, 'sent')
  t.same(new Set(peer.got.map((pdu) => pdu.destination_addr)), new Set([to]))
  await tell(1, '0', 'ENROUTE')
  await tell(1, '0')
  await tell(2, '0', 'UNDELIV')
  await tell(2, '0', 'UNDELIV')
  await tell(3, '')
  await tell(4, 'another')
  await untilStatus(first.batchId, 'delivered')
  await untilStatus(second.batchId, 'failed')
  await untilStatus(third.batchId, 'delivered')
  await untilStatus(fourth.batchId, 'delivered')
  t.same(
    (await rows<{ outcome: string }>(sql`select outcome from msg_receipts order by id`)).map(
      ({ outcome }) => outcome,
    ),
    ['applied', 'applied', 'applied', 'duplicate', 'applied', 'applied'],
  )
  t.same(await proveWallet(own), [])
})

t.test('after a first word the others of that id are known by it (MSG-372)', async (t) => {
  const got: { session: PeerSession; pdu: PeerPdu }[] = []
  const { own } = await scene(t, (session, pdu) => void got.push({ session, pdu }), {
    options: { responseTimeoutSeconds: 0.5 },
  })
  const sent = await send(own, {})
  await until('uncertain', async () => Boolean((await statesOf(sent.batchId))[0]?.uncertain))
  const { session, pdu } = got[0] as (typeof got)[number]
  for (const word of ['ENROUTE', 'DELIVRD', 'DELIVRD']) {
    const receipt = receiptFor(pdu, 'AB12')
    const short_message = receipt.short_message.replace('DELIVRD', word)
    await new Promise((resolve) => session.deliver_sm({ ...receipt, short_message }, resolve))
  }
  await untilStatus(sent.batchId, 'delivered')
  t.same(
    (await rows<{ outcome: string }>(sql`select outcome from msg_receipts order by id`)).map(
      ({ outcome }) => outcome,
    ),
    ['applied', 'applied', 'duplicate'],
  )
})

const receiptFor = (pdu: PeerPdu, id: string) => ({
  source_addr: pdu.destination_addr,
  destination_addr: pdu.source_addr,
  esm_class: 4,
  short_message: `id:${id} sub:001 dlvrd:001 submit date:2601010000 done date:2601010001 stat:DELIVRD err:000 text:x`,
})

/** Three parts, each answered; then the receipts of the places named, and of these alone. */
async function threeParts(t: Test, receipts: LinkRow['receipts'], told: readonly number[]) {
  const places: { session: PeerSession; pdu: PeerPdu }[] = []
  const { peer, own } = await scene(
    t,
    (session, pdu, at) => {
      places.push({ session, pdu })
      accept(session, pdu, `id-${at}`)
    },
    { options: { windowSize: 1 }, row: { receipts } },
  )
  const sent = await send(own, { message: 'a'.repeat(400), validitySeconds: 3600 })
  await untilStatus(sent.batchId, 'sent')
  const tell = async (at: number): Promise<void> => {
    const place = places[at - 1]
    await new Promise((resolve) =>
      place?.session.deliver_sm(receiptFor(place.pdu, `id-${at}`), resolve),
    )
    await until(
      'it is kept',
      async () =>
        (await rows(sql`select 1 from msg_receipts where raw_id = ${`id-${at}`}`)).length > 0,
    )
  }
  for (const at of told) await tell(at)
  return { asked: peer.got.map((pdu) => pdu.registered_delivery), batch: sent.batchId, tell }
}

t.test('with receipts of the first part alone, that part decides', async (t) => {
  const { asked, batch, tell } = await threeParts(t, 'first_part', [3])
  t.same(asked, [1, 0, 0])
  t.equal((await statesOf(batch))[0]?.status, 'sent', 'another decides nothing')
  await tell(1)
  await untilStatus(batch, 'delivered')
})

t.test('with receipts of the last part alone, that part decides', async (t) => {
  const { asked, batch, tell } = await threeParts(t, 'last_part', [1])
  t.same(asked, [0, 0, 1])
  t.equal((await statesOf(batch))[0]?.status, 'sent')
  await tell(3)
  await untilStatus(batch, 'delivered')
})

t.test('without receipts only the end of validity does', async (t) => {
  const { asked, batch } = await threeParts(t, 'none', [1, 2, 3])
  t.same(asked, [0, 0, 0])
  t.equal((await statesOf(batch))[0]?.status, 'sent')
  clock.advance(3_601_000)
  await untilStatus(batch, 'expired')
  t.equal((await statesOf(batch))[0]?.expiry_cause, 'no_receipt')
})
