// A receiver that never answers, with 10,000 posts waiting for it, and ten others that get 50 events a
// second each: how soon theirs are posted (MSG 9 M6).
//   npm run bench -- hanging [seconds, 10] [posts that wait, 10000]     DB=postgres for the other

import { startDeliveries } from '../daemon/sending/deliver.ts'
import { webhookLine } from '../daemon/sending/webhook-calls.ts'
import { within } from '../db/store/connection.ts'
import { emitMany } from '../db/messaging/webhooks/emit.ts'
import { type Firm, firm } from '../test/support/messaging/messaging.ts'
import { delivered, letCallHere } from '../test/support/messaging/webhooks.ts'
import { child } from './harness/child.ts'
import { report } from './harness/report.ts'
import { log, openHouse } from './harness/sending.ts'

const [seconds = 10, pending = 10_000] = process.argv.slice(2).map(Number)
const others = 10
const a_second = 50
const every_ms = 100

const house = await openHouse()
await letCallHere(house)
const receiver = await child<number>('./slow-receiver.ts')
const listening = async (own: Firm, path: string): Promise<Firm> => {
  const url = `https://localhost:${receiver.said}${path}`
  await (await own.key()).put('/v1/webhooks', { url, events: ['message.delivered'] })
  return own
}
const happens = (own: Firm, count: number, from: number): Promise<void> =>
  within(() =>
    emitMany(
      own.live,
      'message.delivered',
      Array.from({ length: count }, (_, at) => delivered(`${own.account.id}-${from + at}`)),
    ),
  )

const hanging = await listening(house.sender, '/hangs')
const firms: Firm[] = []
for (let n = 0; n < others; n++) firms.push(await listening(await firm(house.app), '/answers'))
for (let at = 0; at < pending; at += 1000) await happens(hanging, Math.min(1000, pending - at), at)

const deliverer = startDeliveries({ log, line: webhookLine() })
const until = performance.now() + seconds * 1000
let emitted = 0
for (let turn = 0; performance.now() < until; turn++) {
  const next = performance.now() + every_ms
  const each = (a_second * every_ms) / 1000
  for (const own of firms) await happens(own, each, turn * each)
  emitted += each * others
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())))
}
interface Counts {
  came: number
  hung: number
  p50: number
  p95: number
  p99: number
}
const counts = (): Promise<Counts> => receiver.ask<Counts>('counts')
let found = await counts()
for (let more = 0; found.came < emitted && more < 200; more++) {
  await new Promise((resolve) => setTimeout(resolve, 100))
  found = await counts()
}
await receiver.end()
await deliverer.stop()
await house.close()
report(
  'hanging',
  {
    'the ten others': {
      'events a second': Math.round(emitted / seconds),
      posted: found.came,
      'of them': emitted,
      'event to post p50 ms': Math.round(found.p50),
      'p95 ms': Math.round(found.p95),
      'p99 ms': Math.round(found.p99),
    },
    'the one that hangs': { 'posts that wait': pending, 'taken and not answered': found.hung },
  },
  ['Goal: p95 under 1 s from the event to its post (M6).'],
)
