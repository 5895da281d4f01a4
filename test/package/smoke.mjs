// Proves the packaged program alone (OPS-188): node test/package/smoke.mjs dist/kituo
// It runs in an empty folder, with an empty environment and, when root starts the test, as a user
// who may write nowhere else. What it measures goes into report.json beside the binary (OPS-189).
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { begin, opened, seconds, until } from './program.mjs'

const LIMITS = {
  binary_mb: 200,
  version_ms: 500,
  first_run_ms: 15_000,
  first_answer_ms: 1000,
  resident_mb: 220,
  first_frame_ms: 700,
}
const NOBODY = 65534
const DEBUGGER = 9229

const binary = resolve(process.argv[2] ?? 'dist/kituo')
const place = mkdtempSync(join(tmpdir(), 'kituo-smoke-'))
const home = join(place, 'empty')
const cache = join(place, 'cache')
const terminal = join(place, 'terminal')
const program = join(place, 'kituo')
const user = process.getuid() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
const env = { PKG_NATIVE_CACHE_PATH: cache }
const kituo = (args, more = {}) =>
  begin(program, args, { cwd: home, env: { ...env, ...more }, ...user })

const say = (line) => process.stdout.write(`${line}\n`)

const before = left()
const measured = { binary_mb: statSync(binary).size / 1e6 }

try {
  layOut()
  await version()
  const first = await firstRun()
  const password = await signsIn(first)
  await drawsScreens(first, password)
  await hearsNoDebugger(first)
  await stops(first)
  await startsAgain(first.address)
  await databaseHolds()
  leavesNothing()
  report()
} finally {
  rmSync(place, { recursive: true, force: true })
}

function layOut() {
  copyFileSync(binary, program)
  chmodSync(program, 0o755)
  chmodSync(place, 0o755)
  for (const folder of [home, cache, terminal]) {
    mkdirSync(folder, { mode: 0o700 })
    if (user.uid) chownSync(folder, user.uid, user.gid)
  }
}

async function version() {
  const times = []
  // NODE_OPTIONS would open the debugger and wait; the program must not even notice.
  for (const more of [{}, {}, {}, { NODE_OPTIONS: '--inspect-brk' }]) {
    const run = kituo(['--version'], more)
    assert.equal(await run.ended, 0, run.output())
    assert.match(run.output(), /\d+\.\d+\.\d+/)
    assert.doesNotMatch(run.output(), /[Dd]ebugger/)
    times.push(run.ms())
  }
  measured.version_ms = times.slice(0, 3).sort((a, b) => a - b)[1]
}

async function firstRun() {
  const run = kituo(['serve', '--first-run', '--data', './data'])
  run.address = await until(
    () => run.output().match(/https?:\/\/[\w.:[\]-]+/)?.[0],
    'an address is printed',
    run,
  )
  await answers(run, run.address)
  measured.first_run_ms = run.ms()
  return run
}

async function answers(run, address) {
  const asked = () =>
    fetch(`${address}/api/v1`).then(
      (reply) => reply.ok,
      () => false,
    )
  await until(asked, 'GET /api/v1 is answered', run)
}

async function signsIn(run) {
  const found = () => run.output().match(/password\W+(\S+)/i)?.[1]
  const password = await until(found, 'a password is printed', run)
  const reply = await fetch(`${run.address}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  })
  const text = await reply.text()
  assert.equal(reply.status, 200, text)
  const { success, data } = JSON.parse(text)
  assert.equal(success, true, text)
  const authorization = `Bearer ${data.tokens.access_token}`
  const me = await fetch(`${run.address}/api/v1/auth/me`, { headers: { authorization } })
  assert.equal(me.status, 200, await me.text())
  return password
}

// The screens on a real terminal (OPS-204): signed in, shrunk and widened, left; then told to end by
// its terminal, which leaves no process.
async function drawsScreens(run, password) {
  if (spawnSync('tmux', ['-V']).status !== 0) return say('tmux is not here: no screens are drawn')
  const socket = join(terminal, 'tmux')
  const shell = { ...env, SHELL: '/bin/sh', TERM: 'xterm', LANG: 'C.UTF-8', PATH: process.env.PATH }
  const tmux = (...args) =>
    spawnSync('tmux', ['-S', socket, '-f', '/dev/null', ...args], {
      cwd: home,
      env: shell,
      encoding: 'utf8',
      ...user,
    }).stdout
  const shows = (what) =>
    until(() => what.test(tmux('capture-pane', '-p', '-t', 's')), String(what), run)
  const keys = (...typed) => tmux('send-keys', '-t', 's', ...typed)
  const entered = async () => {
    keys(`clear; ${program} tui --data ./data; echo "ended $?"`, 'Enter')
    const began = performance.now()
    await shows(/Sign in to the house/)
    measured.first_frame_ms ??= performance.now() - began
    keys('admin', 'Enter')
    await shows(/Username +admin/)
    keys(password, 'Enter')
    await shows(/OK daemon +ready/)
  }
  try {
    tmux('new-session', '-d', '-s', 's', '-x', '80', '-y', '24', '/bin/sh')
    await entered()
    tmux('resize-window', '-t', 's', '-x', '40', '-y', '10')
    await shows(/40x10 is too small/)
    tmux('resize-window', '-t', 's', '-x', '200', '-y', '50')
    await shows(/OK daemon +ready/)
    keys('9')
    await shows(/> Administrator/)
    keys('q')
    await shows(/ended 0/)
    await entered()
  } finally {
    tmux('kill-server')
  }
  const left = () => spawnSync('pgrep', ['-f', `${program} tui`]).status !== 0
  await until(left, 'no screen is left over', run)
}

async function hearsNoDebugger(run) {
  assert.equal(await opened(DEBUGGER), false, 'something else listens where a debugger would')
  run.kill('SIGUSR1')
  await seconds(0.5)
  assert.equal(await opened(DEBUGGER), false, 'SIGUSR1 opened the debugger')
  await answers(run, run.address)
}

async function stops(run) {
  run.kill('SIGTERM')
  assert.equal(await run.ended, 0, run.output())
}

async function startsAgain(address) {
  const run = kituo(['serve', '--data', './data'])
  await answers(run, address)
  measured.first_answer_ms = run.ms()
  await seconds(2)
  const status = readFileSync(`/proc/${run.pid}/status`, 'utf8')
  // Read when a process begins, so the program has begun anew with it.
  assert.match(readFileSync(`/proc/${run.pid}/environ`, 'utf8'), /(^|\0)MALLOC_ARENA_MAX=2(\0|$)/)
  measured.resident_mb = (Number(status.match(/^VmRSS:\s+(\d+) kB/m)[1]) * 1024) / 1e6
  await stops(run)
}

/** Sequelize reads the schema here, so the bundle is proved to hold it. */
async function databaseHolds() {
  const run = kituo(['database', 'check', '--data', './data'])
  assert.equal(await run.ended, 0, run.output())
  assert.match(run.output(), /schema +yes/i)
}

// As nobody it could have written only where everybody may.
function leavesNothing() {
  assert.deepEqual(readdirSync(home), ['data'])
  assert.match(readdirSync(cache).join(), /^[0-9a-f]{64}\.node$/)
  assert.equal(statSync(cache).mode & 0o777, 0o700)
  if (user.uid) assert.deepEqual(left(), before)
}

function left() {
  const shared = ['/tmp', '/var/tmp', '/dev/shm']
  return shared.flatMap((folder) =>
    readdirSync(folder)
      .map((name) => join(folder, name))
      .filter((path) => statSync(path, { throwIfNoEntry: false })?.uid === user.uid),
  )
}

function report() {
  const figures = Object.entries(measured).map(([name, value]) => [
    name,
    Math.round(value * 10) / 10,
  ])
  const file = join(dirname(binary), 'report.json')
  const built = {
    at: new Date().toISOString(),
    runtime: process.version,
    platform: `${process.platform}-${process.arch}`,
  }
  writeFileSync(file, `${JSON.stringify({ ...built, ...Object.fromEntries(figures) }, null, 2)}\n`)
  for (const [name, value] of figures) say(`${name} ${value} (at most ${LIMITS[name]})`)
  const over = figures.filter(([name, value]) => value > LIMITS[name])
  assert.deepEqual(over, [], 'worse than allowed')
  say('The packaged program holds.')
}
