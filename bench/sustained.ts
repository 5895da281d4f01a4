// All of it at once: messages drain over SMPP, their receipts are stored, and both events of each are
// posted, signed, to a fast https receiver and stored as delivered (MSG 9 M4). The operator and the
// receiver are processes of their own.
//   npm run bench -- sustained [messages, 20000] [window, 50] [binds, 2]     DB=postgres for the other

import { startDeliveries } from '../daemon/sending/deliver.ts'
import { startDrain } from '../daemon/sending/drain.ts'
import { webhookLine } from '../daemon/sending/webhook-calls.ts'
import { row } from '../db/store/connection.ts'
import { sql } from '../db/store/sql.ts'
import { letCallHere } from '../test/support/messaging/webhooks.ts'
import { child } from './harness/child.ts'
import { type Figures, report } from './harness/report.ts'
import { cpuSeconds, log, openHouse, openSink, perThousand } from './harness/sending.ts'
import { watchStatements } from './harness/statements.ts'

const [wanted = 20_000, window = 50, binds = 2] = process.argv.slice(2).map(Number)
const watch = process.env['STATEMENTS'] === '1' ? watchStatements() : undefined

const house = await openHouse()
await letCallHere(house)
const endSink = await openSink({ window, binds })
const receiver = await child<{ port: number }>('./webhook-receiver.ts')
const key = await house.sender.key()
const { secret } = (
  await key.put('/v1/webhooks', {
    url: `https://localhost:${receiver.said.port}/hook`,
    events: ['message.sent', 'message.delivered'],
  })
).body
receiver.process.send({ secret })
await house.fill(wanted)

interface Stored {
  posted: number
  waiting: number
}
const stored = async (): Promise<Stored> => {
  const found = await row<Stored>(
    sql`select (select count(*) from msg_attempts) as posted,
          (select count(*) from msg_deliveries where status = 'pending') as waiting`,
  )
  return { posted: Number(found?.posted), waiting: Number(found?.waiting) }
}

watch?.begin()
const since = process.cpuUsage()
const began = performance.now()
const seconds = (): number => (performance.now() - began) / 1000
const deliverer = startDeliveries({ log, line: webhookLine() })
const drain = await startDrain({ daemon: 'bench', log })
let drained_s = 0
let most_waiting = 0
for (;;) {
  await new Promise((resolve) => setTimeout(resolve, 200))
  if (drained_s === 0 && (await house.delivered()) >= wanted) drained_s = seconds()
  const { posted, waiting } = await stored()
  most_waiting = Math.max(most_waiting, waiting)
  if (posted >= wanted * 2 && waiting === 0) break
}
const all_s = seconds()
const { right, wrong } = await receiver.ask<{ right: number; wrong: number }>('count')
const found: Record<string, Figures> = {
  'drained, receipts stored': { 'a second': Math.round(wanted / drained_s) },
  'posted, attempts stored': { 'a second': Math.round((wanted * 2) / all_s) },
  'both, to the last attempt': {
    'a second': Math.round(wanted / all_s),
    'processor s a 1,000': perThousand(cpuSeconds(since), wanted),
  },
  'posts that waited at most': { count: most_waiting },
  signatures: { right, wrong },
}
if (watch !== undefined)
  found['of the database, a 1,000'] = {
    statements: perThousand(watch.statements(), wanted),
    commits: perThousand(watch.commits(), wanted),
  }
await drain.stop()
await deliverer.stop()
await receiver.end().catch(() => undefined)
endSink()
await house.close()
report('sustained', found, [
  `${wanted} messages, window ${window}, ${binds} binds; each with two events.`,
  'Goals: 1,500 messages and 3,000 posts a second together, no wrong signature (M4).',
])
