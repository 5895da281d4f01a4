// A server that says goodbye in the same breath in which it lets somebody in: nobody listens yet, and
// the process must not end for it.

import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { openPostgres } from '../../../db/store/engines/postgres.ts'
import { databaseAway } from '../../../db/core/refusal.ts'

const message = (letter: string, body: Buffer): Buffer => {
  const size = Buffer.alloc(4)
  size.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(letter), size, body])
}
const let_in = message('R', Buffer.from([0, 0, 0, 0]))
const ready = message('Z', Buffer.from('I'))
const done = message('C', Buffer.from('COMMIT\0'))
const goodbye = message(
  'E',
  Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0', 'latin1'),
)

t.test('a connection that ends as it begins is a database that is away', async (t) => {
  let come = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    const nth = ++come
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      const is_query = bytes[0] === 'Q'.charCodeAt(0)
      if (is_query) socket.write(Buffer.concat([done, ready]))
      else if (nth === 1) socket.write(Buffer.concat([let_in, ready]))
      else socket.end(Buffer.concat([let_in, ready, goodbye]))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const engine = await openPostgres({ url: `postgres://somebody@127.0.0.1:${port}/none` })
  t.teardown(() => engine.close())
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = engine.write(() => promise, 'jobs')
  await t.rejects(
    engine.write((connection) => connection.all('select 1', []), 'people'),
    databaseAway(),
  )
  t.equal(come, 2, 'by a connection of its own, for the first one is lent')
  resolve()
  await first
})
