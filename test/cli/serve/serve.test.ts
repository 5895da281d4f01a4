// The house as its own machine sees it: started, asked over the socket, stopped, killed.

import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import type { Document } from '../../../db/appliance/deployment/line.ts'
import { folder } from '../../support/folder.ts'
import { served, servedAsIs } from '../../support/programs/house.ts'
import { typed, typedJson } from '../../support/programs/typed.ts'

// Houses of processes of their own, one after the other: what the machine needs when it is busy.
t.setTimeout(600_000)

const own = { env: { KITUO_CONFIG: undefined } }
const ask = (dir: string, ...line: string[]) => typedJson([...line, '--data', dir], own)

/** What may differ between a command by socket and the same one directly (OPS-54). */
function comparable(document: Document): unknown {
  const { mode: _mode, request: _request, took_ms: _took, ...meta } = document.meta
  return { ...document, meta }
}

async function raw(
  socket: string,
  method: string,
  path: string,
  body = '',
): Promise<[number, string]> {
  const asked = request({ socketPath: socket, method, path })
  asked.end(body)
  const [answer] = await once(asked, 'response')
  let text = ''
  for await (const piece of answer) text += piece
  return [answer.statusCode, text]
}

t.test('a first run: sets up, serves, and is asked over its socket', async (t) => {
  const dir = join(folder(t), 'data')
  const house = await served(t, dir, '--first-run')

  t.test('the sign-in that was printed works (OPS-7)', async (t) => {
    const password = (await house.hear(/Password +(?<word>\w+)/)).groups?.['word']
    t.match(password, /^\w{12}$/)
    t.equal((await fetch(`${house.url}/api/v1`)).status, 200)
    t.match(readFileSync(join(dir, 'kituo.toml'), 'utf8'), '# What differs')
  })

  t.test('what opens its backups lies there until it is moved away (OPS-86)', async (t) => {
    const words = join(dir, 'recovery.txt')
    t.equal(statSync(words).mode & 0o777, 0o600)
    t.match(house.said(), `Backups   ${words} opens them: move it away from this machine`)
    t.match(await ask(dir, 'backup', 'key', 'test', '--file', words), {
      data: { proved: { kind: 'recovery' } },
    })
  })

  t.test('status tells how it stands', async (t) => {
    const status = await ask(dir, 'status')
    t.match(status, {
      success: true,
      data: {
        daemon: { state: 'READY', pid: house.child.pid, listen: [house.url] },
        hospital: { code: 'kituo' },
        database: { engine: 'sqlite', generation: 1 },
      },
      meta: { mode: 'socket', engine: 'sqlite', data_dir: dir },
    })
    t.match(await typed(['status', '--data', dir], own), { out: /^Kituo +\S+ READY, since/ })
  })

  t.test(
    'the sockets lie in folders of their own, and answer as they should (OPS-61)',
    async (t) => {
      const admin = join(dir, 'run/admin/kituo.sock')
      const read = join(dir, 'run/read/kituo.sock')
      t.equal(statSync(join(dir, 'run/admin')).mode & 0o777, 0o700)
      t.equal(statSync(admin).mode & 0o777, 0o660)
      t.same(await raw(admin, 'GET', '/health'), [200, '{"status":"ok"}\n'])
      t.match(await raw(read, 'GET', '/status'), [200, /"state":"READY"/])
      t.match(await raw(read, 'GET', '/etc/passwd'), [404])
      for (const body of [
        '',
        '[]',
        '{',
        '{"command":1}',
        '{"command":"status","args":{"x":1}}',
        'null',
      ]) {
        t.match(await raw(admin, 'POST', '/commands', body), [400, /This is not a command/], body)
      }
      const line = {
        command: 'stop',
        args: {},
        flags: { yes: true },
        caller: 'cli:x@y',
        version: '0',
      }
      const [, refused] = await raw(read, 'POST', '/commands', JSON.stringify(line))
      t.match(JSON.parse(refused), {
        type: 'result',
        error: {
          code: 'not.permitted',
          message: 'this needs the group kituo-admin on this machine.',
        },
        meta: { exit: 9 },
      })
      const [, older] = await raw(admin, 'POST', '/commands', JSON.stringify(line))
      t.match(JSON.parse(older), { error: { code: 'version.program' }, meta: { exit: 13 } })
      for (const command of ['../../etc', 'serve', 'init', 'config set', 'database migrate']) {
        const [, text] = await raw(admin, 'POST', '/commands', JSON.stringify({ ...line, command }))
        t.match(JSON.parse(text), { error: { code: 'usage.command' }, meta: { exit: 2 } }, command)
      }
      const forged = JSON.stringify({ ...line, caller: 'cli:x@y\n{"level":"fatal"}' })
      t.match(await raw(admin, 'POST', '/commands', forged), [400, /This is not a command/])
    },
  )

  t.test(
    'a second one, and whoever goes round the house, are told who holds it (OPS-4)',
    async (t) => {
      const second = await typed(['serve', '--data', dir], own)
      t.equal(second.code, 5)
      t.match(second.err, `${dir} is held by kituo serve (pid ${house.child.pid} on`)
      t.match(await ask(dir, 'database', 'migrate', '--yes', '--direct'), {
        error: { code: 'lock.held', message: /--direct is for when no daemon runs/ },
        meta: { exit: 5 },
      })
      t.match(await ask(dir, 'module', 'list', '--direct'), { meta: { exit: 5 } })
    },
  )

  t.test('a client that goes away does not stop what it began (OPS-60)', async (t) => {
    const line = {
      command: 'backup create',
      args: {},
      flags: { tag: 'left-alone', yes: true },
      caller: 'cli:x@y',
      version: (await ask(dir, 'status')).meta.version,
    }
    const asked = request({
      socketPath: join(dir, 'run/admin/kituo.sock'),
      method: 'POST',
      path: '/commands',
    })
    asked.on('error', () => undefined)
    asked.end(JSON.stringify(line))
    const [answer] = await once(asked, 'response')
    answer.destroy()
    asked.destroy()
    const said = async () =>
      (await ask(dir, 'audit', 'search', '--action', 'command.backup.create')).data as object[]
    for (let n = 0; n < 300 && (await said()).length === 0; n++)
      await new Promise((resolve) => setTimeout(resolve, 100))
    t.match(await said(), [{ user_name: 'cli:x@y' }])
    // The hour's own backup may stand beside it.
    const kept = (await ask(dir, 'backup', 'list')).data as { tag: string }[]
    t.match(
      kept.filter(({ tag }) => tag !== 'hourly').map(({ tag }) => tag),
      ['left-alone'],
    )
  })

  t.test('a change by socket and the same one directly give the same document', async (t) => {
    const off = ['module', 'off', 'theatre', '--yes', '--reason', 'building works']
    const on = ['module', 'on', 'theatre', '--yes']
    const listed = async () =>
      ((await ask(dir, 'module', 'list')).data as { module: string; enabled: boolean }[]).find(
        ({ module }) => module === 'theatre',
      )?.enabled
    const by_socket = [await ask(dir, ...off), await ask(dir, ...off), await ask(dir, ...on)]
    t.match(by_socket[0], { success: true, meta: { mode: 'socket', changed: true } })
    t.match(by_socket[1], { success: true, meta: { changed: false } })
    t.match(await ask(dir, 'module', 'off', 'theatre', '--yes'), {
      error: {
        code: 'confirm.needed',
        message: 'module off theatre asks for confirmation: add --reason.',
      },
    })
    t.match(await ask(dir, 'module', 'off', 'theatre', '--dry-run'), {
      data: { steps: ['switch theatre off at MAIN'] },
      meta: { dry_run: true },
    })
    t.equal(await listed(), true, 'a dry run changes nothing')

    t.match(await ask(dir, 'stop', '--yes'), { success: true, message: 'Kituo stops.' })
    t.equal(await house.ended, 0, house.said())
    t.equal(existsSync(join(dir, 'run/admin/kituo.sock')), false)
    t.match(await ask(dir, 'stop', '--yes'), {
      message: 'Kituo is not running.',
      meta: { changed: false },
    })

    const direct = [await ask(dir, ...off), await ask(dir, ...off), await ask(dir, ...on)]
    t.same(
      direct.map(({ meta }) => meta.mode),
      ['direct', 'direct', 'direct'],
    )
    t.same(direct.map(comparable), by_socket.map(comparable))
  })

  t.test('a house that is down says so, from the files (OPS-57)', async (t) => {
    t.match(await ask(dir, 'status'), {
      success: false,
      data: { daemon: null, hospital: { code: 'kituo' } },
      error: { code: 'daemon.silent', message: 'Kituo is not running.' },
      meta: { exit: 6, mode: 'direct' },
    })
    const { out, err } = await typed(['status', '--data', dir], own)
    t.match(out, /^Kituo +not running/)
    t.equal(err, 'kituo: Kituo is not running.\n')
    t.match(await typed(['status', '--data', dir, '--field', 'data.hospital.code'], own), {
      code: 6,
      out: 'kituo\n',
      err: 'kituo: Kituo is not running.\n',
    })
  })
})

t.test('a house that is killed: is known to be gone, and starts again', async (t) => {
  const dir = join(folder(t), 'data')
  const first = await served(t, dir, '--first-run')
  first.child.kill('SIGKILL')
  await first.ended
  t.ok(existsSync(join(dir, 'run/admin/kituo.sock')), 'its socket is left behind')
  t.match(await ask(dir, 'status'), { meta: { exit: 6 } })
  t.match(await ask(dir, 'module', 'off', 'maternity', '--yes', '--reason', 'no midwife'), {
    success: true,
    meta: { mode: 'direct' },
  })
  const again = await served(t, dir)
  t.match(await ask(dir, 'module', 'list'), { meta: { mode: 'socket', total: 6 } })
  again.child.kill('SIGTERM')
  t.equal(await again.ended, 0, again.said())
})

t.test('serve: refuses what would not be right, by its exit code (OPS-1, OPS-3)', async (t) => {
  const dir = folder(t)
  t.match(await typed(['serve', '--data', dir], own), { code: 8, err: /Run: kituo init/ })
  t.match(await typed(['serve', '--listen', '8080']), {
    code: 2,
    err: 'kituo: --listen takes host:port, for example 0.0.0.0:8443.\n',
  })
  t.match(await typed(['serve', '--data', dir, '--listen', '0.0.0.0:80'], own), {
    code: 2,
    err: /tls.mode off on 0.0.0.0: passwords would cross the network unprotected/,
  })
})

t.test('a first run that cannot listen says the password all the same', async (t) => {
  const dir = join(folder(t), 'data')
  const other = createServer().listen(0, '127.0.0.1')
  t.teardown(() => other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const line = ['serve', '--first-run', '--allow-root', '--data', dir, '--listen']
  const said = await typed([...line, `127.0.0.1:${port}`], own)
  t.match(said, { code: 5, err: /is in use by another program/ })
  t.match(
    said.out,
    /The hospital is set up, but the house could not start\.\n[^]*Password {2}\w{12} /,
  )
  t.match(await ask(dir, 'user', 'show', 'admin'), { success: true })
})

t.test('a first run takes a port that is free, and keeps it (OPS-5)', async (t) => {
  const dir = join(folder(t), 'data')
  const taken = createServer().listen(8080, '127.0.0.1')
  t.teardown(() => taken.close())
  await Promise.race([once(taken, 'listening'), once(taken, 'error')])
  const first = await servedAsIs(t, dir, '--first-run')
  t.match(first.url, /^http:\/\/127\.0\.0\.1:80(8[1-9]|9\d)$/)
  const { host } = new URL(first.url)
  t.match(readFileSync(join(dir, 'kituo.toml'), 'utf8'), `listen = ["${host}"]`)
  first.child.kill('SIGTERM')
  t.equal(await first.ended, 0, first.said())
  const again = await servedAsIs(t, dir)
  t.equal(again.url, first.url)
  again.child.kill('SIGTERM')
  t.equal(await again.ended, 0)
})

t.test('data that are a file are refused in a sentence', async (t) => {
  const file = join(folder(t), 'data')
  writeFileSync(file, '', { mode: 0o600 })
  const strange = /is not a Kituo data directory\.\n$/
  for (const [line, sentence] of [
    [['serve', '--first-run'], /data cannot be made: .*data is a file\. Name another\.\n$/],
    [['serve'], strange],
    [['user', 'list'], strange],
  ] as const) {
    const said = await typed([...line, '--data', file], own)
    t.equal(said.code, 13, line.join(' '))
    t.match(said.err, sentence, line.join(' '))
    t.notMatch(said.err, /\n\s+at /, 'no stack')
  }
})
