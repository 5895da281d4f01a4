// The addresses the house answers at. They are bound before the house is ready, so that a port that
// is taken is known at once and a caller meets a sentence instead of a closed door.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface Address {
  host: string
  port: number
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

export interface Listeners {
  /** `http://127.0.0.1:8080`, one for each. */
  readonly urls: readonly string[]
  serve(handler: Handler): void
  /** Stops taking connections and waits for what is in flight; answers how many were cut. */
  close(deadline_ms: number): Promise<number>
}

const fresh_ms = 250

export class AddressInUse extends Error {
  readonly address: Address

  constructor(address: Address) {
    super(
      `${address.host}:${address.port} is in use by another program. Give another with --listen.`,
    )
    this.name = 'AddressInUse'
    this.address = address
  }
}

export async function bind(addresses: readonly Address[]): Promise<Listeners> {
  let handler: Handler = starting
  let closing = false
  let in_flight = 0
  let idle: (() => void) | null = null
  /** Let in, and still to say what they want. */
  const fresh = new Set<Socket>()

  const settle = (socket: Socket): void => {
    fresh.delete(socket)
    if (in_flight + fresh.size === 0) idle?.()
  }
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    in_flight += 1
    fresh.delete(request.socket)
    if (closing) response.setHeader('connection', 'close')
    response.once('close', () => {
      in_flight -= 1
      settle(request.socket)
    })
    handler(request, response)
  }

  const servers: Server[] = []
  try {
    for (const address of addresses) {
      const server = await listen(address, answer)
      server.on('connection', (socket: Socket) => {
        fresh.add(socket)
        socket.once('close', () => settle(socket))
      })
      servers.push(server)
    }
  } catch (error) {
    await Promise.all(servers.map(closed))
    throw error
  }

  return {
    urls: servers.map(urlOf),
    serve(next) {
      handler = next
    },
    async close(deadline_ms) {
      closing = true
      for (const server of servers) {
        server.close()
        server.closeIdleConnections()
      }
      const finished = new Promise<void>((resolve) => {
        idle = resolve
        if (in_flight + fresh.size === 0) resolve()
      })
      // Whoever was let in last gets a moment to ask; whoever only holds the line does not.
      const patience = setTimeout(() => {
        for (const socket of fresh) socket.destroy()
      }, fresh_ms)
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, deadline_ms)
      })
      await Promise.race([finished, late])
      clearTimeout(timer)
      clearTimeout(patience)
      const cut = in_flight
      for (const server of servers) server.closeAllConnections()
      return cut
    },
  }
}

function listen(address: Address, answer: Handler): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(
      {
        // OPS-25: no complete header in 15 s, or a body that crawls, and the connection is closed.
        headersTimeout: 15_000,
        requestTimeout: 60_000,
        keepAliveTimeout: 72_000,
        maxHeaderSize: 32 * 1024,
      },
      answer,
    )
    server.maxConnections = 2000
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new AddressInUse(address) : error),
    )
    server.listen({ host: address.host, port: address.port }, () => resolve(server))
  })
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

function urlOf(server: Server): string {
  const bound = server.address()
  if (bound === null || typeof bound === 'string') return ''
  const host = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address
  return `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${bound.port}`
}

const starting: Handler = (_request, response) => {
  const body = JSON.stringify({ success: false, message: 'Kituo is starting.', data: null })
  response
    .writeHead(503, { 'content-type': 'application/json; charset=utf-8', 'retry-after': '2' })
    .end(body)
}
