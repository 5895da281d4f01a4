// Two daemons on one PostgreSQL queue, each with a link of its own while both live, and kill -9 of
// either or of both at any moment (MSG-314, MSG-391): the same must be true as of one.
//   KITUO_KILLS=100 for a hundred

import t from 'tap'
import { database, rows, run, within } from '../../../db/store/connection.ts'
import { change } from '../../../db/messaging/settings/settings.ts'
import { msg_routes } from '../../../db/messaging/routing/tables.ts'
import { sql } from '../../../db/store/sql.ts'
import { boot } from '../../support/boot.ts'
import { type DaemonProcess, daemonOn, until } from '../../support/programs/daemons.ts'
import { on_postgres } from '../../support/database.ts'
import { smppRoute } from '../../support/messaging/drains.ts'
import {
  proveKilled,
  repeatingOperator,
  sendingBy,
  untilAllIsOver,
} from '../../support/programs/kills.ts'
import { firm } from '../../support/messaging/messaging.ts'
import { type Peer, smppPeer } from '../../support/messaging/smpp-peer.ts'
import { chanceOf } from '../../support/seeded.ts'

const chance = chanceOf(t)

// What the machine needs when it is busy; the file's own limit would cut the test short.
t.setTimeout(600_000)

const skip = on_postgres ? false : 'one daemon holds an SQLite file'
const laps = Number(process.env['KITUO_KILLS'] ?? 3)
const window = 20

t.test(
  'two daemons that are killed while they send',
  { skip, timeout: 600_000 + laps * 40_000 },
  async (t) => {
    const house = await boot(t)
    const { address, folder } = house.database
    const operators = [repeatingOperator(chance, 'a'), repeatingOperator(chance, 'b')]
    const peers: Peer[] = []
    const links: string[] = []
    for (const [at, operator] of operators.entries()) {
      const peer = await smppPeer({
        submit: (session, pdu, number) => operator.submit(session, pdu, number),
        bound: (session) => operator.bound(session),
      })
      t.teardown(async () => {
        operator.stop()
        await peer.close()
      })
      peers.push(peer)
      const options = { windowSize: window, responseTimeoutSeconds: 5 }
      links.push(await smppRoute({ code: `peer${at}`, port: peer.port, options }))
    }
    await within(async () => {
      await msg_routes.removeAnywhere({})
      for (const { code } of await rows<{ code: string }>(sql`select code from msg_operators`))
        await msg_routes.insert({
          operator_code: code,
          link_id: links[code === 'vodacom' ? 1 : 0] ?? '',
          position: 1,
        })
      await change({ rate_limit_per_minute: 100_000 }, 'test')
    })
    const sender = await firm(house.app)
    await sender.topUp(1_000_000 * (10 + laps))
    await sender.sender()
    const sending = sendingBy((await sender.key()).token)

    let kills = 0
    const owners = async (): Promise<number> =>
      (
        await rows(
          sql`select distinct lease_owner from msg_links
            where lease_owner is not null and code like 'peer%'`,
        )
      ).length
    let two_owned = 0
    for (let lap = 0; lap < laps; lap++) {
      const pair = await pairOf()
      two_owned = Math.max(two_owned, await owners())
      const going = new Set(pair)
      const load = Promise.all(
        pair.flatMap((one) =>
          [1, 2, 3].map(async () => {
            while (going.has(one) && (await sending.send(one.url)));
          }),
        ),
      )
      const [first, second] = chance() < 0.5 ? pair : pair.toReversed()
      for (const one of [first, second]) {
        const before = sending.accepted.length
        // In the middle of its work, however slow the machine is.
        await until('some that are accepted', async () => sending.accepted.length > before + 10)
        await new Promise((resolve) => setTimeout(resolve, chance() * 700))
        await one?.kill()
        kills += 1
        if (one !== undefined) going.delete(one)
        await free()
      }
      await load
    }
    t.same(sending.unexpected, [], 'whoever was answered was accepted')
    t.equal(two_owned, 2, 'each had a link of its own')

    const last = await daemonOn(t, { address, folder })
    await untilAllIsOver(() => operators.reduce((sum, { owed }) => sum + owed.size, 0))
    const { accepted } = sending
    const got = peers.flatMap((peer) => peer.got)
    proveKilled(t, { sender, accepted, got, kills, unknown_a_kill: window * 2 })
    await last.kill('SIGTERM')

    /** The one takes both links; one of them is laid into the hands of the other. */
    async function pairOf(): Promise<DaemonProcess[]> {
      const one = await daemonOn(t, { address, folder })
      await until('both links', async () => (await owned()).every((owner) => owner !== null))
      const other = await daemonOn(t, { address, folder })
      await within(() =>
        run(sql`update msg_links set fence = fence + 1, lease_until = '2026-01-01T00:00:00.000Z',
          lease_owner = (select id from daemons where pid = ${other.child.pid ?? 0})
          where id = ${links[1] ?? ''}`),
      )
      await until('a link each', async () => (await owners()) === 2)
      return [one, other]
    }
    async function owned(): Promise<(string | null)[]> {
      const found = await rows<{ lease_owner: string | null }>(
        sql`select lease_owner from msg_links where code like 'peer%'`,
      )
      return found.map(({ lease_owner }) => lease_owner)
    }
    /** Whoever is left would wait half a minute for the lease of the one that is gone (MSG-312). */
    async function free(): Promise<void> {
      await database().script("update msg_links set lease_until = '2026-01-01T00:00:00.000Z'")
    }
  },
)
