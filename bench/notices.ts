// What a thousand waiting clients cost and how soon a notice reaches them; what a notice to a role of
// 300 people takes inside its transaction (platform 9).

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { buildApp } from '../daemon/edge/app.ts'
import { hospital_doors } from '../daemon/hospital/areas.ts'
import { system } from '../db/core/caller.ts'
import { clock } from '../db/core/clock.ts'
import { closeDatabase, openDatabase, within } from '../db/store/connection.ts'
import * as sessions from '../db/hospital/office/access/sign-in/sessions.ts'
import { roles, user_roles, users } from '../db/hospital/office/access/tables.ts'
import { brings } from '../db/hospital/areas.ts'
import { byCode } from '../db/hospital/office/hospitals/hospitals.ts'
import { sendCopies } from '../db/hospital/office/notifications/copies.ts'
import { notify } from '../db/hospital/office/notifications/notify.ts'
import { waitingNow } from '../db/hospital/office/notifications/waiting.ts'
import { bring } from '../db/hospital/registry.ts'
import { setAppKey } from '../db/appliance/secrets/seal.ts'
import { copiedDatabase, hospital_code } from '../test/support/database.ts'
import { type Figures, report } from './harness/report.ts'

const database = await copiedDatabase()
await openDatabase(database.address)
bring(brings)
setAppKey(Buffer.alloc(32, 7))
const hospital = await byCode(hospital_code)
if (hospital === undefined) throw new Error('no hospital in the prepared database')
const hospital_id = hospital.id
const caller = system(hospital_id)
const found: Record<string, Figures> = {}
const say = (what: string, figure: string): void => void (found[what] = { figure })
const rss = (): number => process.memoryUsage.rss() / 1e6

const role = await roles.find({ hospital_id, code: 'nurse' })
await within(async () => {
  for (let n = 0; n < 300; n++) {
    const { id } = await users.insert({
      hospital_id,
      kind: 'STAFF',
      username: `nurse${n}`,
      full_name: `Nurse ${n}`,
      email: `nurse${n}@example.org`,
      status: 'ACTIVE',
      language: 'en',
      created_by_name: 'bench',
    })
    await user_roles.insert({
      hospital_id,
      user_id: id,
      role_id: role?.id ?? '',
      given_at: clock.instant(),
    })
  }
})
const tell = (kind: string, n: number): Promise<unknown> =>
  notify(caller, {
    to: { role: 'nurse' },
    kind,
    title: 'A notice',
    body: 'To everybody.',
    entity: { type: 'job', id: String(n) },
  })
for (const [what, kind] of [
  ['to a role of 300, inside only', 'export.ready'],
  ['to a role of 300, with copies by email', 'job.failed'],
] as const) {
  const took: number[] = []
  for (let n = 0; n < 30; n++) {
    await within(async () => {
      const began = performance.now()
      await tell(kind, n)
      took.push(performance.now() - began)
    })
  }
  took.sort((a, b) => a - b)
  say(`${what}, median and worst of 30`, `${took[15]?.toFixed(1)} ms, ${took[29]?.toFixed(1)} ms`)
}
const began = performance.now()
const copies = await sendCopies()
say(`${copies} copies handed to the outbox`, `${Math.round(performance.now() - began)} ms`)

const user = await users.find({ hospital_id, username: 'admin' })
if (user === undefined) throw new Error('no administrator in the prepared database')
const { tokens } = await within(() =>
  sessions.open({ user, method: 'PASSWORD', facts: { ip: null, user_agent: null }, max_days: 1 }),
)
const app = await buildApp({ hospital: hospital_doors, messaging: [] })
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const before = rss()
const clients = fork(join(import.meta.dirname, 'harness/waiters.ts'), [
  address,
  tokens.access_token,
  '1000',
])
while (waitingNow() < 1000) await new Promise((resolve) => setTimeout(resolve, 20))
say('1,000 waiting clients, more memory', `${Math.round(rss() - before)} MB`)
const cpu = process.cpuUsage()
await new Promise((resolve) => setTimeout(resolve, 5000))
const used = process.cpuUsage(cpu)
say('they cost of a processor', `${((used.user + used.system) / 5e4).toFixed(1)} %`)
const told = performance.timeOrigin + performance.now()
await within(() =>
  notify(caller, { to: { user: user.id }, kind: 'export.ready', title: 'x', body: 'x' }),
)
const [{ last }] = (await once(clients, 'message')) as [{ last: number }]
say('a notice reached the last of them after', `${Math.round(last - told)} ms`)
clients.kill()
await app.close()
await closeDatabase()
await database.remove()
report('notices', found, [
  'Goals: under 50 ms inside the transaction; under 150 MB more memory; told within 2 s.',
])
