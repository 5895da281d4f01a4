// Two daemons on one PostgreSQL queue (MSG-314): one owns a link at a time, the other takes it over
// when the owner is gone, and nothing goes twice.

import t from 'tap'
import { rows, run, within } from '../../../db/store/connection.ts'
import { intend } from '../../../db/messaging/drain/intents.ts'
import { renewLeases, takeLease } from '../../../db/messaging/drain/leases.ts'
import { sql } from '../../../db/store/sql.ts'
import { boot } from '../../support/boot.ts'
import { daemonOn, until } from '../../support/programs/daemons.ts'
import { on_postgres } from '../../support/database.ts'
import { phones, proveWallet, send, smppRoute, statesOf } from '../../support/messaging/drains.ts'
import { firm } from '../../support/messaging/messaging.ts'
import { accept, smppPeer } from '../../support/messaging/smpp-peer.ts'

t.test('a lease is one daemon’s, and its fence grows', async (t) => {
  const house = await boot(t)
  const sender = await firm(house.app)
  await sender.topUp(1000)
  await sender.sender()
  const link_id = await smppRoute({ port: 1 })
  t.equal(await takeLease(link_id, 'a'), 1)
  if (on_postgres) t.equal(await takeLease(link_id, 'b'), null, 'while it runs it is nobody else’s')
  t.same(await renewLeases([{ link_id, fence: 1 }], 'a'), new Set([link_id]))
  await within(() => run(sql`update msg_links set lease_until = '2026-01-01T00:00:00.000Z'`))
  t.equal(await takeLease(link_id, 'b'), 2)
  t.same(await renewLeases([{ link_id, fence: 1 }], 'a'), new Set(), 'the old owner learns of it')
  const sent = await send(sender, {})
  const message = {
    message_id: sent.messages[0]?.id,
    hospital_id: sender.live.hospital_id,
    phone: '255712000000',
  } as never
  const intent = (part_id: string) => ({
    message,
    part_id,
    number: 1,
    segments: 1,
    bind: 0,
    sequence: 1,
    user_reference: 1,
    resumed: false,
  })
  const at = new Date().toISOString()
  const only = (part_id: string) => () => ({ intents: [intent(part_id)], later: [], at })
  const old = { link_id, daemon: 'a', fence: 1 }
  t.equal((await intend(old, only('old'))).size, 0, 'and can write no intent')
  t.equal((await intend({ link_id, daemon: 'b', fence: 2 }, only('new'))).size, 1)
  t.equal(
    (await intend({ link_id, daemon: 'b', fence: 2 }, only('again'))).size,
    0,
    'one intent for a message',
  )
  await within(() => run(sql`update msg_links set lease_until = '2026-01-01T00:00:00.000Z'`))
  t.equal(await takeLease(link_id, 'c'), 3)
  const [part] = await rows<{ state: string }>(sql`select state from msg_parts`)
  t.equal(part?.state, 'unknown', 'what the old owner left open nobody can say')
  t.ok((await statesOf(sent.batchId))[0]?.uncertain)
})

t.test(
  'two daemons drain one queue',
  { skip: on_postgres ? false : 'PostgreSQL alone', timeout: 600_000 },
  async (t) => {
    const house = await boot(t)
    const { address, folder } = house.database
    const peer = await smppPeer({
      submit: (session, pdu, at) => void setTimeout(() => accept(session, pdu, `id-${at}`), 3),
    })
    t.teardown(() => peer.close())
    const sender = await firm(house.app)
    await sender.topUp(1_000_000)
    await sender.sender()
    await smppRoute({ port: peer.port, options: { windowSize: 20 } })
    const first = await daemonOn(t, { address, folder })
    const second = await daemonOn(t, { address, folder })
    await until('the bind', async () => peer.sessions.length > 0)
    const batches = await Promise.all(
      [0, 1, 2, 3, 4].map((at) => send(sender, { recipients: phones(400, at * 400) })),
    )
    await until('a part of the way', async () => peer.got.length > 300)
    const [owner] = await rows<{ lease_owner: string }>(
      sql`select lease_owner from msg_links where code = 'peer'`,
    )
    const [daemon] = await rows<{ pid: number }>(
      sql`select pid from daemons where id = ${owner?.lease_owner}`,
    )
    const [gone, heir] = daemon?.pid === first.child.pid ? [first, second] : [second, first]
    await gone.kill()
    await within(() => run(sql`update msg_links set lease_until = '2026-01-01T00:00:00.000Z'`))
    const open = async (): Promise<number> =>
      Number(
        (
          await rows<{ n: number }>(
            sql`select count(*) as n from msg_messages where status = 'queued' and not uncertain`,
          )
        )[0]?.n,
      )
    await until('the rest', async () => (await open()) === 0)
    const numbers = peer.got.map(({ destination_addr }) => destination_addr)
    t.equal(new Set(numbers).size, numbers.length, 'nothing went twice')
    const states = (await Promise.all(batches.map(({ batchId }) => statesOf(batchId)))).flat()
    const uncertain = states.filter((one) => Boolean(one.uncertain))
    t.ok(uncertain.length <= 20, `${uncertain.length} are uncertain`)
    t.ok(states.every((one) => one.status === 'sent' || Boolean(one.uncertain)))
    t.same(await proveWallet(sender), [])
    await heir.kill('SIGTERM')
  },
)
