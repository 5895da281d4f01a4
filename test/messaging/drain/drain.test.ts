// The drain against an operator of another make (MSG 4.10, 4.14).

import t, { type Test } from 'tap'
import { clock } from '../../../db/core/clock.ts'
import { rows, within } from '../../../db/store/connection.ts'
import { cancelMessage } from '../../../db/messaging/messages/cancelling.ts'
import { change as changeSettings } from '../../../db/messaging/settings/settings.ts'
import { walletOf } from '../../../db/messaging/wallet/wallets.ts'
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
import type { Firm } from '../../support/messaging/messaging.ts'
import { peerScene } from '../../support/messaging/peer-scene.ts'
import { accept, type PeerPdu, type PeerSession } from '../../support/messaging/smpp-peer.ts'

const receiptFor = (pdu: PeerPdu, id: string, stat = 'DELIVRD', err = '000') => ({
  source_addr: pdu.destination_addr,
  destination_addr: pdu.source_addr,
  esm_class: 4,
  short_message: `id:${id} sub:001 dlvrd:001 submit date:2601010000 done date:2601010001 stat:${stat} err:${err} text:x`,
})

const delivering = (session: PeerSession, pdu: PeerPdu, at: number): void => {
  accept(session, pdu, `id-${at}`)
  session.deliver_sm(receiptFor(pdu, `id-${at}`))
}

t.test('accepted messages leave by themselves and are delivered once', async (t) => {
  const { peer, sender } = await scene(t, delivering)
  const sent = await send(sender, { recipients: phones(200) })
  await untilStatus(sent.batchId, 'delivered')
  t.equal(peer.got.length, 200)
  t.equal(new Set(peer.got.map(({ destination_addr }) => destination_addr)).size, 200)
  const events = await eventsOf(sent.batchId)
  t.equal(events['message.delivered'], 200)
  t.ok((events['message.sent'] ?? 0) <= 200)
})

/** A firm with money and a sender, a peer that does as told, a link to it, and the drain. */
async function scene(t: Test, ...to: Tail<Parameters<typeof peerScene>>) {
  const { own: sender, ...found } = await peerScene(t, ...to)
  const { drain, stop } = await drainOn(t)
  return { ...found, sender, drain, stop }
}
type Tail<T extends unknown[]> = T extends [unknown, ...infer Rest] ? Rest : never

const balanceOf = async (sender: Firm): Promise<number> => (await walletOf(sender.live)).balance

t.test(
  'a rejection fails the message, names the reason and pays back (MSG-271, MSG-376)',
  async (t) => {
    const codes = [0x0b, 0x0a, 0x45, 0x33]
    const { sender } = await scene(
      t,
      (session, pdu, at) =>
        void session.send(pdu.response({ command_status: codes[(at - 1) % codes.length] })),
      { row: { error_map: { '0x33': 'content_blocked' } } as never, options: { windowSize: 1 } },
    )
    const before = await balanceOf(sender)
    const sent = await send(sender, { recipients: phones(4) })
    await untilStatus(sent.batchId, 'failed')
    t.same(
      (await statesOf(sent.batchId)).map(({ failure_reason }) => failure_reason),
      ['unknown_subscriber', 'sender_blocked', 'operator_rejected', 'content_blocked'],
    )
    t.equal(await balanceOf(sender), before)
    t.same(await eventsOf(sent.batchId), { 'message.failed': 4 })
    const proof = await proveWallet(sender)
    t.same(proof, [])
  },
)

t.test('a failure receipt fails the message and keeps the money; its words name why', async (t) => {
  const { sender } = await scene(
    t,
    (session, pdu, at) => {
      const [stat, err] = [
        ['UNDELIV', '006'],
        ['REJECTD', '000'],
        ['DELETED', '000'],
        ['UNDELIV', '999'],
        ['EXPIRED', '000'],
      ][(at - 1) % 5] as [string, string]
      accept(session, pdu, `id-${at}`)
      session.deliver_sm(receiptFor(pdu, `id-${at}`, stat, err))
    },
    { options: { windowSize: 1 } },
  )
  const before = await balanceOf(sender)
  const sent = await send(sender, { recipients: phones(5) })
  await until('five ends', async () =>
    (await statesOf(sent.batchId)).every(
      ({ status }) => status === 'failed' || status === 'expired',
    ),
  )
  t.same(
    (await statesOf(sent.batchId)).map(
      ({ status, failure_reason, expiry_cause }) => failure_reason ?? `${status} ${expiry_cause}`,
    ),
    ['absent_subscriber', 'operator_rejected', 'deleted', 'undeliverable', 'expired operator'],
  )
  t.equal(before - (await balanceOf(sender)), sent.cost * 100)
})

t.test(
  'receipts before the answer, out of order, twice and backwards (MSG-373 to MSG-375)',
  async (t) => {
    const { sender, peer } = await scene(t, (session, pdu, at) => {
      const id = `ID${at}`
      session.deliver_sm(receiptFor(pdu, id.toLowerCase()), () => {
        accept(session, pdu, id)
        session.deliver_sm(receiptFor(pdu, id))
        session.deliver_sm(receiptFor(pdu, id, 'ENROUTE'))
      })
    })
    const sent = await send(sender, { recipients: phones(20) })
    await untilStatus(sent.batchId, 'delivered')
    await until('every receipt', async () => {
      const [found] = await rows<{ n: number }>(
        sql`select count(*) as n from msg_receipts where outcome <> 'waiting'`,
      )
      return Number(found?.n) === 60
    })
    const outcomes = await rows<{ outcome: string; n: number }>(
      sql`select outcome, count(*) as n from msg_receipts group by outcome order by outcome`,
    )
    t.same(Object.fromEntries(outcomes.map(({ outcome, n }) => [outcome, Number(n)])), {
      applied: 20,
      backwards: 20,
      duplicate: 20,
    })
    t.equal((await eventsOf(sent.batchId))['message.delivered'], 20)
    t.equal(peer.got.length, 20)
  },
)

t.test('an id in decimal matches an answer in hex (MSG-372)', async (t) => {
  const { sender } = await scene(t, (session, pdu, at) => {
    const id = 0xabc000 + at
    accept(session, pdu, id.toString(16).toUpperCase())
    session.deliver_sm(receiptFor(pdu, String(id).padStart(10, '0')))
  })
  const sent = await send(sender, { recipients: phones(10) })
  await untilStatus(sent.batchId, 'delivered')
})

t.test(
  'several parts: in order, over one link; every one must be delivered (MSG-307, MSG-374)',
  async (t) => {
    const { sender, peer } = await scene(t, delivering, { options: { windowSize: 2 } })
    const sent = await send(sender, {
      recipients: phones(5),
      message: 'a'.repeat(153) + 'b'.repeat(153) + 'c'.repeat(50),
    })
    await untilStatus(sent.batchId, 'delivered')
    t.equal(peer.got.length, 15)
    const numbers = Map.groupBy(peer.got, ({ destination_addr }) => destination_addr)
    for (const parts of numbers.values()) {
      t.same(
        parts.map(({ short_message }) => String(short_message.message)[0]),
        ['a', 'b', 'c'],
      )
      const references = parts.map(({ short_message }) => short_message.udh?.[0]?.[2])
      t.equal(new Set(references).size, 1)
    }
    t.equal((await eventsOf(sent.batchId))['message.delivered'], 5)
  },
)

t.test('a rejected part fails the whole message; what was never sent is paid back', async (t) => {
  const { sender, peer } = await scene(
    t,
    (session, pdu, at) =>
      at === 2
        ? void session.send(pdu.response({ command_status: 0x45 }))
        : accept(session, pdu, `id-${at}`),
    { options: { windowSize: 1 } },
  )
  const sent = await send(sender, { message: 'a'.repeat(153 * 4) })
  await untilStatus(sent.batchId, 'failed')
  t.equal(peer.got.length, 2)
  const [message] = await statesOf(sent.batchId)
  // Four segments: one accepted, one rejected, two never sent.
  t.equal(message?.refunded, 3 * 2000)
  t.same(await proveWallet(sender), [])
})

t.test(
  'a connection that drops mid-window: unknown, not sent again, settled by its receipt (MSG-390)',
  async (t) => {
    const ids: PeerPdu[] = []
    const { sender, peer } = await scene(
      t,
      (session, pdu, at) => {
        ids.push(pdu)
        if (at < 4) return
        if (at === 4) session.socket.destroy()
        else accept(session, pdu, `id-${at}`)
      },
      { options: { windowSize: 4 } },
    )
    const sent = await send(sender, { recipients: phones(4) })
    await until('uncertain', async () =>
      (await statesOf(sent.batchId)).every(({ uncertain }) => Boolean(uncertain)),
    )
    await until('the next session', async () => peer.sessions.length === 2)
    const next = await send(sender, { recipients: phones(2, 100) })
    await untilStatus(next.batchId, 'sent')
    t.equal(peer.got.length, 6, 'nothing went twice')
    const [first] = ids
    if (first !== undefined)
      peer.sessions[1]?.deliver_sm({
        ...receiptFor(first, 'other-id'),
        user_message_reference: first.user_message_reference,
      })
    await until(
      'one delivered',
      async () =>
        (await statesOf(sent.batchId)).filter(({ status }) => status === 'delivered').length === 1,
    )
    t.notOk((await statesOf(sent.batchId)).find(({ status }) => status === 'delivered')?.uncertain)
  },
)

// Half a second: people may set two at least, and the link itself does not mind.
t.test(
  'never an answer: uncertain, and expired at the end of its validity with the money back',
  async (t) => {
    const { sender, peer } = await scene(t, () => undefined, {
      options: { responseTimeoutSeconds: 0.5 },
    })
    const before = await balanceOf(sender)
    const sent = await send(sender, { recipients: phones(2), validitySeconds: 60 })
    await until('uncertain', async () =>
      (await statesOf(sent.batchId)).every(({ uncertain }) => Boolean(uncertain)),
    )
    clock.advance(61_000)
    await untilStatus(sent.batchId, 'expired')
    t.same(
      (await statesOf(sent.batchId)).map(({ expiry_cause }) => expiry_cause),
      ['uncertain', 'uncertain'],
    )
    t.equal(peer.got.length, 2)
    t.equal(await balanceOf(sender), before)
    t.same(await eventsOf(sent.batchId), { 'message.expired': 2 })
  },
)

t.test('resendOnUnknown sends once more, and only once', async (t) => {
  const { sender, peer } = await scene(t, () => undefined, {
    options: { responseTimeoutSeconds: 0.5 },
    row: { resend_on_unknown: 'always' } as never,
  })
  const sent = await send(sender, {})
  await until('the second', async () => peer.got.length === 2)
  await until('uncertain', async () => Boolean((await statesOf(sent.batchId))[0]?.uncertain))
  t.equal(peer.got.length, 2)
})

t.test(
  'throttled for twenty seconds: the link slows down, nothing is lost or failed (MSG-316, MSG-340)',
  async (t) => {
    const began = clock.ms()
    const { sender, peer, drain } = await scene(t, (session, pdu, at) =>
      clock.ms() - began < 20_000
        ? void session.send(pdu.response({ command_status: at % 2 === 0 ? 0x58 : 0x14 }))
        : delivering(session, pdu, at),
    )
    const sent = await send(sender, { recipients: phones(3) })
    await until('throttled', async () => peer.got.length >= 3)
    // The peer has them before anybody here has read its answer.
    await until('half its rate', async () =>
      drain.links().some(({ code, rate }) => code === 'peer' && rate < 5000),
    )
    clock.advance(21_000)
    await until('delivery', async () => {
      clock.advance(500)
      return (await statesOf(sent.batchId)).every(({ status }) => status === 'delivered')
    })
    t.same(
      (await statesOf(sent.batchId)).map(({ tries }) => tries),
      [0, 0, 0],
      'it cost no attempt',
    )
  },
)

t.test('temporary faults are tried again, and twenty are enough (MSG-317)', async (t) => {
  const { sender, peer } = await scene(
    t,
    (session, pdu) => void session.send(pdu.response({ command_status: 0x08 })),
  )
  const sent = await send(sender, {})
  for (let attempt = 1; attempt <= 20; attempt++) {
    await until(`attempt ${attempt}`, async () => peer.got.length >= attempt)
    await until(`its answer`, async () => {
      const [one] = await statesOf(sent.batchId)
      return one?.tries === attempt || one?.status === 'failed'
    })
    clock.advance(61_000)
  }
  await untilStatus(sent.batchId, 'failed')
  t.equal(peer.got.length, 20)
  t.equal((await statesOf(sent.batchId))[0]?.failure_reason, 'operator_error')
})

t.test('people’s words arrive once and are told (MSG-570, MSG-571)', async (t) => {
  const { peer, sender } = await scene(t, delivering)
  const sent = await send(sender, { recipients: ['255712000001'] })
  await untilStatus(sent.batchId, 'delivered')
  const [session] = peer.sessions
  const words = { source_addr: '255712000001', destination_addr: 'KLINIKI', short_message: 'NDIYO' }
  await new Promise((resolve) => session?.deliver_sm(words, resolve))
  await new Promise((resolve) => session?.deliver_sm(words, resolve))
  const found = await rows<{ text: string; in_reply_to: string; account_id: string }>(
    sql`select text, in_reply_to, account_id from msg_inbound`,
  )
  t.same(found, [
    { text: 'NDIYO', in_reply_to: sent.messages[0]?.id, account_id: sender.account.id },
  ])
  const [event] = await rows<{ n: number }>(
    sql`select count(*) as n from msg_events where type = 'sms.received'`,
  )
  t.equal(Number(event?.n), 1)
})

t.test(
  'parts of a long text are joined; what is no receipt is somebody’s words (MSG-371)',
  async (t) => {
    const { peer } = await scene(t, delivering)
    await until('the bind', async () => peer.sessions.length === 1)
    const [session] = peer.sessions
    const say = (fields: object) => new Promise((resolve) => session?.deliver_sm(fields, resolve))
    const from = { source_addr: '255712000002', destination_addr: '15015' }
    for (const number of [2, 1])
      await say({
        ...from,
        esm_class: 0x40,
        short_message: { udh: Buffer.from([5, 0, 3, 9, 2, number]), message: `part ${number} ` },
      })
    await say({ ...from, short_message: 'id:12345 stat:DELIVRD says a joker' })
    const found = await rows<{ text: string; parts: number }>(
      sql`select text, parts from msg_inbound order by id`,
    )
    t.same(found, [
      { text: 'part 1 part 2 ', parts: 2 },
      { text: 'id:12345 stat:DELIVRD says a joker', parts: 1 },
    ])
  },
)

t.test('cancelled before its turn it never leaves; paused, nothing does (MSG-308)', async (t) => {
  const { peer, sender } = await scene(t, delivering, { throughput: 1 })
  await within(() => changeSettings({ gateway_paused: true }, 'test'))
  await new Promise((resolve) => setTimeout(resolve, 300))
  const sent = await send(sender, { recipients: phones(2) })
  await new Promise((resolve) => setTimeout(resolve, 300))
  t.equal(peer.got.length, 0)
  await within(() => cancelMessage({ actor: 'test' }, sender.live, sent.messages[0]?.id ?? ''))
  await within(() => changeSettings({ gateway_paused: false }, 'test'))
  await until('the other', async () => (await statesOf(sent.batchId))[1]?.status === 'delivered')
  t.equal(peer.got.length, 1)
  t.equal((await statesOf(sent.batchId))[0]?.failure_reason, 'cancelled')
})
