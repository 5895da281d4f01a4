// The virtual clock of test mode over a whole schedule of webhook attempts: 2 h 12 min 30 s and six
// posts that fail, waited for by nobody (MSG 9 M23).

import { startDeliveries } from '../daemon/sending/deliver.ts'
import { setSharedLine, webhookLine } from '../daemon/sending/webhook-calls.ts'
import { row } from '../db/store/connection.ts'
import { sql } from '../db/store/sql.ts'
import { receiver } from '../test/support/messaging/receiver.ts'
import { letCallHere } from '../test/support/messaging/webhooks.ts'
import { owning } from './harness/owner.ts'
import { median, report } from './harness/report.ts'
import { log, openHouse } from './harness/sending.ts'

const rounds = 5
const schedule_s = 2 * 3600 + 12 * 60 + 30
const house = await openHouse()
await letCallHere(house)
const { owner, end } = owning()
const there = await receiver(owner)
there.answers = (_post, reply) => reply.writeHead(500).end('broken')
const line = webhookLine()
setSharedLine(line)
const deliverer = startDeliveries({ log, line })
const key = await house.sender.key({ mode: 'test', scopes: ['*', 'test:manage'] })
await key.put('/v1/webhooks', { url: there.url, events: ['message.sent'] })

const took: number[] = []
for (let round = 0; round < rounds; round++) {
  const { status } = await key.post('/v1/sms/send', {
    recipients: ['0712345678'],
    senderId: 'SMSTEST',
    message: 'Habari',
  })
  if (status !== 202) throw new Error(`the send was answered ${status}`)
  const began = performance.now()
  // A gap may be a twentieth longer than the schedule says.
  const moved = await key.post('/v1/test/clock/advance', { seconds: schedule_s * 1.06 })
  took.push(performance.now() - began)
  if (moved.status !== 200) throw new Error(`the clock was answered ${moved.status}`)
}
const failed = await row<{ n: number; attempts: number }>(
  sql`select count(*) as n, min(attempts) as attempts from msg_deliveries where status = 'failed'`,
)
await deliverer.stop()
setSharedLine(null)
await end()
await house.close()
report(
  'virtual-clock',
  {
    'a whole schedule': {
      rounds,
      'median s': Number((median(took) / 1000).toFixed(2)),
      'longest s': Number((Math.max(...took) / 1000).toFixed(2)),
      'given up': Number(failed?.n),
      'attempts each': Number(failed?.attempts),
    },
  },
  ['Goal: under 3 s, six attempts (M23).'],
)
