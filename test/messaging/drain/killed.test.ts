// kill -9 of the daemon while it accepts, drains and takes receipts, at any moment, again and again
// (MSG-391): nothing accepted is lost, nothing is submitted twice, nothing is charged twice, every
// wallet equals its ledger.
//   KITUO_KILLS=100 for a hundred; DB=postgres for the other database

import t from 'tap'
import { closeDatabase, openDatabase, within } from '../../../db/store/connection.ts'
import { change } from '../../../db/messaging/settings/settings.ts'
import { boot } from '../../support/boot.ts'
import { daemonOn, until } from '../../support/programs/daemons.ts'
import { on_postgres } from '../../support/database.ts'
import { smppRoute } from '../../support/messaging/drains.ts'
import {
  freeLeases,
  proveKilled,
  repeatingOperator,
  sendingBy,
  untilAllIsOver,
} from '../../support/programs/kills.ts'
import { firm } from '../../support/messaging/messaging.ts'
import { smppPeer } from '../../support/messaging/smpp-peer.ts'
import { chanceOf } from '../../support/seeded.ts'

const chance = chanceOf(t)

// What the machine needs when it is busy; the file's own limit would cut the test short.
t.setTimeout(600_000)

const kills = Number(process.env['KITUO_KILLS'] ?? 5)
const window = 20
const binds = 2

t.test(
  'a daemon that is killed while it sends',
  { timeout: 600_000 + kills * 20_000 },
  async (t) => {
    const house = await boot(t)
    const { address, folder } = house.database
    const operator = repeatingOperator(chance)
    const peer = await smppPeer({
      submit: (session, pdu, at) => operator.submit(session, pdu, at),
      bound: (session) => operator.bound(session),
    })
    t.teardown(async () => {
      operator.stop()
      await peer.close()
    })
    const sender = await firm(house.app)
    await sender.topUp(100_000 * (10 + kills))
    await sender.sender()
    const key = await sender.key()
    await within(() => change({ rate_limit_per_minute: 100_000 }, 'test'))
    await smppRoute({
      port: peer.port,
      options: { windowSize: window, binds, responseTimeoutSeconds: 5 },
    })
    await closeDatabase()

    const sending = sendingBy(key.token)
    for (let lap = 0; lap < kills; lap++) {
      const before = sending.accepted.length
      const daemon = await daemonOn(t, { address, folder })
      let going = true
      const load = Promise.all(
        Array.from({ length: 4 }, async () => {
          while (going && (await sending.send(daemon.url)));
        }),
      )
      // It is in the middle of its work, however slow the machine is.
      await until('some that are accepted', async () => sending.accepted.length > before + 10)
      await new Promise((resolve) => setTimeout(resolve, chance() * 900))
      await daemon.kill()
      going = false
      await load
      if (on_postgres) await freeLeases(address)
    }
    t.same(sending.unexpected, [], 'whoever was answered was accepted')

    const last = await daemonOn(t, { address, folder })
    await openDatabase(address)
    await untilAllIsOver(() => operator.owed.size)
    const { accepted } = sending
    proveKilled(t, { sender, accepted, got: peer.got, kills, unknown_a_kill: window * binds })
    await last.kill('SIGTERM')
  },
)
