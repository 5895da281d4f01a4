// Listeners that whoever starts the house has bound for it (OPS-19), as systemd does.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { handedOver, refuseOpen } from '../../../daemon/edge/handed-over.ts'
import { folder } from '../../support/folder.ts'
import { typedJson } from '../../support/programs/typed.ts'

const program = join(import.meta.dirname, '../../../bin/kituo.ts')

t.test('what is meant for another process, or is no number, is nothing', async (t) => {
  const nothing = { listen: [], redirect: null }
  t.match(handedOver({ LISTEN_PID: '7', LISTEN_FDS: '2' }, 7), {
    listen: [{ fd: 3 }, { fd: 4 }],
    redirect: null,
  })
  const named = { LISTEN_PID: '7', LISTEN_FDS: '2', LISTEN_FDNAMES: 'redirect:kituo.socket' }
  t.match(handedOver(named, 7), { listen: [{ fd: 4 }], redirect: { fd: 3 } })
  t.same(handedOver({ LISTEN_PID: '8', LISTEN_FDS: '2' }, 7), nothing)
  t.same(handedOver({ LISTEN_PID: '7', LISTEN_FDS: 'two' }, 7), nothing)
  t.same(handedOver({}, 7), nothing)
})

t.test('OPS-21 holds for what was bound, whatever the file says', async (t) => {
  refuseOpen(['127.0.0.1', '::1'])
  t.throws(() => refuseOpen(['127.0.0.1', '0.0.0.0']), {
    code: 'config.together',
    message: /^systemd listens on 0\.0\.0\.0 and tls\.mode is off/,
  })
})

const bound = async (): Promise<Server> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

// The handle of a listening socket has its number on Linux.
const numberOf = (server: Server): number =>
  (server as unknown as { _handle: { fd: number } })._handle.fd

/** The shell takes the socket as its third and is replaced by the house, as systemd does it. */
async function handedHouse(t: Test, dir: string, server: Server) {
  const child = spawn(
    'sh',
    [
      '-c',
      'export LISTEN_PID=$$; exec "$@"',
      'sh',
      process.execPath,
      '--no-warnings',
      program,
    ].concat('serve', '--first-run', '--data', dir),
    {
      stdio: ['ignore', 'pipe', 'pipe', numberOf(server)],
      env: { PATH: process.env['PATH'], LISTEN_FDS: '1' },
    },
  )
  // Its own copy goes: two that listen at one socket would share who comes.
  server.close()
  t.teardown(() => child.kill('SIGKILL'))
  let said = ''
  await new Promise<void>((ready, failed) => {
    const hear = (piece: string): void => {
      said += piece
      if (said.includes('"msg":"ready"')) ready()
    }
    child.stdout?.setEncoding('utf8').on('data', hear)
    child.stderr?.setEncoding('utf8').on('data', hear)
    child.once('exit', () => failed(new Error(said)))
  })
  return { child, said: () => said }
}

t.test('the house serves the socket it was given', async (t) => {
  const server = await bound()
  const { port } = server.address() as { port: number }
  const dir = join(folder(t), 'data')
  const { child, said } = await handedHouse(t, dir, server)
  t.match(said(), new RegExp(`"address":"http://127.0.0.1:${port}"`))
  t.equal((await fetch(`http://127.0.0.1:${port}/api/v1/ready`)).status, 200)

  appendFileSync(join(dir, 'kituo.toml'), 'tls.mode = "own"\n')
  t.match(
    await typedJson(['reload', '--data', dir], { env: { KITUO_CONFIG: undefined } }),
    { message: /^systemd holds the listeners/, meta: { exit: 2 } },
    'bound once, it cannot become another kind of listener',
  )
  t.equal((await fetch(`http://127.0.0.1:${port}/api/v1/ready`)).status, 200, 'all is as it was')

  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  t.same(await ended, [0, null])
})
