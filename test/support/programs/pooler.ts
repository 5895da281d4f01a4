// A pooler in transaction mode before a PostgreSQL: one client, and each of its statements is answered by
// the next of two processes of the server.

import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import type { Test } from 'tap'

/** The address of `url` through the pooler. */
export async function pooled(t: Test, url: string): Promise<string> {
  const to = new URL(url)
  const sockets = new Set<Socket>()
  const pooler = createServer((client) => {
    const behind = [dial(to), dial(to)] as const
    for (const socket of [client, ...behind]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        for (const one of [client, ...behind]) one.destroy()
      })
    }
    let turn = 0
    let is_let_in = false
    behind[0].on('data', (bytes: Buffer) => client.write(bytes))
    // The second is let in as the first is, and nobody is told of it; what it says after may come in one piece.
    let greeting: Buffer | null = Buffer.alloc(0)
    behind[1].on('data', (bytes: Buffer) => {
      if (greeting === null) return void client.write(bytes)
      greeting = Buffer.concat([greeting, bytes])
      const end = endOfGreeting(greeting)
      if (end === null) return
      if (end < greeting.length) client.write(greeting.subarray(end))
      greeting = null
    })
    let rest = Buffer.alloc(0)
    client.on('data', (bytes: Buffer) => {
      if (!is_let_in) {
        is_let_in = true
        for (const one of behind) one.write(bytes)
        return
      }
      rest = Buffer.concat([rest, bytes])
      // Whole messages only; a simple query, or the end of a series, is a statement.
      for (let size = sizeOf(rest); size !== null; size = sizeOf(rest)) {
        const message = rest.subarray(0, size)
        rest = rest.subarray(size)
        behind[turn % 2]?.write(message)
        if (message[0] === 0x51 || message[0] === 0x53) turn += 1
      }
    })
  })
  pooler.listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    pooler.close()
  })
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String((pooler.address() as AddressInfo).port)
  return through.toString()
}

const dial = (to: URL): Socket => connect(Number(to.port || 5432), to.hostname)

/** ReadyForQuery ends what the server says of a sign-in. */
function endOfGreeting(bytes: Buffer): number | null {
  let at = 0
  for (let size = sizeOf(bytes); size !== null; size = sizeOf(bytes.subarray(at))) {
    const is_ready = bytes[at] === 0x5a
    at += size
    if (is_ready) return at
  }
  return null
}

const sizeOf = (bytes: Buffer): number | null => {
  if (bytes.length < 5) return null
  const size = 1 + bytes.readUInt32BE(1)
  return bytes.length < size ? null : size
}
