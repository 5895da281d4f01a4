// A house that runs: maintained, reloaded, its log turned up and read.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { folder } from '../../support/folder.ts'
import { served } from '../../support/programs/house.ts'
import { typedJson } from '../../support/programs/typed.ts'

t.setTimeout(600_000)

t.test('a house that runs', async (t) => {
  const dir = join(folder(t), 'data')
  const own = { env: { KITUO_CONFIG: undefined } }
  const run = (...line: string[]) => typedJson([...line, '--data', dir], own)
  const first = await served(t, dir, '--first-run')
  first.child.kill('SIGTERM')
  await first.ended
  const file = join(dir, 'kituo.toml')
  const log = join(dir, 'log', 'kituo.log')
  const settings = (level: string) => `[log]\nlevel = "${level}"\nfile = "${log}"\n`
  writeFileSync(file, settings('info'))

  // With a file of its own the house says nothing on standard output.
  const { spawn } = await import('node:child_process')
  const program = join(import.meta.dirname, '../../../bin/kituo.ts')
  const child = spawn(
    process.execPath,
    ['--no-warnings', program, 'serve', '--data', dir, '--listen', '127.0.0.1:0'],
    { stdio: 'ignore', env: { PATH: process.env['PATH'] } },
  )
  t.teardown(() => child.kill('SIGKILL'))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const status = async () =>
    (await run('status')).data as { daemon: { listen: string[] } | null } | null
  let url = ''
  for (let n = 0; n < 200 && url === ''; n++) {
    url = (await status())?.daemon?.listen[0] ?? ''
    if (url === '') await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const ask = async (path: string, method = 'GET') => {
    const answer = await fetch(`${url}/api/v1${path}`, { method })
    const { message } = (await answer.json()) as { message: string }
    return { status: answer.status, message, retry: answer.headers.get('retry-after') }
  }

  await t.test('maintenance: one sentence for everybody, health goes on (OPS-17)', async (t) => {
    t.match(await run('maintenance', 'on', '--yes'), { meta: { exit: 2 } }, 'a reason is needed')
    const on = ['maintenance', 'on', '--reason', 'a new disk', '--until', '2031-02-03T11:30Z']
    t.match(await run(...on, '--yes'), { success: true, data: { hold: { reason: 'a new disk' } } })
    t.match(await run(...on, '--yes'), { success: true, meta: { changed: false } })
    t.same(await ask('/auth/me'), {
      status: 503,
      message: 'Kituo is being maintained: a new disk. Back at about 11:30.',
      retry: '60',
    })
    t.equal((await ask('/health')).status, 200)
    const ready = await ask('/ready')
    t.match(ready, { status: 503, message: /maintenance/ })
    t.match(await fetch(`${url}/api/v1/messaging/account`).then((one) => one.status), 503)
    t.match(await run('status'), { data: { daemon: { state: 'MAINTENANCE' } } })
    t.match(await run('maintenance', 'show'), { data: { hold: { reason: 'a new disk' } } })
    t.match(await run('maintenance', 'off'), { success: true, meta: { changed: true } })
    t.equal((await ask('/auth/me')).status, 401)
    t.match(await run('maintenance', 'off'), { meta: { changed: false } })
  })

  await t.test('reload: all of it or nothing (OPS-40), by command and by signal', async (t) => {
    writeFileSync(file, `${settings('debug')}[database]\nreaders = 3\n`)
    t.match(await run('reload'), {
      success: true,
      data: {
        applied: [{ key: 'log.level', was: 'info', is: 'debug' }],
        after_restart: ['database.readers'],
      },
    })
    writeFileSync(file, `${settings('trace')}[backups]\nnightly = "x"\n`)
    t.match(await run('reload'), { meta: { exit: 2 }, error: { code: 'config.unknown_key' } })
    writeFileSync(file, settings('warn'))
    child.kill('SIGHUP')
    const heard = async (): Promise<boolean> =>
      /reloaded: log.level/.test(readFileSync(log, 'utf8')) || (await run('reload')).success
    t.ok(await heard())
    t.equal(child.exitCode, null, 'it goes on')
    writeFileSync(file, settings('info'))
    t.match(await run('reload'), { success: true })
  })

  await t.test(
    'the log: read, searched, turned up for a while (OPS-31, OPS-32, OPS-167)',
    async (t) => {
      t.match(await run('log', 'level', 'trace', '--for', '5m'), {
        success: true,
        data: { level: 'trace', until: /Z$/ },
      })
      await fetch(`${url}/api/v1/auth/me`, { headers: { 'x-request-id': 'a-test-17' } })
      const shown = await run('log', 'show', 'a-test-17')
      t.match(shown, { data: [{ req: 'a-test-17', route: '/api/v1/auth/me', status: 401 }] })
      t.match(await run('log', 'search', 'ready', '127.0.0.1'), { data: [{ msg: 'ready' }] })
      const tail = await run('log', 'tail', '--limit', '3')
      t.equal((tail.data as unknown[]).length, 3)
      t.match(await run('log', 'tail', '--level', 'fatal'), { data: [] })
    },
  )

  child.kill('SIGTERM')
  t.equal(await ended, 0)
  t.match(await run('log', 'level', 'debug'), { meta: { exit: 6 } })
  t.match(await run('reload'), { meta: { exit: 6 } })
})
