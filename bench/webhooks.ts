// Signed webhook posts a second to a fast https receiver in a process of its own, attempts stored
// (P8, M5), beside the same posts sent bare.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { buildApp } from '../daemon/edge/app.ts'
import { startDeliveries } from '../daemon/sending/deliver.ts'
import { webhookLine } from '../daemon/sending/webhook-calls.ts'
import { closeDatabase, openDatabase, rows, within } from '../db/store/connection.ts'
import { bringAreas } from '../db/hospital/start.ts'
import { setFileStore } from '../db/store/files/store.ts'
import { emitMany } from '../db/messaging/webhooks/emit.ts'
import { setAppKey } from '../db/appliance/secrets/seal.ts'
import { sql } from '../db/store/sql.ts'
import { copiedDatabase } from '../test/support/database.ts'
import { firm } from '../test/support/messaging/messaging.ts'
import { delivered, letCallHere } from '../test/support/messaging/webhooks.ts'
import { type Figures, report } from './harness/report.ts'

const posts = Number(process.env['KITUO_POSTS'] ?? 20_000)
const found: Record<string, Figures> = {}
bringAreas()
setAppKey(Buffer.alloc(32, 7))
const database = await copiedDatabase()
setFileStore(database.folder)
await openDatabase(database.address)
const app = await buildApp({
  hospital: [],
  messaging: (await import('../daemon/messaging/areas.ts')).messaging_doors,
})
const own = await firm(app)
await letCallHere({ database })
const key = await own.key()
const server = fork(join(import.meta.dirname, 'harness/webhook-receiver.ts'), {
  execArgv: ['--no-warnings'],
})
const [{ port }] = (await once(server, 'message')) as [{ port: number }]
const url = `https://localhost:${port}/hook`

const line = webhookLine()
const body = JSON.stringify({ event: 'message.delivered', createdAt: '', ...delivered('x') })
const headers = { 'content-type': 'application/json' }
await Promise.all(Array.from({ length: 64 }, () => line.post(url, headers, body)))
let left = posts
let began = performance.now()
await Promise.all(
  Array.from({ length: 64 }, async () => {
    while (left-- > 0) await line.post(url, headers, body)
  }),
)
const bare = posts / ((performance.now() - began) / 1000)
found['bare posts'] = { 'a second': Math.round(bare) }

const { secret } = (await key.put('/v1/webhooks', { url, events: ['message.delivered'] })).body
server.send({ secret })
for (let start = 0; start < posts; start += 5000) {
  const count = Math.min(5000, posts - start)
  await within(() =>
    emitMany(
      own.live,
      'message.delivered',
      Array.from({ length: count }, (_, index) => delivered(`m-${start + index}`)),
    ),
  )
}
const faults: object[] = []
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
began = performance.now()
const deliverer = startDeliveries({ log: { error: (fault) => faults.push(fault) }, line })
await deliverer.idle()
const took = (performance.now() - began) / 1000
delay.disable()
const [stored] = await rows<{ n: number }>(
  sql`select count(*) as n from msg_deliveries where status = 'delivered'`,
)
server.send('count')
const [{ right, wrong }] = (await once(server, 'message')) as [{ right: number; wrong: number }]
found['signed, attempts stored'] = {
  'a second': Math.round(posts / took),
  'of bare': Number((posts / took / bare).toFixed(2)),
  stored: Number(stored?.n),
  'right signatures': right,
  'wrong signatures': wrong,
  'loop p99 ms': Math.round(delay.percentile(99) / 1e6),
}
await deliverer.stop()
server.kill()

await app.close()
await closeDatabase()
await database.remove()
report('webhooks', found, ['Goal: 5,000 posts a second with no wrong signature.'])
if (faults.length > 0) throw new Error(JSON.stringify(faults[0]))
