// How fast accepted messages drain: claimed, submitted, answered, receipts matched, two events stored
// for each, with full durability, to an SMPP server in a process of its own (MSG 9 M3, P7).
//   npm run bench -- drain [messages, 20000] [window, 50] [binds, 2]     DB=postgres for the other
// STATEMENTS=1 also counts what is asked of the database, and lists the dearest statements.

import { startDrain } from '../daemon/sending/drain.ts'
import { within } from '../db/store/connection.ts'
import { msg_webhooks } from '../db/messaging/webhooks/tables.ts'
import { type Figures, report } from './harness/report.ts'
import {
  cpuSeconds,
  log,
  openHouse,
  openSink,
  perThousand,
  threadSeconds,
} from './harness/sending.ts'
import { watchStatements } from './harness/statements.ts'

const [wanted = 20_000, window = 50, binds = 2] = process.argv.slice(2).map(Number)
/** The watching itself costs a little. */
const watch = process.env['STATEMENTS'] === '1' ? watchStatements() : undefined

const house = await openHouse()
const endSink = await openSink({ window, binds })
await within(() =>
  msg_webhooks.insert({
    ...house.sender.live,
    url: 'https://127.0.0.1:1/hook',
    events: ['message.sent', 'message.delivered'],
    secret: 'x',
    secret_rotated_at: new Date(0).toISOString(),
  }),
)
await house.fill(wanted)
let peak = process.memoryUsage().rss
watch?.begin()
const since = process.cpuUsage()
const own_since = process.threadCpuUsage()
const began = performance.now()
const drain = await startDrain({ daemon: 'bench', log })
while ((await house.delivered()) < wanted) {
  peak = Math.max(peak, process.memoryUsage().rss)
  await new Promise((resolve) => setTimeout(resolve, 50))
}
const took_s = (performance.now() - began) / 1000
const found: Record<string, Figures> = {
  'messages a second': { figure: Math.round(wanted / took_s) },
  'all of them, s': { figure: Number(took_s.toFixed(2)) },
  'processor s a 1,000': { figure: perThousand(cpuSeconds(since), wanted) },
  'of it this thread, s': { figure: perThousand(threadSeconds(own_since), wanted) },
  'memory at its highest, MiB': { figure: Math.round(peak / 2 ** 20) },
}
if (watch !== undefined) {
  found['commits a 1,000'] = { figure: perThousand(watch.commits(), wanted) }
  found['statements a 1,000'] = { figure: perThousand(watch.statements(), wanted) }
  for (const { text, times, ms } of watch.dearest(25))
    console.log(
      `${ms.toFixed(0).padStart(7)} ms ${String(times).padStart(6)} × ${text.slice(0, 160)}`,
    )
}
await drain.stop()
endSink()
await house.close()
report('drain', found, ['Goals: 3,000 messages a second (M3), 2,000 on PostgreSQL.'])
