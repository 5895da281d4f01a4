// Calls that leave the house: one pool of connections per origin, redirects never followed, an
// answer within its time or none, and a word for whatever went wrong.

import type { Pool } from 'undici'
import type { Network } from '../../db/core/addresses.ts'
import { dialler, type Resolve } from './outbound-dial.ts'

export const call_faults = ['timeout', 'dns', 'connect', 'tls', 'blocked', 'reset'] as const
export type CallFault = (typeof call_faults)[number]

export interface Call {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: string | Buffer | undefined
  /** For the name, the connection, TLS, the write and the wait until the status line together. */
  within_ms: number
  /** What is read of the answer's body; the rest is dropped. */
  keep_bytes: number
}

export interface Answered {
  /** Null when no status line came. */
  status: number | null
  fault: CallFault | null
  /** For people; never shown to other accounts. */
  detail: string | null
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  /** Its end came, and within what is kept. */
  whole: boolean
  duration_ms: number
  address: string | null
  certificate_until: string | null
}

/** Something to be done later; tests hold the hands of this clock. */
export type After = (ms: number, call: () => void) => () => void

export interface OutboundOptions {
  /** Asked before each call; another answer gives up the connections made under the old one. */
  rules: () => { allowed: readonly Network[]; ca?: string | undefined }
  /** Connections to one origin. */
  connections?: number
  resolve?: Resolve
  after?: After
}

export interface Outbound {
  call(call: Call): Promise<Answered>
  close(): Promise<void>
}

interface Line {
  pool: Pool
  stopDialling: () => void
  rules: string
  used_ms: number
  address: string | null
  certificate_until: string | null
}

const connect_within_ms = 10_000
const idle_ms = 60_000
const lines_max = 2000

const afterwards: After = (ms, call) => {
  const timer = setTimeout(call, ms)
  return () => clearTimeout(timer)
}

export function outbound(options: OutboundOptions): Outbound {
  const { after = afterwards, connections = 32 } = options
  const lines = new Map<string, Line>()

  const lineTo = (origin: string, Making: typeof Pool): Line => {
    const { allowed, ca } = options.rules()
    const rules = JSON.stringify([allowed, ca])
    const known = lines.get(origin)
    if (known !== undefined && known.rules === rules) return known
    if (known !== undefined) giveUp(origin, known)
    else if (lines.size >= lines_max) giveUpIdle(0)
    const dialling = dialler({
      allowed,
      ca,
      resolve: options.resolve,
      within_ms: connect_within_ms,
      connected: (at) => Object.assign(line, at),
    })
    const line: Line = {
      pool: new Making(origin, {
        connections,
        pipelining: 1,
        connect: (to, done) => dialling.connect(to, done),
      }),
      stopDialling: () => dialling.stop(),
      rules,
      used_ms: 0,
      address: null,
      certificate_until: null,
    }
    lines.set(origin, line)
    return line
  }

  const giveUp = (origin: string, line: Line): void => {
    lines.delete(origin)
    // What is under way ends by itself; nothing new goes over it.
    line.pool.close().catch(() => undefined)
  }

  const giveUpIdle = (younger_ms: number): void => {
    for (const [origin, line] of lines) {
      if (line.used_ms + younger_ms <= performance.now()) giveUp(origin, line)
    }
  }

  const sweep = setInterval(() => giveUpIdle(idle_ms), idle_ms)
  sweep.unref()

  return {
    call: async (call) => {
      // Loaded with the first call: a house that calls nobody keeps the memory.
      const { Pool: Making } = (await import('undici')).default
      const began = performance.now()
      const url = new URL(call.url)
      const line = lineTo(url.origin, Making)
      line.used_ms = began
      const given_up = new AbortController()
      const deadline = Promise.withResolvers<never>()
      deadline.promise.catch(() => undefined)
      // The pool itself gives up only what has a connection already, so the time is kept here.
      const cancel = after(call.within_ms, () => {
        given_up.abort(late)
        deadline.reject(late)
      })
      const took = (): number => Math.round(performance.now() - began)
      try {
        const request = line.pool.request({
          method: call.method,
          path: `${url.pathname}${url.search}`,
          headers: call.headers,
          body: call.body ?? null,
          signal: given_up.signal,
        })
        const answer = await Promise.race([request, deadline.promise])
        const duration_ms = took()
        const { body, whole } = await startOf(answer.body, call.keep_bytes)
        const { statusCode: status, headers } = answer
        return { ...nothing, ...reached(line), status, headers, body, whole, duration_ms }
      } catch (error) {
        const fault = faultOf(error)
        const address = fault === 'blocked' ? (error as { address: string }).address : null
        const detail = error instanceof Error ? error.message.slice(0, 300) : null
        const at = address === null ? reached(line) : { address }
        return { ...nothing, ...at, fault, detail, duration_ms: took() }
      } finally {
        cancel()
      }
    },
    close: async () => {
      clearInterval(sweep)
      const open = [...lines.values()]
      lines.clear()
      for (const { stopDialling } of open) stopDialling()
      await Promise.all(open.map(({ pool }) => pool.destroy()))
    },
  }
}

const late = new Error('no answer in time')

const nothing: Answered = {
  status: null,
  fault: null,
  detail: null,
  headers: {},
  body: Buffer.alloc(0),
  whole: false,
  duration_ms: 0,
  address: null,
  certificate_until: null,
}

const reached = ({ address, certificate_until }: Line): Partial<Answered> => ({
  address,
  certificate_until,
})

/** The status line has decided; a body that hangs or breaks off changes nothing any more. */
async function startOf(
  body: AsyncIterable<Buffer> & { destroy(): unknown },
  most: number,
): Promise<{ body: Buffer; whole: boolean }> {
  const pieces: Buffer[] = []
  let size = 0
  let whole = false
  try {
    for await (const piece of body) {
      pieces.push(piece)
      size += piece.length
      if (size > most) break
    }
    whole = size <= most
  } catch {
    body.destroy()
  }
  return { body: Buffer.concat(pieces).subarray(0, most), whole }
}

const dns_codes = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'ENODATA'])
const connect_codes = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'EACCES',
  'EINVAL',
])
const tls_codes =
  /^(ERR_TLS|ERR_SSL|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO|ERR_OSSL)/

function faultOf(error: unknown): CallFault {
  if (error === late) return 'timeout'
  // Several addresses were tried: the last one's fault stands for all.
  const one = error instanceof AggregateError ? (error.errors.at(-1) as unknown) : error
  const code = (one as { code?: string }).code ?? ''
  if (code === 'BLOCKED') return 'blocked'
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT' || code === 'UND_ERR_ABORTED')
    return 'timeout'
  if (dns_codes.has(code)) return 'dns'
  if (connect_codes.has(code)) return 'connect'
  return tls_codes.test(code) ? 'tls' : 'reset'
}
