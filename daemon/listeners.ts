// The addresses the house answers at. They are bound before the house is ready, so that a port that
// is taken is known at once and a caller meets a sentence instead of a closed door.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecure, type Server as SecureServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Shown } from '../db/pki/shown.ts'

export interface Address {
  host: string
  port: number
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

export interface Listeners {
  /** `http://127.0.0.1:8080`, one for each. */
  readonly urls: readonly string[]
  serve(handler: Handler): void
  /** Another certificate, taken into use without a stop; whoever is connected stays so (OPS-20). */
  show(shown: Shown): Promise<void>
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

export async function bind(
  addresses: readonly Address[],
  first_shown: Shown = null,
  first: Handler = starting,
): Promise<Listeners> {
  let handler = first
  let shown = first_shown
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

  const opened = async (address: Address): Promise<Server> => {
    const server = await listen(address, shown, answer)
    server.on(shown === null ? 'connection' : 'secureConnection', (socket: Socket) => {
      fresh.add(socket)
      socket.once('close', () => settle(socket))
    })
    return server
  }
  let servers: Server[] = []
  /** No longer listening; some of their connections may still be at work. */
  const former: Server[] = []
  try {
    for (const address of addresses) servers.push(await opened(address))
  } catch (error) {
    await Promise.all(servers.map(closed))
    throw error
  }

  return {
    get urls() {
      return servers.map(urlOf)
    },
    serve(next) {
      handler = next
    },
    async show(next) {
      const same_kind = (next === null) === (shown === null)
      shown = next
      if (same_kind) {
        for (const server of servers) dress(server, next)
        return
      }
      // Plain and encrypted are two kinds of server: the port is handed from one to the other.
      const next_servers: Server[] = []
      for (const server of servers) {
        const address = addressOf(server)
        former.push(server)
        server.close()
        next_servers.push(await opened(address))
      }
      servers = next_servers
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
      const impatience = setTimeout(() => {
        for (const socket of fresh) socket.destroy()
      }, fresh_ms)
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, deadline_ms)
      })
      await Promise.race([finished, late])
      clearTimeout(timer)
      clearTimeout(impatience)
      const cut = in_flight
      for (const server of [...servers, ...former]) server.closeAllConnections()
      return cut
    },
  }
}

/** OPS-25: no complete header in 15 s, or a body that crawls, and the connection is closed. */
const patience = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 72_000,
  maxHeaderSize: 32 * 1024,
}

function listen(address: Address, shown: Shown, answer: Handler): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server =
      shown === null
        ? createServer(patience, answer)
        : createSecure({ ...patience, ...contextOf(shown), handshakeTimeout: 15_000 }, answer)
    server.maxConnections = 2000
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new AddressInUse(address) : error),
    )
    server.listen({ host: address.host, port: address.port }, () => resolve(server))
  })
}

const contextOf = ({ certificate, key, min_version }: NonNullable<Shown>) => ({
  cert: certificate,
  key,
  minVersion: `TLSv${min_version}` as const,
})

function dress(server: Server, shown: Shown): void {
  if (shown !== null) (server as SecureServer).setSecureContext(contextOf(shown))
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

function addressOf(server: Server): Address {
  const bound = server.address()
  return bound === null || typeof bound === 'string'
    ? { host: '', port: 0 }
    : { host: bound.address, port: bound.port }
}

function urlOf(server: Server): string {
  const { host, port } = addressOf(server)
  const scheme = 'setSecureContext' in server ? 'https' : 'http'
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `${scheme}://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}

const starting: Handler = (_request, response) => {
  const body = JSON.stringify({ success: false, message: 'Kituo is starting.', data: null })
  response
    .writeHead(503, { 'content-type': 'application/json; charset=utf-8', 'retry-after': '2' })
    .end(body)
}
