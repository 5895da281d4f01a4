// The addresses the house answers at. They are bound before the house is ready, so that a port that
// is taken is known at once and a caller meets a sentence instead of a closed door.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecure, type Server as SecureServer } from 'node:https'
import type { Socket } from 'node:net'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { type Asker, onBehalfOf } from '../../db/store/connection.ts'
import type { Shown } from '../../db/appliance/pki/shown.ts'
import type { Handed } from './handed-over.ts'
import type { Broken } from './unreadable.ts'

export interface Address {
  host: string
  port: number
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void
type Unread = (broken: Broken) => Promise<void>

export interface Listeners {
  /** `http://127.0.0.1:8080`, one for each. */
  readonly urls: readonly string[]
  /** As they were bound: `0.0.0.0` where `urls` names one that can be reached. */
  readonly hosts: readonly string[]
  /** `unread` answers what is no HTTP, where somebody is there to answer it. */
  serve(handler: Handler, unread?: Unread): void
  /** False where only a start can: a socket that was handed over is not bound twice by one process. */
  takes(shown: Shown): boolean
  inFlight(): number
  /** Another certificate, taken into use without a stop; whoever is connected stays so (OPS-20). */
  show(shown: Shown): Promise<void>
  /** What is in flight now has been answered; answers how many were cut. What comes after goes on. */
  answered(deadline_ms: number): Promise<number>
  /**
   * Stops taking connections and waits for what is in flight; answers how many were cut. `closed` is told when
   * nobody comes in any more.
   */
  close(deadline_ms: number, closed?: () => void): Promise<number>
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
  addresses: readonly (Address | Handed)[],
  first_shown: Shown = null,
  first: Handler = starting,
): Promise<Listeners> {
  let handler = first
  let unreadable: Unread = async ({ socket }) =>
    void socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n')
  let shown = first_shown
  let closing = false
  const in_flight = new Map<ServerResponse, Asker>()
  let idle: (() => void) | null = null
  /** Let in, and still to say what they want. */
  const fresh = new Set<Socket>()
  const lines = new Set<Socket>()

  const settle = (socket: Socket): void => {
    fresh.delete(socket)
    if (in_flight.size + fresh.size === 0) idle?.()
  }
  /** Lines on which a request was answered before it had come whole. */
  const answered_early = new WeakSet<Socket>()
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const asker: Asker = { is_cut: false }
    in_flight.set(response, asker)
    fresh.delete(request.socket)
    if (closing) response.setHeader('connection', 'close')
    response.once('close', () => {
      in_flight.delete(response)
      if (!request.complete) answered_early.add(request.socket)
      settle(request.socket)
    })
    onBehalfOf(asker, () => handler(request, response))
  }

  const opened = async (address: Address | Handed): Promise<Server> => {
    const server = await listen(address, shown, answer)
    // An expectation that nobody knows is none of ours; Node would answer it bare.
    server.on('checkExpectation', answer)
    server.on('clientError', (error: Broken['error'], socket: Socket) => {
      const now = in_flight.keys().find(({ req }) => req.socket === socket)
      const is_answered = answered_early.has(socket)
      void unreadable({
        error,
        socket,
        in_flight: now,
        is_answered,
        base_url: urlOf(server),
      }).catch(() => socket.destroy())
    })
    server.on(shown === null ? 'connection' : 'secureConnection', (socket: Socket) => {
      fresh.add(socket)
      lines.add(socket)
      socket.once('close', () => {
        lines.delete(socket)
        settle(socket)
      })
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
    get hosts() {
      return servers.map((server) => addressOf(server).host)
    },
    serve(next, unread) {
      handler = next
      if (unread !== undefined) unreadable = unread
    },
    takes: (next) =>
      kindOf(next) === kindOf(shown) || !addresses.some((address) => 'fd' in address),
    inFlight: () => in_flight.size,
    async show(next) {
      if (kindOf(next) === kindOf(shown)) {
        shown = next
        for (const server of servers) dress(server, next)
        return
      }
      // These are kinds of server: the port is handed from one to the other.
      shown = next
      const next_servers: Server[] = []
      for (const server of servers) {
        const address = addressOf(server)
        former.push(server)
        server.close()
        next_servers.push(await opened(address))
      }
      servers = next_servers
    },
    async answered(deadline_ms) {
      const begun = [...in_flight.keys()]
      const all = Promise.all(
        begun.map((response) => new Promise<void>((resolve) => response.once('close', resolve))),
      )
      await byThen(all, deadline_ms)
      const late = begun.flatMap((response) => {
        const asker = in_flight.get(response)
        return asker === undefined ? [] : [{ response, asker }]
      })
      for (const { response, asker } of late) {
        asker.is_cut = true
        response.destroy()
      }
      return late.length
    },
    async close(deadline_ms, whenClosed) {
      closing = true
      // A line that is kept is closed with its next answer, which says so: cut while somebody asks on it, the
      // question would be lost.
      if (lines.size > 0) await heardAfter(fresh_ms)
      for (const server of servers) {
        server.close()
        server.closeIdleConnections()
      }
      whenClosed?.()
      const finished = new Promise<void>((resolve) => {
        idle = resolve
        if (in_flight.size + fresh.size === 0) resolve()
      })
      // Whoever was let in last gets a moment to ask; whoever only holds the line does not.
      void heardAfter(fresh_ms).then(() => {
        for (const socket of fresh) socket.destroy()
      })
      await byThen(finished, deadline_ms)
      const cut = in_flight.size
      for (const server of [...servers, ...former]) server.closeAllConnections()
      return cut
    },
  }
}

/** On a busy machine the time is over before what was said in it has been read. */
async function heardAfter(ms: number): Promise<void> {
  await wait(ms, undefined, { ref: false })
  await turn()
  await turn()
}

async function byThen(work: Promise<unknown>, deadline_ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, deadline_ms)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}

/** OPS-25: no complete header in 15 s, or a body that crawls, and the connection is closed. */
const patience = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 72_000,
  maxHeaderSize: 32 * 1024,
  // Who names no host is told so by the API (daemon/edge/app.ts) and not by a bare line.
  requireHostHeader: false,
}

function listen(address: Address | Handed, shown: Shown, answer: Handler): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server =
      shown === null
        ? createServer(patience, answer)
        : createSecure({ ...secureOf(shown), ...contextOf(shown) }, answer)
    server.maxConnections = 2000
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' && 'port' in address ? new AddressInUse(address) : error),
    )
    const where = 'fd' in address ? { fd: address.fd } : { host: address.host, port: address.port }
    server.listen(where, () => resolve(server))
  })
}

const kindOf = (shown: Shown): 'plain' | 'secure' | 'mutual' =>
  shown === null ? 'plain' : shown.workstations === null ? 'secure' : 'mutual'

/** A workstation may show its certificate; whoever has none, or another's, is served all the same. */
const secureOf = (shown: NonNullable<Shown>) => ({
  ...patience,
  handshakeTimeout: 15_000,
  requestCert: kindOf(shown) === 'mutual',
  rejectUnauthorized: false,
})

const contextOf = ({ certificate, key, min_version, workstations }: NonNullable<Shown>) => ({
  cert: certificate,
  key,
  minVersion: `TLSv${min_version}` as const,
  // Named to the client, so that a browser offers no other certificate and asks nobody.
  ...(workstations === null ? {} : { ca: workstations }),
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
