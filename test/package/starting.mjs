// The program starts, is signed in to, hears no debugger, ends, and starts again.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { asking, signedIn } from './asking.mjs'
import { opened, seconds, until } from './program.mjs'

const STARTS = 5
const DEBUGGER = 9229

export async function tellsVersion({ kituo, time }) {
  const told = async (more) => {
    const run = kituo(['--version'], { more })
    assert.equal(await run.ended, 0, run.output())
    assert.match(run.output(), /\d+\.\d+\.\d+/)
    assert.doesNotMatch(run.output(), /[Dd]ebugger/)
    return run.ms()
  }
  for (let at = 0; at < STARTS; at += 1) await time('version_ms', told)
  // It would open the debugger and wait; the program must not even notice.
  await told({ NODE_OPTIONS: '--inspect-brk' })
}

export async function runsFirst(house) {
  await house.time('first_run_ms', async () => {
    const run = house.kituo(['serve', '--first-run', '--data', './data'])
    house.running = run
    const printed = () => run.output().match(/https?:\/\/[\w.:[\]-]+/)?.[0]
    house.address = await until(printed, 'an address is printed', run)
    await answers(run, house.address)
    return run.ms()
  })
}

export async function signsIn(house) {
  const { address, running } = house
  const found = () => running.output().match(/password\W+(\S+)/i)?.[1]
  house.password = await until(found, 'a password is printed', running)
  house.administrator = await signedIn(address, 'admin', house.password)
  const { user } = await house.administrator.get('/api/v1/auth/me')
  assert.equal(user.username, 'admin')
}

export async function hearsNoDebugger({ running, address }) {
  assert.equal(await opened(DEBUGGER), false, 'something else listens where a debugger would')
  running.kill('SIGUSR1')
  await seconds(0.5)
  assert.equal(await opened(DEBUGGER), false, 'SIGUSR1 opened the debugger')
  await answers(running, address)
}

export async function stops({ running }) {
  running.kill('SIGTERM')
  assert.equal(await running.ended, 0, running.output())
}

export async function startsAgain(house) {
  for (let at = 1; at <= STARTS; at += 1) {
    await house.time('first_answer_ms', async () => {
      house.running = house.kituo(['serve', '--data', './data'])
      await answers(house.running, house.address)
      return house.running.ms()
    })
    if (at === STARTS) await rests(house)
    await stops(house)
  }
}

async function rests({ running, sizes }) {
  await seconds(2)
  const status = readFileSync(`/proc/${running.pid}/status`, 'utf8')
  // Read when a process begins, so the program has begun anew with it.
  const begun_with = readFileSync(`/proc/${running.pid}/environ`, 'utf8')
  assert.match(begun_with, /(^|\0)MALLOC_ARENA_MAX=2(\0|$)/)
  sizes.resident_mb = (Number(status.match(/^VmRSS:\s+(\d+) kB/m)[1]) * 1024) / 1e6
}

async function answers(run, address) {
  const nobody = asking(address)
  const asked = () =>
    nobody.bytes('/api/v1').then(
      () => true,
      () => false,
    )
  await until(asked, 'GET /api/v1 is answered', run)
}
