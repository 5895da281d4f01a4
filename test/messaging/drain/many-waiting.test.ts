// More receipts that wait than are looked at in one go: none is forgotten, none starves (MSG-373).

import t, { type Test } from 'tap'
import { WaitingReceipts } from '../../../daemon/sending/drain/waiting-receipts.ts'
import { clock } from '../../../db/core/clock.ts'
import { row, rows, within } from '../../../db/store/connection.ts'
import { newId } from '../../../db/core/ids.ts'
import { keepReceipts } from '../../../db/messaging/messages/arrivals.ts'
import { sql } from '../../../db/store/sql.ts'
import { drainOn, quiet_log, send, untilStatus } from '../../support/messaging/drains.ts'
import { peerScene } from '../../support/messaging/peer-scene.ts'
import { accept } from '../../support/messaging/smpp-peer.ts'

/** One part that an operator took, the drain stopped since, and receipts as a daemon would try them. */
async function scene(t: Test) {
  const { own, link_id } = await peerScene(t, (session, pdu) => accept(session, pdu, 'known'))
  const { stop } = await drainOn(t)
  const sent = await send(own, {})
  await untilStatus(sent.batchId, 'sent')
  await stop()
  const part = await row<{ match_id: string }>(sql`select match_id from msg_parts`)
  const keep = (count: number, raw_id: string) =>
    within(() =>
      keepReceipts(
        link_id,
        Array.from({ length: count }, () => ({
          id: newId(),
          raw_id,
          status_word: 'DELIVRD',
          received_at: clock.instant(),
          raw: '',
          outcome: 'waiting' as const,
        })),
      ),
    )
  const link = {
    id: link_id,
    receipts: 'every_part' as const,
    error_map: {},
    spell: (id: string | null) => (id === 'known' ? [part?.match_id ?? ''] : []),
  }
  const waiting = async (raw_id = 'known') =>
    (await rows(sql`select id from msg_receipts where outcome = 'waiting' and raw_id = ${raw_id}`))
      .length
  return { keep, waiting, receipts: new WaitingReceipts(link, quiet_log) }
}

t.test('those of an outage are all tried, without another word of anybody', async (t) => {
  const { keep, waiting, receipts } = await scene(t)
  await keep(3500, 'known')
  for (let tries = 0; tries < 3 && receipts.any; tries++) {
    t.ok(receipts.worthTrying, 'at once, while there are more')
    await receipts.tryAgain()
  }
  t.equal(await waiting(), 0)
  t.notOk(receipts.any, 'and then there is nothing to look for')
})

t.test('behind thousands that nobody will ever answer for, each gets its turn', async (t) => {
  const { keep, waiting, receipts } = await scene(t)
  await keep(1, 'known')
  await keep(3200, 'nobody')
  for (const left of [1, 1, 0]) {
    await receipts.tryAgain()
    t.equal(await waiting(), left)
    t.ok(receipts.any)
  }
  // A new round goes back again, and what has just come is tried before it.
  await keep(1, 'known')
  receipts.add()
  await receipts.tryAgain()
  t.equal(await waiting(), 0)
  t.equal(await waiting('nobody'), 3200)
  t.ok(receipts.worthTrying, 'one found its part')
  await receipts.tryAgain()
  t.notOk(receipts.worthTrying, 'they found nobody: it goes on in a second, or at an answer')
  t.ok(receipts.any)
})
