// The proof of the ledger against messages, batches and wallets, while sends go on (MSG 9 M21).
//   npm run bench -- ledger [messages, 200000]     DB=postgres for the other

import { ownerCaller } from '../db/messaging/caller.ts'
import { within } from '../db/store/connection.ts'
import { accept } from '../db/messaging/messages/send.ts'
import { prove } from '../db/messaging/wallet/proof.ts'
import { phones } from '../test/support/messaging/drains.ts'
import { at, type Figures, report } from './harness/report.ts'
import { openHouse, text } from './harness/sending.ts'

const [wanted = 200_000] = process.argv.slice(2).map(Number)
const house = await openHouse()
await house.fill(wanted)

let sending = true
let took: number[] = []
async function sends(): Promise<void> {
  for (let turn = 0; sending; turn++) {
    const began = performance.now()
    await within(() =>
      accept(ownerCaller(house.sender.live), {
        recipients: phones(1, turn),
        senderId: 'KLINIKI',
        message: text,
      }),
    )
    took.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
const figures = (): Figures => ({
  sends: took.length,
  'p50 ms': Number(at(0.5, took).toFixed(1)),
  'p99 ms': Number(at(0.99, took).toFixed(1)),
})

const sender = sends()
await new Promise((resolve) => setTimeout(resolve, 3000))
const before = figures()
took = []
const began = performance.now()
const { wallets, differences } = await prove()
const took_s = (performance.now() - began) / 1000
const meanwhile = figures()
sending = false
await sender
await house.close()
report(
  'ledger',
  {
    'the proof': {
      messages: wanted,
      s: Number(took_s.toFixed(2)),
      'messages a second': Math.round(wanted / took_s),
      wallets,
      differences: differences.length,
    },
    'sends before': before,
    'sends meanwhile': meanwhile,
  },
  ['Goal: 10,000,000 messages in 60 s (166,667 a second) without stopping sends (M21).'],
)
