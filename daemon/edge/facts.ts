// What a rule may need to know of the request it serves.

import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { FastifyRequest } from 'fastify'
import { plainAddress } from '../../db/core/addresses.ts'
import type { Rate } from '../../db/messaging/keys/limits.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What people and devices are told to use, where the operator has said it. */
    public_url: () => string | null
  }
}

/** What a rule may need to know of the request beside its caller. */
export interface Facts {
  readonly ip: string
  readonly user_agent: string | null
  /** Where the house is found, for what is printed, signed or linked: `https://hospital.example:8443`. */
  readonly base_url: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** What the client showed of itself at a listener that speaks TLS: DER. */
  readonly certificate: Buffer | null
  /** Aborted when the client goes away; for answers that wait. */
  readonly signal: AbortSignal
  rate: Rate | null
  /** What a rule's answer says beside its body. */
  readonly reply_headers: Record<string, string>
  /** By which a client knows this answer again; who holds it is answered 304 without a body. */
  tag: string | null
  /** The tags a client says it holds; empty where it says nothing. */
  readonly held_tags: readonly string[]
  times(header: string): number
}

/** Read once a request; what few routes ask for is made when it is asked for. */
export class RequestFacts implements Facts {
  readonly ip: string
  readonly user_agent: string | null
  readonly headers: Facts['headers']
  /** Of messaging: what is left of the caller's minute; stands on every reply. */
  rate: Rate | null = null
  readonly reply_headers: Record<string, string> = {}
  tag: string | null = null
  readonly #request: FastifyRequest

  constructor(request: FastifyRequest) {
    const { ip, headers } = request
    this.ip = plainAddress(ip)
    this.user_agent = headers['user-agent'] ?? null
    this.headers = headers
    this.#request = request
  }

  get base_url(): string {
    return this.#request.server.public_url() ?? addressOf(this.#request.raw.socket)
  }

  get held_tags(): readonly string[] {
    const said = this.headers['if-none-match']
    if (typeof said !== 'string') return []
    return said.split(',').map((tag) => tag.trim().replace(/^W\//, '').replaceAll('"', ''))
  }

  get certificate(): Buffer | null {
    const { socket } = this.#request.raw
    if (!('getPeerX509Certificate' in socket)) return null
    return (socket as TLSSocket).getPeerX509Certificate()?.raw ?? null
  }

  /** How often this header was sent: the parser joins or drops repeated ones. */
  times(header: string): number {
    const { rawHeaders } = this.#request.raw
    let count = 0
    for (let at = 0; at < rawHeaders.length; at += 2)
      if (rawHeaders[at]?.toLowerCase() === header) count += 1
    return count
  }

  get signal(): AbortSignal {
    const { raw } = this.#request
    const gone = new AbortController()
    raw.once('close', () => {
      if (!raw.complete || raw.destroyed) gone.abort()
    })
    return gone.signal
  }
}

/** The listener's own end of the line. What the client writes as `Host` is no address of the house. */
function addressOf(socket: Socket): string {
  const scheme = socket instanceof TLSSocket ? 'https' : 'http'
  const host = plainAddress(socket.localAddress ?? '127.0.0.1')
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${socket.localPort ?? 8080}`
}
