// A body that is too large: whoever still writes hears the refusal, and who may be anybody is read little of.

import { connect } from 'node:net'
import t from 'tap'
import { bind } from '../../../daemon/edge/listeners.ts'
import { Ask } from '../../support/ask.ts'
import { boot } from '../../support/boot.ts'

t.test('too large', async (t) => {
  const { app, people, nobody } = await boot(t)
  await app.ready()
  const who = await people.with('administrator')
  const listeners = await bind([{ host: '127.0.0.1', port: 0 }], null, (asked, answer) =>
    app.routing(asked, answer),
  )
  t.teardown(() => listeners.close(1000))
  const port = Number(new URL(listeners.urls[0] ?? '').port)
  const mb = 1024 * 1024

  /** Everything is written before the answer is looked at, as many clients do. */
  const sent = async (bytes: number, says_length: boolean): Promise<string> => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    const heard = new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.on('data', (piece: Buffer) => {
        answer += piece.toString()
        if (answer.includes('"data":null}')) resolve()
      })
    })
    const put = (piece: string | Buffer) =>
      new Promise<void>((resolve, reject) =>
        socket.write(piece, (error) => (error ? reject(error) : resolve())),
      )
    const size = says_length ? `Content-Length: ${bytes}` : 'Transfer-Encoding: chunked'
    await put(
      `POST /api/v1/facilities HTTP/1.1\r\nHost: kituo\r\nAuthorization: Bearer ${who.token}\r\nContent-Type: application/json\r\nConnection: close\r\n${size}\r\n\r\n`,
    )
    const piece = Buffer.alloc(mb / 4, 32)
    for (let left = bytes; left > 0; left -= piece.length) {
      if (!says_length) await put(`${piece.length.toString(16)}\r\n`)
      await put(piece)
      if (!says_length) await put('\r\n')
    }
    if (!says_length) await put('0\r\n\r\n')
    await heard
    socket.destroy()
    return answer
  }

  for (const [name, length] of [
    ['with its length said', true],
    ['in chunks', false],
  ] as const) {
    t.test(`413 is heard to the end, ${name}`, async (t) => {
      for (let n = 0; n < 6; n++) t.match(await sent(8 * mb, length), /^HTTP\/1\.1 413 /)
    })
  }

  t.test('open routes take at most 64 KiB', async (t) => {
    const login = (bytes: number) =>
      nobody.raw('POST', '/auth/login', '['.repeat(bytes), 'application/json')
    t.equal((await login(64 * 1024)).status, 400)
    t.match(await login(64 * 1024 + 1), { status: 413, message: 'The request is too large.' })
    const signed = await new Ask(app, who.token).raw(
      'POST',
      '/facilities',
      JSON.stringify({ name: 'x'.repeat(70_000) }),
      'application/json',
    )
    t.equal(signed.status, 400, 'who is signed in is read more of')
  })
})
