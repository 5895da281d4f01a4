// Receipts of which nobody knows whose they are: a person says it, or lays them aside (MSG-373).

import t from 'tap'
import { rows, run, within } from '../../../db/store/connection.ts'
import { keepReceipts } from '../../../db/messaging/messages/arrivals.ts'
import { clock, hours } from '../../../db/core/clock.ts'
import { newId } from '../../../db/core/ids.ts'
import {
  discardReceipt,
  listUnmatched,
  matchReceipt,
} from '../../../db/messaging/platform/unmatched.ts'
import { whole_page } from '../../../db/store/pages.ts'
import { sql } from '../../../db/store/sql.ts'
import { boot } from '../../support/boot.ts'
import { until } from '../../support/programs/daemons.ts'
import { drainOn, eventsOf, send, smppRoute, statesOf } from '../../support/messaging/drains.ts'
import { cli, firm } from '../../support/messaging/messaging.ts'
import { accept, smppPeer } from '../../support/messaging/smpp-peer.ts'

t.test('receipts of nobody', async (t) => {
  const house = await boot(t)
  const peer = await smppPeer({ submit: (session, pdu, at) => accept(session, pdu, `id-${at}`) })
  t.teardown(() => peer.close())
  const own = await firm(house.app)
  await own.topUp(1000)
  await own.sender()
  const link_id = await smppRoute({ port: peer.port })
  await drainOn(t)

  const sent = async (phone: string, message = 'Habari') => {
    const { batchId, messages } = await send(own, { recipients: [phone], message })
    await until('sent', async () => (await statesOf(batchId))[0]?.status === 'sent')
    return { batch: batchId, id: messages[0]?.id ?? '' }
  }
  const came = async (destination: string | null, word = 'DELIVRD', ago = hours(100)) => {
    const id = newId()
    await within(() =>
      keepReceipts(link_id, [
        {
          id,
          raw_id: `strange-${id.slice(-6)}`,
          destination,
          status_word: word,
          received_at: new Date(clock.ms() - ago).toISOString(),
          raw: 'id:strange',
          outcome: 'waiting',
        },
      ]),
    )
    return id
  }
  const listed = async (all = false) => (await listUnmatched({ ...whole_page, all })).rows
  const match = (id: string, message_id: string, part?: number) =>
    within(() => matchReceipt(cli, id, { message_id, ...(part === undefined ? {} : { part }) }))

  await t.test(
    'the old ones are listed with the nearest messages, the young ones on demand',
    async (t) => {
      const { id: message } = await sent('255712000001')
      const old = await came('255712000001')
      const young = await came('255712000009', 'DELIVRD', hours(1))
      t.match(await listed(), [
        { id: old, link: 'peer', guesses: [{ id: message, status: 'sent' }] },
      ])
      t.same(
        (await listed(true)).map(({ id }) => id),
        [young, old],
      )
      await within(() => discardReceipt(cli, young, "another customer's"))
      await within(() => discardReceipt(cli, old, "another customer's"))
      t.same(await listed(true), [])
      const kept = await rows(
        sql`select outcome, decided_by, reason from msg_receipts where id = ${old}`,
      )
      t.match(kept, [
        { outcome: 'discarded', decided_by: 'cli:test', reason: "another customer's" },
      ])
      await t.rejects(
        within(() => discardReceipt(cli, old, 'again')),
        {
          status: 409,
          message: 'This receipt is discarded.',
        },
      )
    },
  )

  await t.test('a match makes of the message what the receipt says, once', async (t) => {
    const { id, batch } = await sent('255712000002')
    const receipt = await came('255712000002')
    t.match(await match(receipt, id), { outcome: 'applied', status: 'delivered' })
    t.match(await statesOf(batch), [{ status: 'delivered' }])
    t.same(await eventsOf(batch), { 'message.sent': 1, 'message.delivered': 1 })
    await t.rejects(match(receipt, id), { status: 409, message: 'This receipt is applied.' })
    const late = await came('255712000002', 'UNDELIV')
    t.match(await match(late, id), { outcome: 'late', status: 'delivered' })
    t.match(await statesOf(batch), [{ status: 'delivered', late_receipt: 'UNDELIV' }])
  })

  await t.test('a part without an answer was taken: the operator speaks of it', async (t) => {
    const { id, batch } = await sent('255712000003')
    // As after a lost connection: nobody heard the answer.
    await within(() =>
      run(sql`update msg_parts set state = 'unknown', match_id = null, operator_message_id = null
        where message_id = ${id}`),
    )
    const receipt = await came('255712000003', 'UNDELIV')
    t.match(await match(receipt, id), { outcome: 'applied', status: 'failed' })
    t.match(await statesOf(batch), [{ status: 'failed', failure_reason: 'undeliverable' }])
  })

  await t.test('what does not fit is refused in words', async (t) => {
    const { id } = await sent('255712000004')
    const other = await came('255712000005')
    await t.rejects(match(other, id), { status: 409, message: /is for 255712000005/ })
    await t.rejects(match(other, newId()), { status: 404, message: 'No such message.' })
    const { id: long } = await sent('255712000005', 'a'.repeat(200))
    await t.rejects(match(other, long), { status: 400, message: /^part is needed: .* 1, 2\.$/ })
    await t.rejects(match(other, long, 3), { status: 400, message: 'part must be one of 1, 2.' })
    t.match(await match(other, long, 2), { outcome: 'applied', status: 'sent' })
  })
})
