// A receiver of webhooks on this machine, for trying things out: it judges every signature as a
// receiver should, says what came, and can be told to fail.

import { createServer } from 'node:https'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { clock } from '../../../db/core/clock.ts'
import { verify, type Verdict } from '../../../db/messaging/webhooks/signature.ts'
import type { Identity } from './certificate.ts'

export interface Came {
  event: string
  delivery: string
  attempt: number
  /** Null: there is no secret to judge it by. */
  verdict: Verdict | null
  answered: number
  bytes: number
  /** As they came, so that anybody can judge by hand. */
  timestamp: string
  signature: string
  body: string
}

export interface SinkOptions {
  host: string
  port: number
  identity: Pick<Identity, 'certificate' | 'key'>
  secret: string | null
  /** What it answers with. */
  status: number
  /** How long it waits before it does. */
  delay_ms: number
  came: (post: Came) => void
}

export interface Sink {
  url: string
  port: number
  /** A secret that became known after the start. */
  know(secret: string): void
  close(): Promise<void>
}

const body_max = 1024 * 1024

export async function startSink(options: SinkOptions): Promise<Sink> {
  let { secret } = options
  const sockets = new Set<Socket>()
  const { certificate: cert, key } = options.identity
  const server = createServer({ cert, key }, (request, reply) => {
    read(request).then(
      (body) => {
        const post = judged(request, body, secret, options.status)
        const answer = (): void => {
          reply.writeHead(post.answered).end()
          options.came(post)
        }
        if (options.delay_ms > 0) setTimeout(answer, options.delay_ms)
        else answer()
      },
      () => reply.destroy(),
    )
  })
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `https://${options.host === '127.0.0.1' ? 'localhost' : options.host}:${port}/`,
    port,
    know: (said) => {
      secret = said
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of request) {
    bytes += (piece as Buffer).length
    if (bytes > body_max) throw new Error('more than a webhook ever is')
    pieces.push(piece as Buffer)
  }
  return Buffer.concat(pieces)
}

function judged(
  request: IncomingMessage,
  body: Buffer,
  secret: string | null,
  status: number,
): Came {
  const header = (name: string): string => String(request.headers[name] ?? '')
  const given = { timestamp: header('x-sms-timestamp'), signature: header('x-sms-signature'), body }
  const verdict =
    secret === null ? null : verify({ ...given, secret }, Math.floor(clock.ms() / 1000))
  return {
    event: header('x-sms-event'),
    delivery: header('x-sms-delivery'),
    attempt: Number(header('x-sms-attempt')) || 0,
    verdict,
    // What is not ours is refused, as a receiver should.
    answered: verdict === null || verdict === 'right' ? status : 401,
    bytes: body.length,
    timestamp: given.timestamp,
    signature: given.signature,
    body: body.toString('utf8'),
  }
}
