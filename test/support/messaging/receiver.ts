// A receiver of posts on this machine, over TLS as the real ones are, that behaves as a test says.

import { createServer, type Server } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Tap } from '../boot.ts'
import { certificate, certificate_key } from '../certificate.ts'

export interface Posted {
  method: string
  path: string
  headers: Record<string, string>
  body: string
  bytes: Buffer
}

export interface Receiver {
  port: number
  url: string
  posts: Posted[]
  /** What it does with a post; at first it answers 200. */
  answers: (post: Posted, reply: ServerResponse, request: IncomingMessage) => void
  /** Resolves once this many posts have come. */
  came(count: number): Promise<void>
  connections(): number
  close(): Promise<void>
}

export async function receiver(
  tap: Tap,
  { name = 'localhost', tls = { key: certificate_key, cert: certificate } } = {},
): Promise<Receiver> {
  const posts: Posted[] = []
  const waiting = new Set<() => void>()
  const sockets = new Set<Socket>()
  let made = 0
  const server: Server = createServer(tls, (request, reply) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('error', () => undefined)
    request.on('end', () => {
      const post: Posted = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(pieces).toString('utf8'),
        bytes: Buffer.concat(pieces),
      }
      posts.push(post)
      for (const look of waiting) look()
      one.answers(post, reply, request)
    })
  })
  server.on('connection', (socket: Socket) => {
    made += 1
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  let closed = false
  const one: Receiver = {
    port,
    url: `https://${name}:${port}/hook`,
    posts,
    answers: (_post, reply) => reply.writeHead(200).end('taken'),
    came: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (posts.length < count) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    connections: () => made,
    async close() {
      if (closed) return
      closed = true
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  tap.teardown(() => one.close())
  return one
}
