// Asking the house as its users do, through the whole edge.

import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Copied } from './database.ts'
import { faultIn } from './sweeps/described.ts'

/** Whatever a door answered: a test looks into it, and fails where it is not what it looks for. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Data = any

export interface Answer {
  status: number
  message: string
  data: Data
  body: Data
  meta: { current_page: number; per_page: number; last_page: number; total: number } | undefined
  headers: Record<string, string>
  raw: Buffer
}

/** The database of the house that this process has open. */
let house: Copied | null = null
export const holdHouse = (open: Copied | null): void => {
  house = open
}
let trial: Promise<void> | null = null
let asking = 0
let may_ask = process.env['DB'] === 'postgres' && process.env['KITUO_SIX_ALONG'] === '1'
/** Where the sweep asks by itself. */
export const neverAskAlong = (): void => {
  may_ask = false
}

async function toBeAskedAlong({ method = 'GET', url }: InjectOptions): Promise<string | undefined> {
  if (!may_ask || house === null || method === 'GET' || typeof url !== 'string') return undefined
  const { toBeAsked } = await import('./sweeps/six-along.ts')
  return toBeAsked(method, url)
}

export class Ask {
  readonly app: FastifyInstance
  readonly token: string | undefined
  readonly headers: Record<string, string>

  constructor(app: FastifyInstance, token?: string, headers: Record<string, string> = {}) {
    this.app = app
    this.token = token
    this.headers = headers
  }

  with(headers: Record<string, string>): Ask {
    return new Ask(this.app, this.token, { ...this.headers, ...headers })
  }

  get = (path: string, query?: Record<string, string>): Promise<Answer> =>
    this.send('GET', path, undefined, query)
  post = (path: string, body?: unknown): Promise<Answer> => this.send('POST', path, body)
  put = (path: string, body?: unknown): Promise<Answer> => this.send('PUT', path, body)
  patch = (path: string, body?: unknown): Promise<Answer> => this.send('PATCH', path, body)
  remove = (path: string, body?: unknown): Promise<Answer> => this.send('DELETE', path, body)

  /** Every row of a list, page after page. */
  async whole(path: string, query: Record<string, string> = {}): Promise<Data[]> {
    const rows = []
    for (let page = 1, last = 1; page <= last; page += 1) {
      const { data, meta, message } = await this.get(path, {
        ...query,
        page: String(page),
        per_page: '200',
      })
      if (meta === undefined) throw new Error(`${path} is no list: ${message}`)
      rows.push(...data)
      last = meta.last_page
    }
    return rows
  }

  /** Bytes as they are, with their kind. */
  raw(
    method: 'POST' | 'PUT' | 'PATCH',
    path: string,
    payload: string | Buffer,
    content_type: string,
  ): Promise<Answer> {
    return this.inject({
      method,
      url: urlOf(path),
      payload,
      headers: { 'content-type': content_type },
    })
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    query?: Record<string, string>,
  ): Promise<Answer> {
    return this.inject({
      method: method as 'GET',
      url: urlOf(path),
      ...(query === undefined ? {} : { query }),
      ...(body === undefined
        ? {}
        : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
  }

  /** Where six at once are to be asked along (sweeps/six-along.ts), everybody else waits. */
  async inject(options: InjectOptions): Promise<Answer> {
    const name = await toBeAskedAlong(options)
    while (trial !== null) await trial.catch(() => undefined)
    if (name !== undefined && asking === 0) {
      await (trial = this.askAlong(name, options).finally(() => (trial = null)))
    }
    asking += 1
    return this.plainly(options).finally(() => (asking -= 1))
  }

  private async askAlong(name: string, options: InjectOptions): Promise<void> {
    const { askAlong } = await import('./sweeps/six-along.ts')
    const { 'idempotency-key': _, ...headers } = this.headers
    const one = new Ask(this.app, this.token, headers)
    if (house !== null) await askAlong(name, () => one.plainly(options), house)
  }

  private async plainly(options: InjectOptions): Promise<Answer> {
    const reply = await this.app.inject({
      ...options,
      headers: {
        ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
        ...this.headers,
        ...options.headers,
      },
    })
    const is_json = (reply.headers['content-type'] ?? '').toString().startsWith('application/json')
    const body = is_json && reply.payload !== '' ? JSON.parse(reply.payload) : null
    mustBeAsDescribed(options, reply.statusCode, body)
    return {
      status: reply.statusCode,
      message: body?.message ?? '',
      data: body?.data,
      body,
      meta: body?.meta,
      headers: reply.headers as Record<string, string>,
      raw: reply.rawPayload,
    }
  }
}

/** What goes out is what the description says (PLT-135). */
function mustBeAsDescribed({ method = 'GET', url }: InjectOptions, status: number, body: unknown) {
  if (typeof url !== 'string' || body === null || status >= 500) return
  const fault = faultIn({ method, url, status, body })
  if (fault !== null) throw new Error(`not as described: ${fault}`)
}

const urlOf = (path: string): string =>
  path.startsWith('/api/') || path.startsWith('/v1') || path === '/' ? path : `/api/v1${path}`
