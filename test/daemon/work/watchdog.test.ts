// OPS-14, OPS-15, OPS-16: what the service manager is told, and when it is told nothing.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { serviceManager, type ServiceManager } from '../../../daemon/work/service-manager.ts'
import { type Stalls, watchStalls } from '../../../daemon/work/stalls.ts'
import { startWatchdog } from '../../../daemon/work/watchdog.ts'
import { closeDatabase, openDatabase } from '../../../db/store/connection.ts'
import { start } from '../../../daemon/main.ts'
import { copiedDatabase } from '../../support/database.ts'
import { folder } from '../../support/folder.ts'
import { served } from '../../support/programs/house.ts'

const program = join(import.meta.dirname, '../../../bin/kituo.ts')
const has = (name: string): boolean => spawnSync(name, ['--version']).status === 0
const skip = !(has('systemd-notify') && has('python3')) && 'systemd-notify and python3 are not here'

/** A service manager's end of the socket: what it hears, a line for each. */
async function hearing(t: Test): Promise<{ socket: string; heard: () => string; until: Until }> {
  const socket = join(folder(t), 'notify')
  const child = spawn(
    'python3',
    [
      '-uc',
      `import socket
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(${JSON.stringify(socket)})
print('bound')
while True: print(s.recv(4096).decode().replace(chr(10), ' '))`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  t.teardown(() => child.kill())
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (text += piece))
  const until = async (what: RegExp): Promise<void> => {
    while (!what.test(text)) {
      if (child.exitCode !== null) throw new Error('the socket is gone')
      await once(child.stdout, 'data')
    }
  }
  await until(/bound/)
  return { socket, heard: () => text, until }
}
type Until = (what: RegExp) => Promise<void>

const house = (dir: string, env: NodeJS.ProcessEnv): ChildProcess =>
  spawn(
    process.execPath,
    ['--no-warnings', program, 'serve', '--first-run', '--data', dir, '--listen', '127.0.0.1:0'],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { PATH: process.env['PATH'], ...env } },
  )

t.test('a house: says READY, lives, reloads and stops', { skip, timeout: 600_000 }, async (t) => {
  const { socket, heard, until } = await hearing(t)
  const child = house(folder(t), {
    NOTIFY_SOCKET: socket,
    WATCHDOG_USEC: '900000',
    WATCHDOG_PID: String(process.pid),
  })
  t.teardown(() => child.kill('SIGKILL'))
  child.stdout?.resume()
  await until(/READY=1 STATUS=READY\n/)
  t.notMatch(heard(), /WATCHDOG=1[^\n]*\n[^]*READY=1/, 'no sign of life before it is READY')
  await until(/WATCHDOG=1 STATUS=READY, \d+ requests\/s, \d+ writes waiting\n/)
  child.kill('SIGHUP')
  await until(/RELOADING=1 MONOTONIC_USEC=\d+ STATUS=reloading\n[^]*READY=1 STATUS=READY\n/)
  child.kill('SIGTERM')
  await until(/STOPPING=1 STATUS=DRAINING\n/)
  const [code] = (await once(child, 'exit')) as [number]
  t.equal(code, 0)
})

t.test('a house without a service manager: says nothing, and starts', { skip }, async (t) => {
  const env = { NOTIFY_SOCKET: '' }
  const manager = serviceManager(env, (message) => t.fail(message))
  await manager.tell('READY=1')
  t.equal(manager.watch_ms, null)
})

t.test('what it starts: does not speak for it', async (t) => {
  const env: NodeJS.ProcessEnv = { NOTIFY_SOCKET: '/nowhere', WATCHDOG_USEC: '60000000', HOME: '/' }
  t.equal(serviceManager(env, () => undefined).watch_ms, 60_000)
  t.strictSame(env, { HOME: '/' })
  const other = { NOTIFY_SOCKET: '/nowhere', WATCHDOG_USEC: '60000000', WATCHDOG_PID: '1' }
  if (process.ppid !== 1) t.equal(serviceManager(other, () => undefined).watch_ms, null)
})

t.test('without the program: one warning, and the house goes on', async (t) => {
  const said: string[] = []
  const env = { NOTIFY_SOCKET: '/nowhere', PATH: folder(t) }
  const manager = serviceManager(env, (message) => said.push(message))
  await manager.tell('READY=1')
  await manager.tell('STOPPING=1')
  t.equal(said.length, 1)
  t.match(said[0], /was not told: .*ENOENT/)
})

t.test('words: do not overtake each other', { skip }, async (t) => {
  const { socket, heard, until } = await hearing(t)
  const env = { NOTIFY_SOCKET: socket, PATH: process.env['PATH'] }
  const manager = serviceManager(env, (message) => t.fail(message))
  await Promise.all([0, 1, 2, 3, 4].map((n) => manager.tell(`STATUS=${n}`)))
  await until(/STATUS=4/)
  t.strictSame(
    [...heard().matchAll(/STATUS=(\d)/g)].map(([, n]) => n),
    ['0', '1', '2', '3', '4'],
  )
})

t.test('the sign of life: is kept back while the house is deaf', async (t) => {
  const told: string[][] = []
  const manager: ServiceManager = {
    watch_ms: 30,
    tell: async (...words) => void told.push([...words]),
  }
  const signs = { probe: 0, stall: 0 }
  const deaf: number[] = []
  const stalls = { longestSince: () => signs.stall } as unknown as Stalls
  const watchdog = startWatchdog(manager, {
    stalls,
    probe_age_ms: () => signs.probe,
    status: () => 'READY',
    deaf: () => deaf.push(signs.probe),
  })
  t.teardown(() => watchdog.stop())
  const next = async (): Promise<string[]> => {
    const before = told.length
    while (told.length === before) await wait(2)
    return told.at(-1) ?? []
  }
  t.strictSame(await next(), ['WATCHDOG=1', 'STATUS=READY'])
  signs.probe = 30_001
  await next()
  t.strictSame(await next(), ['STATUS=READY'], 'no write was answered for 30 s')
  signs.probe = 29_000
  await next()
  t.strictSame(await next(), ['WATCHDOG=1', 'STATUS=READY'])
  signs.stall = 10_001
  await next()
  t.strictSame(await next(), ['STATUS=READY'], 'the loop stood still for more than 10 s')
  t.strictSame(deaf, [30_001], 'and of the writes it was told once')
})

t.test('a stall: of more than a second is counted and told', async (t) => {
  let now = 0
  const told: number[] = []
  const stalls = watchStalls(
    (ms) => told.push(ms),
    () => now,
  )
  t.teardown(() => stalls.stop())
  t.equal(stalls.longestSince('test'), 0)
  now += 250 + 4200
  t.equal(stalls.longestSince('test'), 4200, 'also before the beat that is late')
  while (told.length === 0) await wait(10)
  t.strictSame(told, [4200])
  t.match(stalls, { count: 1, longest_ms: 4200 })
  t.equal(stalls.longestSince('test'), 4200)
  t.equal(stalls.longestSince('test'), 0, 'told once')
})

const sayingStates = (lines: readonly string[]): Record<string, unknown>[] =>
  lines
    .map((line) => JSON.parse(line) as { msg: string; state?: Record<string, unknown> })
    .filter(({ state }) => state !== undefined)
    .map(({ msg, state }) => ({ msg, ...state }))

const whole_state = {
  requests_in_flight: Number,
  writes_waiting: Number,
  jobs: Array,
  schedules: Array,
  links: Array,
  memory: { rss: Number, heapUsed: Number },
  handles: Object,
}

// Operations 6.2, "Event loop stuck": the machine's own count is set ahead, as if nothing had run.
t.test('a daemon that was deaf: writes its state as soon as it hears again', async (t) => {
  const database = await copiedDatabase()
  await openDatabase(database.address)
  const lines: string[] = []
  const out = new Writable({
    decodeStrings: false,
    write(line: string, _as, done) {
      lines.push(line)
      done()
    },
  })
  const daemon = await start({
    listen: [{ host: '127.0.0.1', port: 0 }],
    data_dir: database.folder,
    log: { level: 'warn', format: 'json', out },
  })
  t.teardown(async () => {
    await daemon.stop()
    await closeDatabase()
    await database.remove()
  })
  const now = performance.now.bind(performance)
  t.teardown(() => Reflect.deleteProperty(performance, 'now'))
  performance.now = () => now() + 2000
  while (daemon.stalls.count === 0) await wait(10)
  t.strictSame(sayingStates(lines), [], 'a short one is only counted')
  performance.now = () => now() + 13_000
  while (daemon.stalls.count === 1) await wait(10)
  const [said, ...more] = sayingStates(lines)
  t.match(said, { msg: /^nothing else could run for 1\d{4} ms: the state of this/, ...whole_state })
  t.strictSame(more, [], 'once for each')
  daemon.dump('no write was answered for 30 s')
  t.match(sayingStates(lines)[1], { msg: /^no write was answered/, ...whole_state })
})

t.test('SIGUSR2: one entry in the log, and the house goes on', { timeout: 600_000 }, async (t) => {
  const open = await served(t, join(folder(t), 'data'), '--first-run')
  open.child.kill('SIGUSR2')
  const [line = ''] = await open.hear(/\{[^\n]*SIGUSR2[^\n]*\}\n/)
  t.match(sayingStates([line]), [{ msg: /^SIGUSR2: the state of this daemon/, ...whole_state }])
  t.equal((await fetch(`${open.url}/api/v1/health`)).status, 200)
})
