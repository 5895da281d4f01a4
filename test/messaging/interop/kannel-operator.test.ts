// Kannel's drive_smpp as the operator of our drain (MSG-344): an SMPP server that nobody here wrote.

import t from 'tap'
import { rows } from '../../../db/store/connection.ts'
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
import { folder } from '../../support/folder.ts'
import { driveSmpp, without_drive_smpp } from '../../support/messaging/kannel.ts'
import { firm } from '../../support/messaging/messaging.ts'

t.setTimeout(600_000)

t.test('interop: our drain over Kannel’s operator', { skip: without_drive_smpp }, async (t) => {
  const house = await boot(t)
  const operator = await driveSmpp(t, { folder: folder(t), texts: 20 })
  const sender = await firm(house.app)
  await sender.sender()
  await sender.topUp(1_000_000)
  await smppRoute({
    port: operator.port,
    options: { bindMode: 'transmitter_receiver', systemId: 'foo', windowSize: 10 },
  })
  const { stop } = await drainOn(t)
  const { batchId } = await send(sender, { recipients: phones(200) })
  await untilStatus(batchId, 'sent')
  const long = await send(sender, { message: 'Karibu kliniki. '.repeat(30) })
  await untilStatus(long.batchId, 'sent')

  await t.test('each was submitted once, and none is in doubt', async (t) => {
    for (const { status, uncertain, tries } of await statesOf(batchId))
      t.same([status, Boolean(uncertain), tries], ['sent', false, 0])
  })

  await t.test('its own texts came in, each once', async (t) => {
    const count = async () =>
      Number((await rows<{ n: number }>(sql`select count(*) as n from msg_inbound`))[0]?.n)
    await until('twenty texts', async () => (await count()) >= 20)
    t.equal(await count(), 20)
  })

  await t.test('it heard as many as we said', async (t) => {
    await stop()
    await operator.ended
    const parts = 200 + long.segments
    t.match(operator.log(), new RegExp(`Number of messages sent to SMSC: ${parts}\\b`))
    t.match(operator.log(), /Number of messages sent to ESME: 20\b/)
  })
})
