// Do 20 sign-ins a second slow the others down (platform 9)? Prints another route's p99 without and
// with them, and how long a sign-in takes.
//   npm run bench -- sign-in [seconds of each half, 15] [requests a second of the other route, 100]

import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../daemon/edge/app.ts'
import { hospital_doors } from '../daemon/hospital/areas.ts'
import { operator } from '../db/core/caller.ts'
import { openDatabase, within } from '../db/store/connection.ts'
import { user_facilities, users } from '../db/hospital/office/access/tables.ts'
import { brings } from '../db/hospital/areas.ts'
import { provision } from '../db/hospital/tenants/provisioning/provision.ts'
import { bring } from '../db/hospital/registry.ts'
import { newId } from '../db/core/ids.ts'
import { migrate } from '../db/store/migrate.ts'
import { setAppKey } from '../db/appliance/secrets/seal.ts'
import '../db/tables.ts'
import { at, type Figures, report } from './harness/report.ts'

const password = 'seven grey herons'
const sign_ins_a_second = 20
const accounts = 300

if (process.send === undefined) await measure()
else await serve(process.argv[2] ?? '')

/** The daemon in a process of its own, so that measuring does not slow it down. */
async function serve(folder: string): Promise<void> {
  bring(brings)
  setAppKey(Buffer.alloc(32, 7))
  await openDatabase({ engine: 'sqlite', file: join(folder, 'kituo.db') })
  await migrate()
  const { hospital, facility_id, user_id } = await provision(
    (hospital_id) => operator(hospital_id, 'bench'),
    {
      code: 'bench',
      name: 'Bench Hospital',
      country: 'TZ',
      facility: { code: 'MAIN', name: 'Main' },
      administrator: { username: 'admin', full_name: 'Admin' },
      password,
    },
  )
  await staff(hospital.id, facility_id, user_id)
  const limits = { sign_in: 1e9, open: 1e9 }
  const app = await buildApp({ hospital: hospital_doors, messaging: [], limits })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  process.send?.(typeof address === 'object' ? address?.port : 0)
}

/** Whoever signs in again and again would close the measuring session as one too many. */
async function staff(hospital_id: string, facility_id: string, like: string): Promise<void> {
  const pattern = await users.find({ hospital_id, id: like })
  if (pattern === undefined) throw new Error('no administrator was made')
  await within(async () => {
    for (let number = 0; number < accounts; number++) {
      const { id } = await users.insert({ ...pattern, id: newId(), username: `staff${number}` })
      await user_facilities.insert({ hospital_id, facility_id, user_id: id })
    }
  })
}

async function measure(): Promise<void> {
  const half_s = Number(process.argv[2] ?? 15)
  const rate = Number(process.argv[3] ?? 100)
  const folder = mkdtempSync(join(tmpdir(), 'kituo-bench-'))
  const daemon = fork(new URL(import.meta.url), [folder])
  const port = await new Promise<number>((resolve) => daemon.once('message', resolve))
  const agent = new Agent({ keepAlive: true })
  const ask = (method: string, path: string, body?: object, token?: string) =>
    timed(agent, port, method, path, body, token)
  let turn = 0
  const signIn = (name = `staff${(turn += 1) % accounts}`) =>
    ask('POST', '/auth/login', { identifier: name, password })
  const { body } = await signIn('admin')
  const token = (JSON.parse(body) as { data: { tokens: { access_token: string } } }).data.tokens
  const read = () => ask('GET', '/facilities', undefined, token.access_token)
  await every(1000 / rate, 3, read)
  const quiet = await every(1000 / rate, half_s, read)
  const [busy, entered] = await Promise.all([
    every(1000 / rate, half_s, read),
    every(1000 / sign_ins_a_second, half_s, () => signIn()),
  ])
  const figures = (times: readonly number[]): Figures => ({
    n: times.length,
    'p50 ms': Number(at(0.5, times).toFixed(1)),
    'p95 ms': Number(at(0.95, times).toFixed(1)),
    'p99 ms': Number(at(0.99, times).toFixed(1)),
  })
  report(
    'sign-in',
    {
      'another route, quiet': figures(quiet),
      'another route, 20 sign-ins a second': figures(busy),
      'a sign-in': figures(entered),
    },
    ['Goals: no other p99 doubles; a sign-in 150 to 400 ms.'],
  )
  daemon.kill()
  agent.destroy()
  rmSync(folder, { recursive: true, force: true })
}

/** At a steady pace, whatever the answers take: a slow answer does not hide the next request. */
async function every(
  pause_ms: number,
  seconds: number,
  work: () => Promise<{ ms: number; status: number }>,
): Promise<number[]> {
  const running: Promise<{ ms: number; status: number }>[] = []
  const began = performance.now()
  while (performance.now() - began < seconds * 1000) {
    running.push(work())
    const next = began + running.length * pause_ms
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())))
  }
  const answers = await Promise.all(running)
  const wrong = answers.filter(({ status }) => status !== 200).length
  if (wrong > 0) console.log(`${wrong} of ${answers.length} were refused`)
  return answers.map(({ ms }) => ms)
}

function timed(
  agent: Agent,
  port: number,
  method: string,
  path: string,
  body?: object,
  token?: string,
): Promise<{ ms: number; status: number; body: string }> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const headers = {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    }
    const sent = request(
      { agent, port, host: '127.0.0.1', method, path: `/api/v1${path}`, headers },
      (reply) => {
        let text = ''
        reply.setEncoding('utf8')
        reply.on('data', (piece: string) => (text += piece))
        reply.on('end', () =>
          resolve({ ms: performance.now() - began, status: reply.statusCode ?? 0, body: text }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
