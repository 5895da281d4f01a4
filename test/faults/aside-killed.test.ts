// A restore beside a house that works, killed at any moment, and at each of its turns: the house is there
// all the time, and holds either what was or what was put back. KITUO_KILLS sets how often.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import { folder } from '../support/folder.ts'
import { served } from '../support/programs/house.ts'
import { typedJson } from '../support/programs/typed.ts'
import { chanceOf } from '../support/seeded.ts'

const chance = chanceOf(t)

const kills = Number(process.env['KITUO_KILLS'] ?? 4)
t.setTimeout(180_000 + kills * 20_000)

const program = join(import.meta.dirname, '../../bin/kituo.ts')
const own = { env: { KITUO_CONFIG: undefined } }

t.test('a restore that is killed', async (t) => {
  const dir = join(folder(t), 'data')
  // A house that is started anew lives longer than the part that does it.
  const start = (...flags: string[]) => served(t, dir, ...flags)
  let house = await start('--first-run')
  const ask = (...line: string[]) => typedJson([...line, '--data', dir], own)
  const made = await ask('backup', 'create')
  const { name } = made.data as { name: string }
  let before = 1
  await ask('module', 'off', 'theatre', '--yes', '--reason', 'building works')

  const begin = () => {
    const line = ['backup', 'restore', name, '--data', dir, '--reason', 'a rehearsal', '--yes']
    const child = spawn(
      process.execPath,
      ['--no-warnings', program, ...line, '--confirm', `restore ${name}`, '--without-safety'],
      { stdio: ['ignore', 'ignore', 'pipe'], env: { PATH: process.env['PATH'] } },
    )
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (piece: string) => void (said += piece))
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    return { child, ended, said: () => said }
  }
  const status = async (): Promise<number | null> =>
    fetch(`${house.url}/api/v1/auth/me`).then(
      (answer) => answer.status,
      () => null,
    )
  const works = async (): Promise<void> => {
    for (let now = await status(); now === null || now === 503; now = await status())
      await wait(100)
  }
  /** Old: the module is off; new: it is on. Nothing in between, and nothing left over. */
  const stands = async (why: string): Promise<void> => {
    const { data } = await ask('module', 'list')
    const { enabled } = (data as { module: string; enabled: boolean }[]).find(
      ({ module }) => module === 'theatre',
    ) ?? { enabled: null }
    const generations = (await ask('generation', 'list')).data as {
      state: string
      number: number
    }[]
    const live = generations.find(({ state }) => state === 'LIVE')?.number ?? 0
    t.equal(enabled, live !== before, `${why}: generation ${live} is whole`)
    t.match(await ask('audit', 'verify'), { success: true }, why)
    const { data: daemons } = await ask('daemon', 'list')
    t.ok((daemons as { pid: number }[]).some(({ pid }) => pid === house.child.pid))
    before = live
    t.match(await ask('module', 'off', 'theatre', '--yes', '--reason', 'building works'), {
      success: true,
    })
  }

  const began = performance.now()
  const whole = begin()
  t.equal(await whole.ended, 0, whole.said())
  const takes_ms = performance.now() - began
  await works()
  await stands('not killed')

  for (let n = 0; n < kills; n++) {
    const after_ms = chance() * takes_ms
    const tried = begin()
    await Promise.race([tried.ended, wait(after_ms)])
    tried.child.kill('SIGKILL')
    await tried.ended
    await works()
    await stands(`killed after ${Math.round(after_ms)} ms`)
  }

  await t.test('killed while the house stands aside: it comes back by itself', async () => {
    const tried = begin()
    while ((await status()) !== 503) await Promise.race([tried.ended, wait(1)])
    tried.child.kill('SIGKILL')
    await tried.ended
    await works()
    await stands('killed while it had the house alone')
  })

  await t.test('the house is killed instead: the restore ends, and it starts anew', async (t) => {
    const tried = begin()
    while ((await status()) !== 503) await Promise.race([tried.ended, wait(1)])
    house.child.kill('SIGKILL')
    house = await start()
    t.equal(await tried.ended, 0, tried.said())
    await works()
    await stands('the house was killed')
  })

  await t.test('the house is killed while a restore is laid out beside it', async (t) => {
    const tried = begin()
    while (!/proving|database/.test(tried.said())) await Promise.race([tried.ended, wait(1)])
    house.child.kill('SIGKILL')
    house = await start()
    t.equal(await tried.ended, 0, tried.said())
    await works()
    await stands('the house was killed before its turn')
  })

  const last = begin()
  t.equal(await last.ended, 0, last.said())
  await works()
  await stands('in the end')
  t.match(await ask('journal', 'list'), { meta: { total: 0 } })
})
