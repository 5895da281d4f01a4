// A person settles what nobody knows (MSG-390), and the money follows (MSG-271).

import t from 'tap'
import { rows, run, within } from '../../../db/store/connection.ts'
import { resolve } from '../../../db/messaging/platform/uncertain.ts'
import { walletOf } from '../../../db/messaging/wallet/wallets.ts'
import { forgetAllKept } from '../../../db/store/kept.ts'
import { sql } from '../../../db/store/sql.ts'
import { boot } from '../../support/boot.ts'
import { until } from '../../support/programs/daemons.ts'
import {
  drainOn,
  eventsOf,
  proveWallet,
  send,
  smppRoute,
  statesOf,
} from '../../support/messaging/drains.ts'
import { cli, firm } from '../../support/messaging/messaging.ts'
import {
  accept,
  type PeerPdu,
  type PeerSession,
  smppPeer,
} from '../../support/messaging/smpp-peer.ts'

t.test('accepted, rejected, once more; once each', async (t) => {
  const house = await boot(t)
  let mute = true
  const submit = (session: PeerSession, pdu: PeerPdu, at: number): void => {
    if (!mute) accept(session, pdu, `id-${at}`)
  }
  const peer = await smppPeer({ submit })
  t.teardown(() => peer.close())
  const own = await firm(house.app)
  await own.topUp(1000)
  await own.sender()
  await smppRoute({ port: peer.port, options: { responseTimeoutSeconds: 2, windowSize: 10 } })
  await drainOn(t)
  const balance = async () => (await walletOf(own.live)).balance
  const before_all = await balance()
  /** Two segments each whose outcome nobody knows: 40 shillings. */
  const texts = await Promise.all(
    [1, 2, 3, 4].map((at) =>
      send(own, { recipients: [`25571200000${at}`], message: 'a'.repeat(200) }),
    ),
  )
  t.equal(await balance(), before_all - 4 * 4000)
  await until(
    'every part unknown',
    async () => (await rows(sql`select 1 from msg_parts where state = 'unknown'`)).length === 8,
  )
  for (const { batchId } of texts) t.ok((await statesOf(batchId))[0]?.uncertain)
  mute = false
  const uncertain = (at: number) => ({
    batch: texts[at]?.batchId ?? '',
    id: texts[at]?.messages[0]?.id ?? '',
  })
  const settle = (id: string, outcome: 'accepted' | 'rejected' | 'resend') =>
    within(() => resolve(cli, id, { outcome, reason: 'asked the operator' }))

  await t.test('rejected: both segments are paid back, once', async (t) => {
    const before = await balance()
    const { id, batch } = uncertain(0)
    await settle(id, 'rejected')
    t.equal(await balance(), before + 4000)
    t.match((await statesOf(batch))[0], { status: 'failed', failure_reason: 'operator_rejected' })
    t.same(await eventsOf(batch), { 'message.failed': 1 })
    const entries = await rows<{ kind: string; amount: number; reason: string }>(
      sql`select kind, amount, reason from msg_wallet_entries
          where message_id = ${id} order by seq`,
    )
    t.match(
      entries.map((one) => ({ ...one, amount: Number(one.amount) })),
      [{ kind: 'refund', amount: 4000 }],
    )
    await t.rejects(settle(id, 'rejected'), { status: 409, message: 'This message is failed.' })
    await t.rejects(settle(id, 'accepted'), { message: /is failed/ })
    t.equal(await balance(), before + 4000)
  })

  await t.test('where the operator pays nothing back for a rejection, nothing is', async (t) => {
    await within(() => run(sql`update msg_operators set refund_rejected = false`))
    forgetAllKept()
    const before = await balance()
    const { id, batch } = uncertain(1)
    await settle(id, 'rejected')
    t.equal(await balance(), before)
    t.match((await statesOf(batch))[0], { status: 'failed', refunded: 0 })
    await within(() => run(sql`update msg_operators set refund_rejected = true`))
    forgetAllKept()
  })

  await t.test('accepted: sent, and its money stays', async (t) => {
    const before = await balance()
    const { id, batch } = uncertain(2)
    await settle(id, 'accepted')
    t.match((await statesOf(batch))[0], { status: 'sent', refunded: 0 })
    t.notOk((await statesOf(batch))[0]?.uncertain)
    t.equal(await balance(), before)
    t.same(await eventsOf(batch), { 'message.sent': 1 })
  })

  await t.test('resend: it leaves once more, for the same money', async (t) => {
    const before = await balance()
    const { id, batch } = uncertain(3)
    const got = peer.got.length
    await settle(id, 'resend')
    await until('sent', async () => (await statesOf(batch))[0]?.status === 'sent')
    t.equal(peer.got.length, got + 2)
    t.equal(await balance(), before)
    await t.rejects(settle(id, 'resend'), { message: /is sent/ })
  })
  t.same(await proveWallet(own), [])
})
