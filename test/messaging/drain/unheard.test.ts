// What an operator owes us and does not bring: receipts that are asked after, texts that never became
// whole, links that stay down (MSG 2.6, 3.6, 7).

import t from 'tap'
import { clock } from '../../../db/core/clock.ts'
import { rows, within } from '../../../db/store/connection.ts'
import { arrive, sweepIncomplete } from '../../../db/messaging/inbound/arrive.ts'
import { watchLinks } from '../../../db/hospital/desk/messaging/watch.ts'
import { sql } from '../../../db/store/sql.ts'
import { boot } from '../../support/boot.ts'
import { until } from '../../support/programs/daemons.ts'
import {
  drainOn,
  phones,
  send,
  smppRoute,
  statesOf,
  untilStatus,
} from '../../support/messaging/drains.ts'
import { firm } from '../../support/messaging/messaging.ts'
import { smppPeer } from '../../support/messaging/smpp-peer.ts'

t.test('a part of which nothing was heard is asked after with query_sm', async (t) => {
  clock.freeze('2026-03-03T09:00:00.000Z')
  const house = await boot(t)
  const asked: string[] = []
  // 2: delivered; 5: undeliverable; an error: nothing is known there.
  const states: Record<string, number> = { 'id-1': 2, 'id-2': 5 }
  const peer = await smppPeer()
  t.teardown(() => peer.close())
  const own = await firm(house.app)
  await own.topUp(1000)
  await own.sender()
  await smppRoute({ port: peer.port, options: { queryAfterMinutes: 5, windowSize: 1 } })
  await drainOn(t)
  await until('the bind', async () => peer.sessions.length === 1)
  peer.sessions[0]?.on('query_sm', (pdu) => {
    const id = pdu.message_id ?? ''
    asked.push(id)
    const state = states[id]
    peer.sessions[0]?.send(
      state === undefined
        ? pdu.response({ command_status: 0x67 })
        : pdu.response({ message_id: id, message_state: state, error_code: 0 }),
    )
  })
  const sent = await send(own, { recipients: phones(3), validitySeconds: 86_400 })
  await untilStatus(sent.batchId, 'sent')
  await new Promise((resolve) => setTimeout(resolve, 400))
  t.same(asked, [], 'not before its time')
  clock.advance(6 * 60_000)
  await until('the answers', async () => {
    const found = (await statesOf(sent.batchId)).map(({ status }) => status)
    return found[0] === 'delivered' && found[1] === 'failed'
  })
  t.equal((await statesOf(sent.batchId))[2]?.status, 'sent')
  t.same(asked.sort(), ['id-1', 'id-2', 'id-3'])
  clock.advance(61_000)
  await new Promise((resolve) => setTimeout(resolve, 400))
  t.equal(asked.length, 3, 'once in the link’s own time')
  clock.advance(5 * 60_000)
  await until('the next round', async () => asked.length === 4)
})

t.test('a long text of which a part never came arrives after a day (MSG-570)', async (t) => {
  clock.freeze('2026-03-03T09:00:00.000Z')
  const house = await boot(t)
  const own = await firm(house.app)
  const link_id = await smppRoute({ port: 1 })
  await within(() => own.sender('15015'))
  const piece = (number: number, text: string) =>
    within(() =>
      arrive(
        { link_id, mode: 'live' },
        {
          id: null,
          from: '255712000001',
          to: '15015',
          text,
          encoding: 'GSM-7',
          place: { reference: 7, total: 3, number },
        },
        clock.instant(),
      ),
    )
  await piece(1, 'Naomba ')
  await piece(3, 'kesho.')
  t.equal(await within(() => sweepIncomplete(clock.instant())), 0)
  clock.advance(25 * 3_600_000)
  t.equal(await within(() => sweepIncomplete(clock.instant())), 1)
  const found = await rows<{ text: string; parts: number; incomplete: unknown }>(
    sql`select text, parts, incomplete from msg_inbound`,
  )
  t.equal(found.length, 1)
  t.equal(found[0]?.text, 'Naomba kesho.')
  t.ok(found[0]?.incomplete)
  t.equal(await within(() => sweepIncomplete(clock.instant())), 0)
})

t.test('a link that stays down is told of, once, and when it is up again', async (t) => {
  clock.freeze('2026-03-03T09:00:00.000Z')
  const house = await boot(t)
  await firm(house.app)
  const watcher = await house.people.administrator()
  const peer = await smppPeer()
  const { port } = peer
  await peer.close()
  await smppRoute({ port, row: { state: 'stopped' } })
  await drainOn(t)
  const state = async () =>
    (await rows<{ state: string }>(sql`select state from msg_links where code = 'peer'`))[0]?.state
  await until('down', async () => (await state()) === 'down')
  t.equal(await watchLinks(), 0, 'a moment is no trouble yet')
  clock.advance(121_000)
  t.equal(await watchLinks(), 1)
  t.equal(await watchLinks(), 0)
  const told = async () =>
    (
      await rows<{ title: string; count: number }>(
        sql`select title, count from notifications where kind = 'messaging.link_down'
            and user_id = ${watcher.user.id}`,
      )
    ).map(({ title, count }) => `${title} ${count}`)
  t.same(await told(), ['The link Peer is down 1'])
  const back = await smppPeer({ port })
  t.teardown(() => back.close())
  await until('up', async () => (await state()) === 'up')
  t.equal(await watchLinks(), 1)
  t.same(await told(), ['The link Peer is up again 2'], 'the same notice, told anew')
})
