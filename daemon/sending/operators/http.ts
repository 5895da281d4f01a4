// An HTTP link: one request per message, whatever its segments (MSG 4.12).

import { lookup } from 'node:dns/promises'
import { request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { BlockList, isIP } from 'node:net'
import { invalidAs } from '../../../db/core/refusal.ts'
import type { HttpOptions } from '../../../db/messaging/routing/link-settings.ts'
import { at } from '../../../db/messaging/routing/pointer.ts'
import { render, type TemplateValues } from '../../../db/messaging/routing/template.ts'
import type { Outcome, Place, Submission, Way, WayEvents } from './way.ts'

export interface HttpSettings extends HttpOptions {
  receipt_url: string
  /** Private networks that may be called (MSG 2.23). */
  allow_cidrs: readonly string[]
  /** Of a test's own server. */
  ca?: string
}

const reply_max = 64 * 1024

export class HttpLink implements Way {
  readonly whole = true
  readonly capacity: number
  private readonly settings: HttpSettings
  private readonly events: WayEvents
  private open = 0
  private sequence = 0
  private going = false

  constructor(settings: HttpSettings, events: WayEvents) {
    this.settings = settings
    this.events = events
    this.capacity = settings.concurrency
  }

  start(): void {
    this.going = true
    this.events.state('up', 'started')
    this.events.ready()
  }

  async stop(patience_ms: number): Promise<void> {
    this.going = false
    const until = performance.now() + patience_ms
    while (this.open > 0 && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 20))
    this.events.state('stopped', 'stopped')
  }

  free(): number {
    return this.going ? this.settings.concurrency - this.open : 0
  }

  reserve(count: number): Place[] {
    const taken = Math.min(count, this.free())
    this.open += taken
    return Array.from({ length: taken }, () => ({ bind: 0, sequence: ++this.sequence }))
  }

  release(): void {
    this.open -= 1
  }

  unanswered(): number {
    return this.open
  }

  submit(place: Place, one: Submission): void {
    void this.ask(one)
      .catch((error: unknown): Outcome => ({ kind: 'unknown', why: String(error) }))
      .then((outcome) => {
        this.open -= 1
        this.events.answered(place, outcome)
        this.events.ready()
      })
  }

  private async ask(one: Submission): Promise<Outcome> {
    const { settings } = this
    const values: TemplateValues = {
      to: one.to,
      toPlus: `+${one.to}`,
      from: one.sender_id,
      text: one.text,
      id: one.message_id,
      reference: one.reference,
      validityMinutes: String(Math.max(1, Math.ceil(one.valid_for_s / 60))),
      receiptUrl: settings.receipt_url,
    }
    const rendered = render(settings.body, settings.bodyFormat, values)
    const url = new URL(settings.url)
    if (settings.bodyFormat === 'query')
      url.search = [url.search.slice(1), rendered].filter(Boolean).join('&')
    const allowed = await addressOf(url, settings.allow_cidrs)
    if (typeof allowed !== 'string') return { kind: 'unsent', why: allowed.why }
    const reply = await exchange(url, allowed, settings, rendered)
    return 'kind' in reply ? reply : judge(reply, settings)
  }
}

const not_allowed = 'add its network to link_http_allow_cidrs first.'

/**
 * What a name leads to when it is set (MSG 6.2): every address of it must be inside. A name that has
 * none now is no mistake, for each call judges it again.
 */
export async function mustLeadInside(
  url: unknown,
  allow_cidrs: readonly string[],
  resolve = (name: string) => lookup(name, { all: true }),
): Promise<void> {
  const parsed = typeof url === 'string' ? URL.parse(url) : null
  const host = parsed?.hostname.replace(/^\[|\]$/g, '') ?? ''
  if (parsed?.protocol !== 'http:' || isIP(host) !== 0) return
  const found = allow_cidrs.length === 0 ? [] : await resolve(host).catch(() => [])
  if (allow_cidrs.length === 0 || found.some(({ address }) => !inside(address, allow_cidrs)))
    throw invalidAs('url', not_allowed)
}

/** The address to call: https anywhere in the open, http only where it is allowed. */
async function addressOf(
  url: URL,
  allow_cidrs: readonly string[],
): Promise<string | { why: string }> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const found =
    isIP(host) === 0
      ? await lookup(host).then(
          ({ address }) => address,
          () => null,
        )
      : host
  if (found === null) return { why: `${host} has no address` }
  if (url.protocol === 'http:' && !inside(found, allow_cidrs))
    return { why: `${found} is not in link_http_allow_cidrs` }
  return found
}

export function inside(address: string, cidrs: readonly string[]): boolean {
  const list = new BlockList()
  for (const cidr of cidrs) {
    const [network = '', bits] = cidr.split('/')
    const kind = isIP(network)
    if (kind === 0) continue
    list.addSubnet(network, Number(bits ?? (kind === 4 ? 32 : 128)), kind === 4 ? 'ipv4' : 'ipv6')
  }
  return list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
}

interface Reply {
  status: number
  text: string
  /** The end of it came, and within the limit. */
  whole: boolean
}

/** A reply, or what its lack means (MSG-352). */
function exchange(
  url: URL,
  address: string,
  settings: HttpSettings,
  rendered: string,
): Promise<Reply | Outcome> {
  const body = settings.bodyFormat === 'query' ? null : Buffer.from(rendered)
  const types = {
    json: 'application/json; charset=utf-8',
    form: 'application/x-www-form-urlencoded',
    query: '',
  }
  return new Promise((resolve) => {
    let written = false
    const secure = url.protocol === 'https:'
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const asked = (secure ? tlsRequest : plainRequest)(
      {
        host: address,
        port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
        path: `${url.pathname}${url.search}`,
        method: settings.method,
        headers: {
          host: url.host,
          ...(body === null
            ? {}
            : { 'content-type': types[settings.bodyFormat], 'content-length': body.length }),
          ...settings.headers,
        },
        ...(secure && isIP(host) === 0 ? { servername: host } : {}),
        ...(settings.ca === undefined ? {} : { ca: settings.ca }),
        agent: false,
      },
      (answer) => {
        const pieces: Buffer[] = []
        let length = 0
        const done = (whole: boolean): void => {
          clearTimeout(timer)
          const text = Buffer.concat(pieces).toString('utf8')
          resolve({ status: answer.statusCode ?? 0, text, whole })
        }
        answer.on('data', (piece: Buffer) => {
          length += piece.length
          pieces.push(piece)
          if (length < reply_max) return
          answer.destroy()
          done(false)
        })
        answer.once('end', () => done(answer.complete))
        answer.once('error', () => done(false))
      },
    )
    const timer = setTimeout(
      () => asked.destroy(new Error('no answer in time')),
      settings.timeoutSeconds * 1000,
    )
    asked.once('finish', () => {
      written = true
    })
    asked.once('error', (error) => {
      clearTimeout(timer)
      // A request that was never written whole was never read: as if it had not been tried.
      resolve(
        written && asked.socket?.connecting === false
          ? { kind: 'unknown', why: error.message }
          : { kind: 'later', code: (error as NodeJS.ErrnoException).code ?? 'connect' },
      )
    })
    asked.end(body ?? undefined)
  })
}

/** A 2xx that cannot be read is no rejection: the message may be on its way (MSG-352). */
export function judge(reply: Reply, settings: HttpOptions): Outcome {
  const { status } = reply
  if (status === 429) return { kind: 'throttled', code: '429' }
  if (status === 503) return { kind: 'later', code: '503' }
  if (status === 408 || status >= 500) return { kind: 'unknown', why: `answered ${status}` }
  const value = parsed(reply.text)
  const accepted = isAccepted(status, settings.acceptStatuses)
  // Half a body says neither yes nor no, whatever stands in its half.
  if (accepted && !reply.whole) return { kind: 'unknown', why: `answered ${status}, not whole` }
  if (accepted && settings.okPointer !== null && value === undefined)
    return { kind: 'unknown', why: `answered ${status} in no JSON` }
  if (accepted && (settings.okPointer === null || isOk(value, settings))) {
    const id = settings.idPointer === null ? '' : at(value, settings.idPointer)
    return {
      kind: 'accepted',
      id: typeof id === 'string' || typeof id === 'number' ? String(id) : '',
    }
  }
  const code = settings.rejectPointer === null ? undefined : at(value, settings.rejectPointer)
  const said = typeof code === 'string' || typeof code === 'number' ? String(code) : String(status)
  return { kind: 'rejected', code: said.slice(0, 20), reason: null }
}

const isOk = (value: unknown, { okPointer, okValues }: HttpOptions): boolean => {
  const found = at(value, okPointer ?? '')
  return okValues.some((one) => one === found || String(one) === String(found))
}

export function isAccepted(status: number, ranges: string): boolean {
  return ranges.split(',').some((range) => {
    const [from = '', to = from] = range.trim().split('-')
    return status >= Number(from) && status <= Number(to)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
