// What is no HTTP, at the socket: where the house can still answer, it answers as the API that was meant
// (MSG-141, MSG-162).

import { once } from 'node:events'
import { connect } from 'node:net'
import t from 'tap'
import { start } from '../../../daemon/main.ts'
import { closeDatabase, openDatabase } from '../../../db/store/connection.ts'
import { copiedDatabase } from '../../support/database.ts'

t.test('what is no HTTP', async (t) => {
  const database = await copiedDatabase()
  await openDatabase(database.address)
  const daemon = await start({
    listen: [{ host: '127.0.0.1', port: 0 }],
    data_dir: database.folder,
    log: { level: 'fatal', format: 'json' },
  })
  t.teardown(async () => {
    await daemon.stop()
    await closeDatabase()
    await database.remove()
  })
  const port = Number(new URL(daemon.urls[0] ?? '').port)

  /** Everything that comes until the line is closed. */
  const said = async (...pieces: string[]): Promise<string> => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (piece: Buffer) => (answer += piece.toString()))
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    for (const piece of pieces) await new Promise((done) => socket.write(piece, done))
    await once(socket, 'close')
    return answer
  }
  const bodyOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))

  const host = 'Host: localhost\r\n'
  const broken: Record<string, string> = {
    'a length that is none': `POST /v1/sms/send HTTP/1.1\r\n${host}Content-Length: abc\r\n\r\n{}`,
    'two lengths': `POST /v1/sms/send HTTP/1.1\r\n${host}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    'a length and chunks': `POST /v1/sms/send HTTP/1.1\r\n${host}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    'a header without a name': `GET /v1/wallet HTTP/1.1\r\n${host}: x\r\n\r\n`,
    'no host': 'GET /v1/wallet HTTP/1.1\r\nConnection: close\r\n\r\n',
    'headers without an end': `GET /v1/wallet HTTP/1.1\r\n${host}X: ${'x'.repeat(40_000)}\r\n\r\n`,
    'chunks that are none': `POST /v1/sms/send HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
  }
  for (const [name, text] of Object.entries(broken)) {
    t.test(name, async (t) => {
      const answer = await said(text)
      t.match(answer, /^HTTP\/1\.1 (400 Bad Request|401 Unauthorized)\r\n/, answer)
      t.match(answer, /\r\nx-ratelimit-limit: 60\r\n/i)
      t.match(answer, /\r\nx-ratelimit-remaining: \d+\r\n/i)
      t.match(answer, /\r\nx-ratelimit-reset: \d+\r\n/i)
      const { error } = bodyOf(answer)
      t.same(Object.keys(error), ['code', 'message', 'field', 'requestId', 'docs'])
      t.match(error.code, /^invalid_(request|api_key)$/)
      t.match(answer, new RegExp(`\\r\\nx-request-id: ${error.requestId}\\r\\n`, 'i'))
      t.match(error.docs, /^http.*\/docs\/errors\/invalid_/)
    })
  }

  t.test('a method that nobody has is answered by the API that was meant', async (t) => {
    for (const method of ['QUERY', 'PROPFIND', 'TRACE']) {
      const answer = await said(`${method} /v1/wallet HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)
      t.match(answer, /^HTTP\/1\.1 401 /, method)
      t.match(answer, /\r\nx-ratelimit-limit: 60\r\n/i)
      t.equal(bodyOf(answer).error.code, 'invalid_api_key')
      const other = await said(`${method} /api/v1 HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)
      t.match(other, /^HTTP\/1\.1 404 /, method)
      t.match(bodyOf(other), { success: false, message: 'There is no such address.' })
    }
  })

  t.test('the rest of a request that was answered already has no answer of its own', async (t) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('error', () => undefined)
    socket.on('data', (piece: Buffer) => (answer += piece.toString()))
    socket.write(`POST /v1/sms/send HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n`)
    await once(socket, 'data')
    socket.write('zz\r\n')
    await once(socket, 'close')
    t.equal(answer.split('HTTP/1.1 ').length, 2, answer)
    t.match(bodyOf(answer), { error: { code: 'invalid_api_key' } })
  })

  t.test('the hospital answers in its envelope', async (t) => {
    for (const text of [
      `POST /api/v1/auth/login HTTP/1.1\r\n${host}Content-Length: abc\r\n\r\n{}`,
      'GET /api/v1 HTTP/1.1\r\nConnection: close\r\n\r\n',
      'nonsense\r\n\r\n',
    ]) {
      const answer = await said(text)
      t.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n/)
      t.match(bodyOf(answer), { success: false, data: null })
    }
    const long = await said(`GET /api/v1 HTTP/1.1\r\n${host}X: ${'x'.repeat(40_000)}\r\n\r\n`)
    t.match(long, /^HTTP\/1\.1 431 /)
  })

  t.test('what the house does not know it does not hold against anybody', async (t) => {
    const close = 'Connection: close\r\n'
    const expecting = await said(`GET /api/v1 HTTP/1.1\r\n${host}${close}Expect: more\r\n\r\n`)
    t.match(expecting, /^HTTP\/1\.1 200 /)
    t.match(await said(`GET /api/v1 HTTP/1.0\r\n\r\n`), /^HTTP\/1\.1 200 /, '1.0 names no host')
  })
})
