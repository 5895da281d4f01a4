// What a request brings, as its route declares it: query words, the body, a file.

import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../db/core/caller.ts'
import { per_page_default, per_page_max } from '../../db/store/pages.ts'
import { invalid, Refusal, unreadable, wrongKind } from '../../db/core/refusal.ts'
import { read } from '../../db/core/validate.ts'
import type { Api } from './api.ts'
import type { Route } from './route.ts'
import { arrived, arrivedOnDisk, type Deposit, isMultipart, type Upload } from './upload.ts'

export const wantedBy = ({ takes }: Route): string =>
  typeof takes === 'object'
    ? ['multipart/form-data', ...takes.upload].join(' or ')
    : 'application/json'

export function queryOf(api: Api, route: Route, query: unknown): unknown {
  if (api.reads !== undefined) return api.reads.words(route.query, query as Record<string, unknown>)
  if (route.query === undefined) return undefined
  const words = plainNumbers(route.query, query as Record<string, unknown>)
  const asked = read(route.query, words, 'words') as Record<string, unknown>
  if (
    typeof asked['from'] === 'string' &&
    typeof asked['to'] === 'string' &&
    asked['from'] > asked['to']
  ) {
    throw invalid('from', 'is after to.')
  }
  return route.reply.kind === 'page' ? { ...asked, ...pageAsked(asked, per_page_max) } : asked
}

/** Numbers in an address are digits: `1e3`, `0x10` and ` 1` are none. */
function plainNumbers(shape: object, query: Record<string, unknown>): Record<string, unknown> {
  const { properties = {} } = shape as { properties?: Record<string, { type?: string }> }
  const words = { ...query }
  for (const [name, { type }] of Object.entries(properties)) {
    const word = words[name]
    if ((type !== 'integer' && type !== 'number') || typeof word !== 'string') continue
    if (!/^-?\d+(\.\d+)?$/.test(word)) words[name] = ''
  }
  return words
}

export function bodyOf(api: Api, route: Route, body: unknown): unknown {
  if (route.takes === 'bytes') return Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  if (api.reads !== undefined) {
    if (route.method === 'GET') return undefined
    if (route.method === 'DELETE' && route.body === undefined) return undefined
    return api.reads.body(route, body)
  }
  if (route.body === undefined) return undefined
  const how = route.method === 'PATCH' ? 'change' : api.bodies
  if (body === undefined || body === null) {
    if (!route.body_may_miss) throw unreadable()
    return read(route.body, {}, how)
  }
  if (typeof body !== 'object' || Array.isArray(body)) throw unreadable()
  return read(route.body, body, how)
}

export async function takeFile(
  request: FastifyRequest,
  route: Route,
  caller: Caller,
): Promise<Upload | Deposit> {
  const { max_mb, limitMb } = route.takes as Exclude<Route['takes'], string>
  if (!isMultipart(request)) return rawFile(request, route)
  return limitMb === undefined
    ? arrived(request, max_mb)
    : arrivedOnDisk(request, max_mb, (head) => limitMb(caller, head))
}

/** The kind was checked when the body was read: only the kinds of this route have a reader. */
function rawFile(request: FastifyRequest, route: Route): Upload {
  const bytes = request.body
  if (!Buffer.isBuffer(bytes)) {
    const { wrong_kind } = route
    throw wrong_kind === undefined
      ? wrongKind(wantedBy(route))
      : new Refusal(400, 'media_type', wrong_kind)
  }
  const content_type = (request.headers['content-type'] ?? '').split(';')[0]?.trim() ?? ''
  return { file_name: '', content_type, bytes, fields: {} }
}

/** Page words as they are served: the default, and never over the most. */
const pageAsked = (
  query: { page?: number; per_page?: number; page_size?: number },
  most: number,
): { page: number; per_page: number } => ({
  page: query.page ?? 1,
  per_page: Math.min(query.per_page ?? query.page_size ?? per_page_default, most),
})

/** What tells a repeated request from another one: files are the same when their bytes are. */
export function marked({ takes }: Route, body: unknown): unknown {
  if (typeof takes === 'object') {
    const file = body as Upload | Deposit
    return {
      fields: file.fields,
      bytes: 'bytes' in file ? hash('sha256', file.bytes) : file.path,
    }
  }
  return Buffer.isBuffer(body) ? { bytes: hash('sha256', body) } : body
}
