// A clock that is set back an hour, and one that runs ahead by a year, under a house that works (OPS-98,
// O19): people work on, the log keeps its order, what depends on dates waits, and somebody says so.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { folder } from '../support/folder.ts'
import { typedJson } from '../support/programs/typed.ts'

t.setTimeout(600_000)
const own = { env: { KITUO_CONFIG: undefined } }
const root = join(import.meta.dirname, '../..')
const hour = 3_600_000
const year = 365 * 24 * hour

const dir = join(folder(t), 'data')
const file = join(folder(t), 'offset')
writeFileSync(file, '0')
const child = spawn(
  process.execPath,
  [
    '--no-warnings',
    '--import',
    join(import.meta.dirname, '../support/programs/shifted-clock.mjs'),
    join(root, 'bin/kituo.ts'),
    'serve',
    '--first-run',
    '--data',
    dir,
    '--listen',
    '127.0.0.1:0',
  ],
  { stdio: ['ignore', 'pipe', 'inherit'], env: { PATH: process.env['PATH'], SHIFTED_CLOCK: file } },
)
t.teardown(() => child.kill('SIGKILL'))
let said = ''
child.stdout.setEncoding('utf8').on('data', (piece: string) => (said += piece))
async function hear(what: RegExp): Promise<Record<string, string>> {
  for (;;) {
    const found = what.exec(said)
    if (found !== null) return found.groups ?? {}
    await once(child.stdout, 'data')
  }
}
const { url = '' } = await hear(/"msg":"ready".*"address":"(?<url>[^" ]+)/)
const { password = '' } = await hear(/Password +(?<password>\w+)/)
const ask = async (method: string, path: string, body?: object, token?: string) => {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, data: ((await answer.json()) as { data: never }).data }
}
interface SignedIn {
  tokens: { access_token: string; refresh_token: string }
}
const signIn = async (): Promise<string> => {
  const { data } = await ask('POST', '/auth/login', { identifier: 'admin', password })
  return (data as SignedIn).tokens.access_token
}
const run = (...line: string[]) => typedJson([...line, '--data', dir], own)
const set = (offset: number) => writeFileSync(file, String(offset))
const looked = async () => {
  await new Promise((go) => setTimeout(go, 60))
  return run('schedule', 'run', 'clock-guard', '--wait')
}
/** What readiness answers once it names this, or names it no more. */
async function named(check: string, is_named: boolean) {
  for (;;) {
    const answer = await fetch(`${url}/api/v1/ready`)
    const { data } = (await answer.json()) as { data: { checks: string[] } | null }
    if (data?.checks.includes(check) === is_named) return { status: answer.status }
    await new Promise((go) => setTimeout(go, 100))
  }
}
interface Row {
  seq: number
  at: string
}
const rows = async (): Promise<Row[]> => {
  const { data } = await run('audit', 'search', '--limit', '0')
  return (data as Row[]).sort((a, b) => a.seq - b.seq)
}
const department = (code: string, token: string) =>
  ask('POST', '/departments', { code, name: `Ward ${code}`, kind: 'CLINICAL' }, token)

t.test('set back an hour: people work on, and the log keeps its order', async (t) => {
  t.match(await looked(), { success: true })
  t.match(await run('clock', 'show'), { data: { state: 'OK' } })
  const token = await signIn()
  t.equal((await department('A', token)).status, 201)
  const before = await rows()
  set(-hour)
  await new Promise((go) => setTimeout(go, 60))
  t.equal((await department('B', token)).status, 201, 'who was signed in works on')
  t.equal((await department('C', await signIn())).status, 201, 'and signs in')
  await looked()
  const shown = await run('clock', 'show')
  t.match(shown, { data: { state: 'BAD' } })
  const { difference_ms } = shown.data as { difference_ms: number }
  t.ok(difference_ms < -50 * 60_000 && difference_ms > -61 * 60_000, `${difference_ms} ms`)
  const after = await rows()
  t.ok(after.length > before.length)
  for (const [index, { at }] of after.entries()) {
    const earlier = after[index - 1]?.at ?? ''
    t.ok(at >= earlier, `${earlier} is not after ${at}`)
  }
  t.match(await run('audit', 'verify'), { success: true })
  const doctor = await run('doctor', 'clock.hold')
  t.match(doctor.data, { findings: [{ state: 'BAD', mend_command: /^kituo clock accept/ }] })
  t.match(await named('clock', true), { status: 200 }, 'OPS-26: ready, and it says what is amiss')
  t.match(await run('status'), { data: { daemon: { state: 'DEGRADED', reasons: ['clock'] } } })
})

t.test('right again: it catches up, and somebody says that it is right', async (t) => {
  set(0)
  await looked()
  const accept = ['clock', 'accept', '--reason', 'the time source was away', '--yes']
  t.match(await run(...accept), { meta: { exit: 2 } }, 'its name is typed (C2)')
  t.match(await run(...accept, '--confirm', 'clock'), { success: true, data: { state: 'OK' } })
  t.match(await run(...accept, '--confirm', 'clock'), { meta: { changed: false } })
  t.match(await run('doctor', 'clock.hold'), { data: { findings: [{ state: 'OK' }] } })
  await named('clock', false)
  t.match(await run('status'), { data: { daemon: { state: 'READY' } } })
})

t.test('ahead by a year: nothing lapses, nothing is closed, and it is said', async (t) => {
  const made = await run('device', 'activate', '--label', 'Till 1', '--role', 'cashier')
  t.match(made, { success: true })
  const years = (await run('fiscal-year', 'list')).data
  set(year)
  await looked()
  t.match(await run('clock', 'show'), { data: { state: 'BAD' } })
  t.equal((await department('D', await signIn())).status, 201, 'people sign in and work')
  t.match(await run('status'), { meta: { exit: 1 }, data: { advice: [] } })
  t.same((await run('fiscal-year', 'list')).data, years, 'no year was closed or opened')
  set(0)
  await looked()
  const accept = ['clock', 'accept', '--reason', 'a new battery', '--yes', '--confirm', 'clock']
  t.match(await run(...accept), { success: true })
  t.equal((await department('E', await signIn())).status, 201)
  t.match(await run('audit', 'verify'), { success: true })
  const at = (await rows()).at(-1)?.at ?? ''
  t.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000, 'the log goes by the right time again')
  t.match(await run('database', 'check'), { success: true })
  child.kill('SIGTERM')
  const [code] = (await once(child, 'exit')) as [number]
  t.equal(code, 0)
})
