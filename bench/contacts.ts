// Importing 50,000 contacts over HTTP, new and repeated: how long, how long the loop was held at a time,
// and what other calls of the account waited meanwhile (MSG 9 M7, P9).
//   npm run bench -- contacts [contacts, 50000]     DB=postgres for the other

import type { AddressInfo } from 'node:net'
import { Pool } from 'undici'
import { endWorkers } from '../daemon/work/workers.ts'
import { watchLoop } from './harness/loop.ts'
import { at, type Figures, report } from './harness/report.ts'
import { openHouse } from './harness/sending.ts'

const [wanted = 50_000] = process.argv.slice(2).map(Number)
const house = await openHouse()
const key = await house.sender.key()
await house.app.listen({ host: '127.0.0.1', port: 0 })
const { port } = house.app.server.address() as AddressInfo
const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 4, bodyTimeout: 0 })
const headers = { authorization: `Bearer ${key.token}`, 'content-type': 'application/json' }

async function call(method: 'GET' | 'POST', path: string, body?: Buffer): Promise<number> {
  const began = performance.now()
  const reply = await pool.request({ method, path, headers, body: body ?? null })
  const text = await reply.body.text()
  if (reply.statusCode >= 300) throw new Error(`${path}: ${reply.statusCode} ${text.slice(0, 300)}`)
  return performance.now() - began
}

const bodyOf = (count: number, from: number): Buffer =>
  Buffer.from(
    JSON.stringify({
      contacts: Array.from({ length: count }, (_, n) => ({
        phone: `0767${String(from + n).padStart(6, '0')}`,
        firstName: `Jina ${n}`,
        lastName: 'Mwananchi',
        attributes: { a: 'one', b: n, c: true, d: 'Dar es Salaam' },
      })),
    }),
  )
// The worker, the route and what it needs are loaded by the first call, once in the life of a daemon.
await call('POST', '/v1/contacts/import', bodyOf(10, 900_000))
const body = bodyOf(wanted, 0)
const rows: Record<string, Figures> = {}
for (const what of ['new', 'repeated', 'repeated again']) {
  const others: number[] = []
  let going = true
  const other = (async () => {
    while (going) {
      others.push(await call('GET', '/v1/wallet'))
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })()
  const loop = watchLoop()
  const took = await call('POST', '/v1/contacts/import', body)
  const { longest_ms, own_ms } = loop.end()
  going = false
  await other
  rows[what] = {
    ms: Math.round(took),
    'loop held at most ms': longest_ms,
    'less what others took': own_ms,
    'other calls': others.length,
    'their p95 ms': Math.round(at(0.95, others)),
  }
}
await pool.close()
await house.close()
await endWorkers()
report('contacts', rows, [
  `${wanted} contacts with four attributes each, in one call.`,
  'Goals: 2 s new and repeated, other calls p95 under 50 ms (M7); 1 s, the loop held 25 ms at most (P9).',
])
