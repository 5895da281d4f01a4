// Live messages before any operator is bought: the built-in simulator is the way (MSG-361), and numbers
// with a script follow it there too (MSG-363).

import t from 'tap'
import { within } from '../../../db/store/connection.ts'
import { linkCalled, startLink } from '../../../db/messaging/routing/links.ts'
import { boot } from '../../support/boot.ts'
import { until } from '../../support/programs/daemons.ts'
import { drainOn, eventsOf, proveWallet, send, statesOf } from '../../support/messaging/drains.ts'
import { cli, firm } from '../../support/messaging/messaging.ts'

t.test('the built-in simulator as the way of live messages', async (t) => {
  const house = await boot(t)
  const own = await firm(house.app)
  await own.topUp(1000)
  await own.sender()
  await within(() => startLink(cli, 'simulator'))
  t.equal((await linkCalled('simulator')).kind, 'simulator')
  await drainOn(t)
  const sent = await send(own, {
    recipients: ['00', '01', '03', '07', '09', '20'].map((script) => `255710000${script}0`),
  })
  await until('their ends', async () => {
    const found = await statesOf(sent.batchId)
    return found.every(
      ({ status, uncertain }) => !['queued', 'sent'].includes(status) || Boolean(uncertain),
    )
  })
  t.same(
    (await statesOf(sent.batchId)).map(
      ({ status, failure_reason, uncertain }) =>
        failure_reason ?? (uncertain ? 'uncertain' : status),
    ),
    [
      'delivered',
      'unknown_subscriber',
      'unknown_subscriber',
      'delivered',
      'uncertain',
      'content_blocked',
    ],
  )
  t.match(await eventsOf(sent.batchId), { 'message.delivered': 2, 'message.failed': 3 })
  t.same(await proveWallet(own), [])
})
