// Receipts alone: messages whose answers are in, and then all their receipts at so many a second
// (MSG 9 M18). Each is kept before it is answered.
//   npm run bench -- receipts [messages, 20000] [a second, 5000]     DB=postgres for the other

import { startDrain } from '../daemon/sending/drain.ts'
import { row } from '../db/store/connection.ts'
import { sql } from '../db/store/sql.ts'
import { child } from './harness/child.ts'
import { report } from './harness/report.ts'
import { cpuSeconds, linkTo, log, openHouse, perThousand } from './harness/sending.ts'

const [wanted = 20_000, a_second = 5000] = process.argv.slice(2).map(Number)
const house = await openHouse()
const operator = await child<number>('./receipts-operator.ts')
await linkTo(operator.said, { window: 100, binds: 1 })
await house.fill(wanted)

interface Counts {
  submitted: number
  answered: number
  refused: number
  p50: number
  p95: number
  p99: number
}
const counts = (): Promise<Counts> => operator.ask<Counts>('counts')
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const sent = async (): Promise<number> =>
  Number((await row<{ n: number }>(sql`select coalesce(sum(sent), 0) as n from msg_usage`))?.n)

const drain = await startDrain({ daemon: 'bench', log })
while ((await sent()) < wanted) await wait(100)
const since = process.cpuUsage()
const began = performance.now()
operator.process.send(String(a_second))
let found = await counts()
while (found.answered < wanted) {
  await wait(20)
  found = await counts()
}
const took_s = (performance.now() - began) / 1000
const lost = wanted - (await house.delivered())
const rows = {
  receipts: {
    'sent a second': a_second,
    'applied a second': Math.round(wanted / took_s),
    'processor s a 1,000': perThousand(cpuSeconds(since), wanted),
    lost,
    refused: found.refused,
    'answered p50 ms': Math.round(found.p50),
    'p95 ms': Math.round(found.p95),
    'p99 ms': Math.round(found.p99),
  },
}
await drain.stop()
await operator.end()
await house.close()
report('receipts', rows, [
  'Goal: 5,000 a second applied, none lost, deliver_sm answered p95 under 200 ms (M18).',
])
