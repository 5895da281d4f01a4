// Many at once where only so many may pass: one Idempotency-Key (MSG 9 M13), the last money of a wallet
// (M14), the calls of one key in a minute (M15). DB=postgres asks three daemons, otherwise one.
//   npm run bench -- races [rounds, 5]     DB=postgres for the other

import { request } from 'undici'
import { closeDatabase, openDatabase, rows, within } from '../db/store/connection.ts'
import { change } from '../db/messaging/settings/settings.ts'
import { sql } from '../db/store/sql.ts'
import { daemonOn } from '../test/support/programs/daemons.ts'
import { on_postgres } from '../test/support/database.ts'
import { firm } from '../test/support/messaging/messaging.ts'
import { owning } from './harness/owner.ts'
import { type Figures, report } from './harness/report.ts'
import { openHouse } from './harness/sending.ts'

const [rounds = 5] = process.argv.slice(2).map(Number)
const daemons = on_postgres ? 3 : 1
const price = 20
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const house = await openHouse()
const { app } = house
const { owner, end } = owning()

interface Case {
  token: string
  account_id: string
}
async function opened(shillings: number): Promise<Case> {
  const own = await firm(app)
  if (shillings > 0) await own.topUp(shillings)
  await own.sender()
  return { token: (await own.key()).token ?? '', account_id: own.live.account_id }
}
const storms: Case[] = []
const wallets: Case[] = []
const limited: Case[] = []
for (let round = 0; round < rounds; round++) {
  storms.push(await opened(1000))
  wallets.push(await opened(37 * price))
  limited.push(await opened(0))
}
const { address, folder } = house.database
await closeDatabase()
const urls: string[] = []
for (let n = 0; n < daemons; n++) urls.push((await daemonOn(owner, { address, folder })).url)

async function asked(
  { token }: Case,
  count: number,
  call: (turn: number) => { path: string; body?: unknown; headers?: Record<string, string> },
): Promise<number[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, turn) => {
      const { path, body, headers } = call(turn)
      const { statusCode, body: reply } = await request(`${urls[turn % urls.length]}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      await reply.dump()
      return statusCode
    }),
  )
}
const counted = (statuses: number[], status: number): number =>
  statuses.filter((one) => one === status).length
const send = { recipients: ['0712345678'], senderId: 'KLINIKI', message: 'Moja' }

const found: Record<string, Figures> = {}
const note = (name: string, figures: Figures, right: boolean): void => {
  const before = found[name]
  found[name] = { ...figures, rounds: Number(before?.['rounds'] ?? 0) + 1, right: String(right) }
  if (!right || before?.['right'] === 'false') {
    found[name]['right'] = 'false'
    process.exitCode = 1
  }
}

for (let round = 0; round < rounds; round++) {
  const storm = await asked(storms[round] as Case, 200, () => ({
    path: '/v1/sms/send',
    body: send,
    headers: { 'idempotency-key': `storm-${round}` },
  }))
  const [taken, busy] = [counted(storm, 202), counted(storm, 409)]
  note('200 equal sends', { taken, 'in flight': busy }, taken >= 1 && taken + busy === 200)

  const race = await asked(wallets[round] as Case, 100, () => ({
    path: '/v1/sms/send',
    body: send,
  }))
  const [accepted, poor] = [counted(race, 202), counted(race, 402)]
  note('100 sends, money for 37', { accepted, poor }, accepted === 37 && poor === 63)
}

/** The limit is the deployment's; a running daemon reads it anew within seconds. */
await openDatabase(address)
await within(() => change({ rate_limit_per_minute: 60 }, 'bench'))
await closeDatabase()
await wait(5000)
for (let round = 0; round < rounds; round++) {
  // Within one minute of the clock, which is the window of the limit.
  const second = new Date().getUTCSeconds()
  if (second > 50) await wait((61 - second) * 1000)
  const calls = await asked(limited[round] as Case, 200, () => ({ path: '/v1/wallet' }))
  const [served, limit] = [counted(calls, 200), counted(calls, 429)]
  note('200 calls of a key with 60', { served, limited: limit }, served === 60 && limit === 140)
}

await end()
await openDatabase(address)
for (const { account_id } of storms) {
  const batches = await rows(sql`select id from msg_batches where account_id = ${account_id}`)
  const charges = await rows(
    sql`select id from msg_wallet_entries where account_id = ${account_id} and kind = 'charge'`,
  )
  if (batches.length === 1 && charges.length === 1) continue
  note('200 equal sends', { batches: batches.length, charges: charges.length }, false)
}
await house.close()
report('races', found, [
  `${daemons} daemons. Goals: one batch and one debit (M13), exactly 37 (M14), exactly 60 (M15).`,
])
