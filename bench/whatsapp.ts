// What a WhatsApp provider brings: signed posts, every fifth of them repeated, each answered 200 once
// it is kept (MSG 9 M19).
//   npm run bench -- whatsapp [posts, 10000] [at once, 16]     DB=postgres for the other

import type { AddressInfo } from 'node:net'
import { Pool } from 'undici'
import { row } from '../db/store/connection.ts'
import { clock } from '../db/core/clock.ts'
import { sql } from '../db/store/sql.ts'
import { whatsappScene } from '../test/support/messaging/whatsapp.ts'
import { signed, wrote } from '../test/support/messaging/whatsapp-provider.ts'
import { letCallHere } from '../test/support/messaging/webhooks.ts'
import { owning } from './harness/owner.ts'
import { at, report } from './harness/report.ts'
import { cpuSeconds, openHouse, perThousand } from './harness/sending.ts'

const [wanted = 10_000, at_once = 16] = process.argv.slice(2).map(Number)
const house = await openHouse()
await letCallHere(house)
const { owner, end } = owning()
const { number, hand } = await whatsappScene(owner, house)
await house.app.listen({ host: '127.0.0.1', port: 0 })
const { port } = house.app.server.address() as AddressInfo
const pool = new Pool(`http://127.0.0.1:${port}`, { connections: at_once })

const took: number[] = []
let not_200 = 0
async function bring(place: number): Promise<void> {
  // The fifth of each five is the one before it once more.
  const own = place % 5 === 4 ? place - 1 : place
  const from = `2557${String(10_000_000 + own)}`
  const body = wrote(from, `wamid.bench-${own}`, clock.instant())
  const began = performance.now()
  const { statusCode, body: reply } = await pool.request({
    method: 'POST',
    path: `/v1/providers/whatsapp/${number.id}`,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signed(body) },
    body,
  })
  await reply.dump()
  took.push(performance.now() - began)
  if (statusCode !== 200) not_200 += 1
}

for (let warm = 0; warm < 50; warm++) await bring(-1000 - warm * 5)
took.length = 0
const since = process.cpuUsage()
const began = performance.now()
let next = 0
await Promise.all(
  Array.from({ length: at_once }, async () => {
    while (next < wanted) await bring(next++)
  }),
)
const took_s = (performance.now() - began) / 1000
const cpu = cpuSeconds(since)
// What was brought is kept as it came; what it says is read afterwards.
await hand.idle()
const read_s = (performance.now() - began) / 1000 - took_s
const kept = await row<{ n: number }>(
  sql`select count(*) as n from msg_whatsapp_messages where provider_id like 'wamid.bench-%'`,
)
await pool.close()
await end()
await house.close()
const ms = (share: number): number => Number(at(share, took).toFixed(1))
report(
  'whatsapp',
  {
    'signed posts': {
      'a second': Math.round(wanted / took_s),
      'processor s a 1,000': perThousand(cpu, wanted),
      'p50 ms': ms(0.5),
      'p99 ms': ms(0.99),
      'not 200': not_200,
      'kept once each': Number(kept?.n) - 50,
      'of them': wanted - Math.floor(wanted / 5),
      'read after s': Number(read_s.toFixed(1)),
    },
  },
  ['Goal: 1,000 a second answered 200 after the commit, p99 under 100 ms (M19).'],
)
