// Mounting a list of routes. The order of checks is PLT-1 and stands here once for both APIs:
// limit · token · permission · module · body size, kind, reading · record in the path · fields.

import { hash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../db/caller.ts'
import { within } from '../db/connection.ts'
import { fenced } from '../db/fence.ts'
import type { TSchema } from '../db/kinds/kinds.ts'
import { isRecorded, record } from '../db/hospital/audit/record.ts'
import type { Answer } from '../db/idempotency/once.ts'
import { isId } from '../db/ids.ts'
import { wasMadeBefore } from '../db/made-before.ts'
import { type Page, per_page_default, per_page_max } from '../db/pages.ts'
import { invalid, noSuch, Refusal, unreadable, wrongKind } from '../db/refusal.ts'
import { read } from '../db/validate.ts'
import { AsFile, Said } from './answers.ts'
import { type Facts, RequestFacts } from './facts.ts'
import { countReplay } from './measures.ts'
import { codesOf, type Door, type Frame, type Route } from './route.ts'
import { type FileReply, sendFile } from './send-file.ts'
import { arrived, arrivedOnDisk, type Deposit, isMultipart, type Upload } from './upload.ts'

export interface Api {
  readonly name: string
  readonly prefix: string
  /** Whether a body's unknown fields are dropped or refused. */
  readonly bodies: 'open' | 'closed'
  /** Whether there is such a permission. */
  knows(code: string): boolean
  /** Limit, then token: answers who is calling or throws the 429 or 401. */
  identify(route: Route, facts: Facts, request_id: string): Promise<Caller>
  /** Permission, then module: throws one of the two 403s. */
  permit(caller: Caller, route: Route): Promise<void>
  /** Looked at after the permission and before the body. */
  beforeBody?(route: Route, facts: Facts): void
  /** Another way of reading than that of `bodies`; records in the path are then the rules' matter. */
  reads?: {
    body(schema: TSchema | undefined, body: unknown, may_miss: boolean): unknown
    words(schema: TSchema | undefined, query: Record<string, unknown>): unknown
  }
  wrap(data: unknown, message: string, meta?: Page<unknown>['meta']): unknown
  /** A write that is repeated with the same key is answered once; others just run. */
  once?(
    caller: Caller,
    request: { key: string; method: string; path: string; body: unknown; sealed?: boolean },
    work: () => Promise<Answer>,
  ): Promise<Answer>
  /** The same for work of many transactions, which keeps its answer in the last of them. */
  onceInPieces?(
    caller: Caller,
    request: { key: string; method: string; path: string; body: unknown },
    work: (keep: (answer: Answer) => Promise<void>) => Promise<Answer>,
  ): Promise<Answer>
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    facts: Facts | null
  }
}

export function mount(app: FastifyInstance, api: Api, doors: readonly Door[]): void {
  for (const door of doors) {
    for (const route of door.routes) {
      for (const url of addressesOf(api, route)) mountOne(app, api, door.area, route, url)
    }
  }
}

/** Portal routes stand at the root as well (foundations 3.13), and the pages of screens. */
export const addressesOf = (api: { prefix: string }, route: Route): string[] =>
  route.at_root === true
    ? [route.path]
    : [
        route.path === '/' ? api.prefix : `${api.prefix}${route.path}`,
        ...(/^\/(portal|display)\//.test(route.path) || route.path === '/docs' ? [route.path] : []),
      ]

/** A route that does not say who may, or names a permission that is none, stops the start. */
function refuseUndeclared(api: Api, route: Route, url: string): void {
  const { access } = route as { access?: Route['access'] }
  const codes = access === undefined ? [] : codesOf(access)
  const unknown = codes.find((code) => !api.knows(code))
  if (unknown !== undefined)
    throw new Error(`${route.method} ${url} asks for ${unknown}, which is no permission`)
  if (access === undefined || (typeof access !== 'string' && codes.length === 0)) {
    throw new Error(`${route.method} ${url} does not say who may use it`)
  }
}

/** Files, readings and work in pieces are answered without what `around` surrounds. */
function refuseIdleAround({ around, reply, transaction, once }: Route, where: string): void {
  if (around === undefined) return
  if (reply.kind === 'file' || transaction === 'none' || once === 'in pieces')
    throw new Error(`${where} has an around: that nobody would call`)
}

function mountOne(app: FastifyInstance, api: Api, area: string, route: Route, url: string): void {
  refuseUndeclared(api, route, url)
  refuseIdleAround(route, `${route.method} ${url}`)
  const ids =
    api.reads === undefined
      ? [...url.matchAll(/:([a-z_]+)/g)].map(([, name]) => name as string)
      : []
  if (route.body !== undefined && ids.some(isIdName) && route.record === undefined) {
    throw new Error(
      `${route.method} ${url} has a body and a record in its path, but no record: look-up`,
    )
  }
  app.route({
    method: route.method,
    url,
    ...(typeof route.takes === 'object'
      ? { bodyLimit: route.takes.max_mb * 1024 * 1024 + 65_536 }
      : {}),
    ...(route.body_limit === undefined ? {} : { bodyLimit: route.body_limit }),
    config: {
      wants_bytes: route.takes === 'bytes',
      wants: wantedBy(route),
      wrong_kind: route.wrong_kind,
      ...(typeof route.takes === 'object' ? { max_mb: route.takes.max_mb } : {}),
      wants_raw: typeof route.takes === 'object' ? route.takes.upload : [],
    },
    onRequest: async (request) => {
      request.facts = new RequestFacts(request)
      const caller = await api.identify(route, request.facts, request.id)
      // Kept before the permission is asked, so that a refusal can name who was refused.
      request.caller = caller
      await api.permit(caller, route)
      // Where the record in the path decides who may, it is asked before the body is read (PLT-1).
      if (asksRecordFirst(route)) await recordOf(route, caller, request.params, ids)
      api.beforeBody?.(route, request.facts)
    },
    handler: async (request, reply) => {
      const caller = request.caller as Caller
      const params = request.params as Record<string, string>
      if (typeof route.takes !== 'object' && isMultipart(request)) throw wrongKind(wantedBy(route))
      await mustBeIds(route, caller, params, ids)
      const uploaded =
        typeof route.takes === 'object' ? await takeFile(request, route, caller) : undefined
      if (!asksRecordFirst(route) && (route.body !== undefined || route.query !== undefined)) {
        await route.record?.(caller, params)
      }
      const frame: Frame<unknown, unknown, unknown> = {
        caller,
        params,
        query: queryOf(api, route, request.query),
        body: uploaded ?? bodyOf(api, route, request.body),
        facts: request.facts as Facts,
      }
      if (route.reply.kind === 'file') {
        return sendFile(request, reply, (await perform(area, route, frame)).result as FileReply)
      }
      if (route.transaction === 'none') {
        const { result } = await perform(area, route, frame)
        if (result instanceof AsFile) return sendFile(request, reply, result.file)
        const body = JSON.stringify(envelope(api, route, result))
        return answer(reply, route, { status: route.status, body })
      }
      const work = async (): Promise<Answer> => {
        const { result, status } = await perform(area, route, frame)
        return { status, body: JSON.stringify(envelope(api, route, result)) }
      }
      const key = route.once ? request.headers['idempotency-key'] : undefined
      if (typeof key !== 'string') return answer(reply, route, await ready(route, frame, work))
      const { method, url: path } = request
      const asked = {
        key,
        method,
        path,
        body: uploaded === undefined ? markedBytes(frame.body) : marked(uploaded),
      }
      if (route.once === 'in pieces' && api.onceInPieces !== undefined) {
        const answered = (result: unknown): Answer => ({
          status: route.status,
          body: JSON.stringify(envelope(api, route, result)),
        })
        const outcome = await api.onceInPieces(caller, asked, async (keep) => {
          const kept = (result: unknown) => keep(answered(result))
          return answered((await perform(area, route, { ...frame, keep: kept })).result)
        })
        return answer(reply, route, outcome)
      }
      const told = route.sealed === true ? { ...asked, sealed: true } : asked
      const once = (): Promise<Answer> => api.once?.(caller, told, work) ?? work()
      return answer(reply, route, await ready(route, frame, once))
    },
  })
}

const ready = <T>(
  { around }: Route,
  frame: Frame<unknown, unknown, unknown>,
  go: () => Promise<T>,
): Promise<T> => (around === undefined ? go() : around(frame as Frame<never, never, never>, go))

const markedBytes = (body: unknown): unknown =>
  Buffer.isBuffer(body) ? { bytes: hash('sha256', body) } : body

/** Files are the same when their bytes are. */
const marked = (file: Upload | Deposit): unknown => ({
  fields: file.fields,
  bytes: 'bytes' in file ? hash('sha256', file.bytes) : file.path,
})

const wantedBy = ({ takes }: Route): string =>
  typeof takes === 'object'
    ? ['multipart/form-data', ...takes.upload].join(' or ')
    : 'application/json'

const hasLimit = ({ takes }: Route): boolean =>
  typeof takes === 'object' && takes.limitMb !== undefined

const asksRecordFirst = (route: Route): boolean =>
  route.access === 'the record decides' && route.record !== undefined

async function recordOf(
  route: Route,
  caller: Caller,
  params: unknown,
  ids: readonly string[],
): Promise<void> {
  const named = params as Record<string, string>
  for (const name of ids) if (isIdName(name) && !isId(named[name])) throw noSuch()
  await route.record?.(caller, named)
}

/** A malformed id is not found, in the words of the record's own look-up where there is one. */
async function mustBeIds(
  route: Route,
  caller: Caller,
  params: Record<string, string>,
  ids: readonly string[],
): Promise<void> {
  const wrong = ids.find((name) => isIdName(name) && !isId(params[name]))
  if (wrong === undefined) return
  await route.record?.(caller, { ...params, [wrong]: nobody_id })
  throw noSuch()
}

const nobody_id = '00000000-0000-0000-0000-000000000000'

const isIdName = (name: string): boolean => name === 'id' || name.endsWith('_id')

interface Performed {
  result: unknown
  status: number
}

async function perform(
  area: string,
  route: Route,
  frame: Frame<unknown, unknown, unknown>,
): Promise<Performed> {
  const { status } = route
  const run = route.run as unknown as (frame: Frame<unknown, unknown, unknown>) => Promise<unknown>
  if (route.transaction !== 'edge') {
    try {
      return { result: await run(frame), status }
    } finally {
      // Of a file that came by way of the disk nothing stays but what the rule kept.
      const { body } = frame as { body: Partial<Deposit> | undefined }
      if (hasLimit(route) && body?.path !== undefined) await rm(body.path, { force: true })
    }
  }
  return within(async () => {
    const result = await run(frame)
    if (wasMadeBefore()) return { result, status: 200 }
    // Every write stands in the log; a rule that says more has written its own row.
    if (!route.silent && !isRecorded()) {
      const params = frame.params as Record<string, string>
      record(frame.caller, route.audit ?? `${area}.${verbOf(route)}`, {
        entity_type: area,
        entity_id: params['id'] ?? null,
      })
    }
    return { result, status }
  })
}

const verbOf = (route: Route): string =>
  route.path.split('/').findLast((part) => part !== '' && !part.startsWith(':')) ?? route.method

function envelope(api: Api, route: Route, result: unknown): unknown {
  const message = result instanceof Said ? result.message : route.says
  const data = result instanceof Said ? result.data : result
  switch (route.reply.kind) {
    case 'bare':
      return data
    case 'page': {
      const page = data as Page<unknown>
      const { schema } = route.reply
      return api.wrap(
        page.rows.map((row) => fenced(schema, row)),
        message,
        page.meta,
      )
    }
    default:
      return api.wrap(
        fenced(route.reply.kind === 'data' ? route.reply.schema : {}, data) ?? null,
        message,
      )
  }
}

function answer(reply: FastifyReply, route: Route, outcome: Answer): FastifyReply {
  // What a token opened is nobody else's to keep (PLT-10).
  if (route.access !== 'open' || route.guarded) reply.header('cache-control', 'no-store')
  if (outcome.replay_of !== undefined) {
    countReplay()
    reply.headers({
      'idempotent-replayed': 'true',
      'idempotency-original-request': outcome.replay_of,
    })
  }
  if (outcome.status === 204) return reply.code(204).send()
  return reply
    .code(outcome.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(outcome.body)
}

function queryOf(api: Api, route: Route, query: unknown): unknown {
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

function bodyOf(api: Api, route: Route, body: unknown): unknown {
  if (route.takes === 'bytes') return Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  if (api.reads !== undefined) {
    if (route.method === 'GET') return undefined
    if (route.method === 'DELETE' && route.body === undefined) return undefined
    return api.reads.body(route.body, body, route.body_may_miss)
  }
  if (route.body === undefined) return undefined
  if (body === undefined || body === null) {
    if (!route.body_may_miss) throw unreadable()
    return read(route.body, {}, api.bodies)
  }
  if (typeof body !== 'object' || Array.isArray(body)) throw unreadable()
  return read(route.body, body, api.bodies)
}

async function takeFile(
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
      : new Refusal(415, 'media_type', wrong_kind)
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
