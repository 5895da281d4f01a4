// How fast accepted messages drain: claimed, submitted, answered, receipts matched, two events stored
// for each, with full durability, to an SMPP server in a process of its own (MSG 9 M3, P7).
//   npm run bench -- drain [messages, 20000] [window, 50] [binds, 2]     DB=postgres for the other

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { startDrain } from '../daemon/drain.ts'
import { closeDatabase, openDatabase, row, within } from '../db/connection.ts'
import { bringAreas } from '../db/hospital/start.ts'
import { ownerCaller } from '../db/messaging/caller.ts'
import { accept } from '../db/messaging/messages/send.ts'
import { setAppKey } from '../db/secrets/seal.ts'
import { sql } from '../db/sql.ts'
import { copiedDatabase } from '../test/support/database.ts'
import { phones, smppRoute } from '../test/support/drains.ts'
import { firm } from '../test/support/messaging.ts'
import { type Figures, report } from './harness/report.ts'

const [wanted = 20_000, window = 50, binds = 2] = process.argv.slice(2).map(Number)
const log = {
  info: () => undefined,
  error: (facts: object, message: string) => console.error(message, facts),
}

setAppKey(Buffer.alloc(32, 7))
const database = await copiedDatabase()
await openDatabase(database.address)
bringAreas()
const sink = spawn(
  process.execPath,
  ['--no-warnings', join(import.meta.dirname, 'harness/smsc.ts')],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
)
const port = await new Promise<number>((resolve) => {
  sink.stdout.once('data', (text: Buffer) => resolve(Number(text.toString().trim())))
})
const sender = await firm(null as never)
await sender.topUp(100_000_000)
await sender.sender()
await smppRoute({
  port,
  options: { windowSize: window, binds, responseTimeoutSeconds: 60 },
  throughput: 1_000_000,
})

const subscribed = process.argv.includes('--events') || true
if (subscribed)
  await within(async () => {
    const { msg_webhooks } = await import('../db/messaging/webhooks/tables.ts')
    await msg_webhooks.insert({
      ...sender.live,
      url: 'https://127.0.0.1:1/hook',
      events: ['message.sent', 'message.delivered'],
      secret: 'x',
      secret_rotated_at: new Date(0).toISOString(),
    })
  })

async function fill(count: number, from: number): Promise<void> {
  for (let at = 0; at < count; at += 1000)
    await within(() =>
      accept(ownerCaller(sender.live), {
        recipients: phones(Math.min(1000, count - at), from + at),
        senderId: 'KLINIKI',
        message: 'Habari, miadi yako ni kesho saa nne asubuhi.',
      }),
    )
}
const ended = async (): Promise<number> =>
  Number(
    (
      await row<{ n: number }>(
        sql`select count(*) as n from msg_messages where status = 'delivered'`,
      )
    )?.n,
  )

await fill(wanted, 0)
const idle_rss = process.memoryUsage().rss
let peak = idle_rss
const began = performance.now()
const drain = await startDrain({ daemon: 'bench', log })
let first_ms = 0
for (;;) {
  await new Promise((resolve) => setTimeout(resolve, wanted > 100_000 ? 1000 : 100))
  peak = Math.max(peak, process.memoryUsage().rss)
  const count = await ended()
  if (count > 0 && first_ms === 0) first_ms = performance.now() - began
  if (count >= wanted) break
}
const took_s = (performance.now() - began) / 1000
await drain.stop()
const found: Record<string, Figures> = {
  'messages a second': { figure: (wanted / took_s).toFixed(0) },
  'all of them': { figure: `${took_s.toFixed(2)} s` },
  'memory at its highest': { figure: `${(peak / 2 ** 20).toFixed(0)} MiB` },
}
sink.kill()
await closeDatabase()
await database.remove()
report('drain', found)
