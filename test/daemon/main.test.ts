import { once } from 'node:events'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Agent, get, type Server } from 'node:http'
import { connect, createServer } from 'node:net'
import { PassThrough } from 'node:stream'
import t from 'tap'
import { bind } from '../../daemon/edge/listeners.ts'
import { openLog } from '../../daemon/watching/log.ts'
import { start } from '../../daemon/main.ts'
import { closeDatabase, openDatabase } from '../../db/store/connection.ts'
import { copiedDatabase } from '../support/database.ts'

const silent = { level: 'fatal', format: 'json' } as const
const here = [{ host: '127.0.0.1', port: 0 }]

t.test('daemon', async (t) => {
  const database = await copiedDatabase()
  await openDatabase(database.address)
  t.teardown(async () => {
    await closeDatabase()
    await database.remove()
  })

  t.test('it answers on every address it was given, and stops by itself', async (t) => {
    const daemon = await start({
      listen: [...here, ...here],
      data_dir: database.folder,
      log: silent,
    })
    t.equal(daemon.state(), 'READY')
    for (const url of daemon.urls) t.equal((await fetch(`${url}/api/v1`)).status, 200)
    t.same(await daemon.stop(), { cut: 0 })
    t.equal(daemon.state(), 'STOPPED')
    t.equal(await daemon.stop().then(({ cut }) => cut), 0, 'stopping twice is one stop')
  })

  t.test('a port that is taken is named (OPS-5)', async (t) => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    await t.rejects(start({ listen: [{ host: '127.0.0.1', port }], data_dir: database.folder }), {
      message: `127.0.0.1:${port} is in use by another program. Give another with --listen.`,
    })
    other.close()
  })

  t.test('who says nothing whole in its time is closed (OPS-25)', async (t) => {
    const listeners = await bind(here)
    let server: Partial<Server> = {}
    const hear = (message: unknown): void => {
      server = (message as { server: Server }).server
    }
    subscribe('http.server.request.start', hear)
    await fetch(listeners.urls[0] ?? '')
    unsubscribe('http.server.request.start', hear)
    t.match(server, { headersTimeout: 15_000, requestTimeout: 60_000 })
    await listeners.close(0)

    const daemon = await start({ listen: here, data_dir: database.folder, log: silent })
    const long = { 'x-long': 'x'.repeat(33 * 1024) }
    const answer = await fetch(`${daemon.urls[0]}/api/v1`, { headers: long })
    t.match(await answer.json(), { message: 'The headers are larger than 32 KiB.' })
    t.equal(answer.status, 431)
    await daemon.stop()
  })

  t.test('before it is ready it says that it is starting (OPS-1)', async (t) => {
    const listeners = await bind(here)
    const answer = await fetch(`${listeners.urls[0]}/api/v1/ready`)
    t.equal(answer.status, 503)
    t.equal(((await answer.json()) as { message: string }).message, 'Kituo is starting.')
    await listeners.close(0)
  })

  t.test(
    'a request in flight is finished, a deaf one is cut at the deadline (OPS-11)',
    async (t) => {
      const listeners = await bind(here)
      let finish: (() => void) | undefined
      listeners.serve((request, response) => {
        finish = () => response.end('done')
        if (request.url === '/deaf') finish = undefined
      })
      const answer = fetch(`${listeners.urls[0]}/slow`)
      while (finish === undefined) await new Promise((resolve) => setImmediate(resolve))
      const closing = listeners.close(5000)
      finish()
      t.equal(await (await answer).text(), 'done')
      t.equal(await closing, 0)

      const deaf = await bind(here)
      let arrived: (() => void) | undefined
      const came = new Promise<void>((resolve) => {
        arrived = resolve
      })
      deaf.serve(() => arrived?.())
      const lost = fetch(`${deaf.urls[0]}/deaf`).catch(() => 'cut')
      await came
      t.equal(await deaf.close(20), 1)
      t.equal(await lost, 'cut')
    },
  )

  t.test('whoever asks again on a kept line while it closes is answered, and told', async (t) => {
    const listeners = await bind(here)
    listeners.serve((_, response) => response.end('here'))
    const [url = ''] = listeners.urls
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    t.teardown(() => agent.destroy())
    const asked = () =>
      new Promise<{ connection: string | undefined; kept: boolean }>((resolve, reject) => {
        const one = get(url, { agent }, (answer) => {
          const { connection } = answer.headers
          answer.resume().once('end', () => resolve({ connection, kept: one.reusedSocket }))
        })
        one.once('error', reject)
      })
    t.same(await asked(), { connection: 'keep-alive', kept: false })
    const closing = listeners.close(5000)
    t.same(await asked(), { connection: 'close', kept: true })
    t.equal(await closing, 0)
    await t.rejects(asked(), { code: 'ECONNREFUSED' })
  })

  t.test('a connection that sends half a header holds up nothing', async (t) => {
    const daemon = await start({
      listen: here,
      data_dir: database.folder,
      log: { level: 'fatal', format: 'json' },
    })
    const socket = connect(Number(new URL(daemon.urls[0] ?? '').port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write('GET /api/v1 HT')
    t.equal((await fetch(`${daemon.urls[0]}/api/v1/health`)).status, 200)
    t.same(await daemon.stop(), { cut: 0 })
    socket.destroy()
  })
})

t.test('log: lines come from an allow-list (OPS-29)', async (t) => {
  const out = new PassThrough()
  let text = ''
  out.on('data', (chunk) => {
    text += String(chunk)
  })
  const log = openLog({ level: 'info', format: 'json', out })
  log.debug({ status: 1 }, 'quiet')
  log.child({ reqId: 'r1' }).info({ status: 200, body: 'secret', query: 'Asha' }, 'request')
  log.error({ err: new Error('broke', { cause: new Error('below') }) }, 'unforeseen')
  out.end()
  await once(out, 'close')
  const lines = text
    .trim()
    .split('\n')
    .map((line: string) => JSON.parse(line))
  t.equal(lines.length, 2)
  t.match(lines[0], { level: 'info', msg: 'request', req: 'r1', status: 200 })
  t.notMatch(JSON.stringify(lines), /secret|Asha/)
  t.match(lines[1].error, /broke[\s\S]+below/)
})
