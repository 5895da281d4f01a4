// Accepting messages over HTTP with an Idempotency-Key: 1,000 recipients a call, one after another,
// and single recipients by 16 at once (performance P5, P6, P18).
//   npm run bench -- accept [calls of 1,000, 100] [seconds of single sends, 5]   DB=postgres

import { Pool } from 'undici'
import { buildApp } from '../daemon/edge/app.ts'
import { messaging_doors } from '../daemon/messaging/areas.ts'
import { closeDatabase, openDatabase, within } from '../db/store/connection.ts'
import { bringAreas } from '../db/hospital/start.ts'
import { change } from '../db/messaging/settings/settings.ts'
import { setAppKey } from '../db/appliance/secrets/seal.ts'
import { copiedDatabase } from '../test/support/database.ts'
import { firm, forgetMessaging } from '../test/support/messaging/messaging.ts'
import { type Figures, report } from './harness/report.ts'

const calls = Number(process.argv[2] ?? 100)
const seconds = Number(process.argv[3] ?? 5)

bringAreas()
setAppKey(Buffer.alloc(32, 7))
const database = await copiedDatabase()
await openDatabase(database.address)
const app = await buildApp({ hospital: [], messaging: messaging_doors })
await app.listen({ host: '127.0.0.1', port: 0 })
const own = await firm(app)
await within(async () => {
  await change(
    {
      rate_limit_per_minute: 100_000,
      queue_max_per_account: 100_000_000,
      queue_max_total: 1_000_000_000,
    },
    'bench',
  )
})
forgetMessaging()
await own.sender()
await own.topUp(1_000_000_000)
const keys = await Promise.all(Array.from({ length: 20 }, () => own.key()))
const address = app.server.address()
const port = typeof address === 'object' && address !== null ? address.port : 0
const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 64 })

let turn = 0
async function send(recipients: readonly string[]): Promise<number> {
  turn += 1
  const began = performance.now()
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: '/v1/sms/send',
    headers: {
      authorization: `Bearer ${keys[turn % keys.length]?.token}`,
      'content-type': 'application/json',
      'idempotency-key': `bench-${turn}`,
    },
    body: JSON.stringify({ recipients, senderId: 'KLINIKI', message: 'Karibu kliniki kesho.' }),
  })
  const text = await body.text()
  if (statusCode !== 202) throw new Error(`${statusCode} ${text.slice(0, 300)}`)
  return performance.now() - began
}

const number = (n: number): string => `2557${String(n % 100_000_000).padStart(8, '0')}`
const thousand = (n: number): string[] =>
  Array.from({ length: 1000 }, (_, index) => number(n * 1000 + index))

const at = (sorted: readonly number[], share: number): number =>
  Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) /
  10

for (let warm = 0; warm < 5; warm++) await send(thousand(warm))
/** Of this process, the asking side with it: what it costs however busy the machine is. */
const cpuMs = (since?: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}
const took: number[] = []
const cpu = process.cpuUsage()
const began = performance.now()
for (let call = 0; call < calls; call++) took.push(await send(thousand(call)))
const bulk_s = (performance.now() - began) / 1000
const bulk_cpu = cpuMs(cpu) / calls
took.sort((a, b) => a - b)

async function singles(at_once: number): Promise<Figures> {
  const end = performance.now() + seconds * 1000
  const each: number[] = []
  const since = process.cpuUsage()
  await Promise.all(
    Array.from({ length: at_once }, async (_, place) => {
      while (performance.now() < end) each.push(await send([number(place * 7919 + each.length)]))
    }),
  )
  each.sort((a, b) => a - b)
  return {
    'a second': Math.round(each.length / seconds),
    'cpu ms a call': Math.round((cpuMs(since) / each.length) * 100) / 100,
    'p50 ms': at(each, 0.5),
    'p95 ms': at(each, 0.95),
    'p99 ms': at(each, 0.99),
  }
}

const rows = {
  '1,000 recipients, one after another': {
    'a second': Math.round((calls * 1000) / bulk_s),
    'cpu ms a call': Math.round(bulk_cpu * 100) / 100,
    'p50 ms': at(took, 0.5),
    'p95 ms': at(took, 0.95),
    'p99 ms': at(took, 0.99),
  },
  'single, 16 at once': await singles(16),
  'single, 64 at once': await singles(64),
}
report('accept', rows, ['Over HTTP with an Idempotency-Key; SQLite: WAL, synchronous=FULL.'])
await pool.close()
await app.close()
await closeDatabase()
await database.remove()
