// The edge of the bulk messaging API: its order of checks (MSG-121), its error object, what is left
// of the minute on every reply, closed bodies.

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../db/core/caller.ts'
import { guest } from '../../db/hospital/office/access/callers.ts'
import { type Keyed, once, onceInPieces } from '../../db/store/idempotency/once.ts'
import { newId } from '../../db/core/ids.ts'
import type { MessagingCaller } from '../../db/messaging/caller.ts'
import { count, type Rate } from '../../db/messaging/keys/limits.ts'
import {
  admit,
  callerOf,
  mustBeProvisioned,
  noteUse,
  openKey,
  type OpenedKey,
  unknownKey,
} from '../../db/messaging/keys/opening.ts'
import { type Code, isCode, refuse, wrong } from '../../db/messaging/refusals.ts'
import { isScope } from '../../db/messaging/scopes.ts'
import { lastSettings, setting, settings } from '../../db/messaging/settings/settings.ts'
import { readStrictly, readWords } from '../../db/messaging/strict.ts'
import { form } from '../../db/core/kinds/kinds.ts'
import { isRefusal, Refusal } from '../../db/core/refusal.ts'
import { RequestFacts } from '../edge/facts.ts'
import { refusalOf } from '../hospital/api.ts'
import type { Api, OnceAsked } from '../edge/api.ts'
import { away, fallen, plannedFault } from './faults.ts'
import type { Facts } from '../edge/facts.ts'
import { addressesOf } from '../edge/route.ts'
import { codesOf, type Door } from '../edge/route.ts'

const prefix = '/v1'

export const isMessaging = (url: string): boolean => /^\/v1(\/|\?|$)/.test(url)

/** `req_` and 32 hex digits; a client's own is not taken over (MSG-142). */
export const messagingRequestId = (): string => `req_${newId().replaceAll('-', '')}`

export const messagingApi = (): Api => ({
  name: 'messaging',
  prefix,
  bodies: 'closed',
  knows: isScope,
  async identify(route, facts, request_id) {
    if (route.access !== 'open') return identified(facts, request_id)
    const { unknown_key_limit_per_minute } = await settings()
    const most = route.path.startsWith('/providers/') ? 6000 : unknown_key_limit_per_minute
    await countAddress(facts, most)
    return guest(facts, request_id)
  },
  async permit(caller, route) {
    const by = caller as MessagingCaller
    for (const scope of codesOf(route.access)) {
      if (!by.permissions.has(scope)) {
        throw refuse('insufficient_scope', `This API key lacks the scope ${scope}.`)
      }
    }
    if (route.test_only === true && by.mode === 'live')
      throw refuse('insufficient_scope', 'Only a test key may use this.')
    if (route.live_only === true && by.mode === 'test')
      throw refuse('insufficient_scope', 'A test key may only read here.')
  },
  beforeBody(route, facts) {
    if (route.once) checkIdempotencyKey(facts)
  },
  reads: {
    body({ body: schema, body_may_miss, method }, body) {
      if (schema === undefined) return body === undefined ? undefined : readStrictly(form({}), body)
      const given = body === undefined && body_may_miss ? {} : body
      return readStrictly(schema, given, { change: method === 'PUT' })
    },
    words: (schema, query) => readWords(schema ?? form({}), query),
  },
  fault: plannedFault,
  wrap: (data) => data,
  once: async (caller, request, work) =>
    once(await keyedBy(caller, request), work).catch((error: unknown) => {
      throw idempotencyRefusal(error)
    }),
  onceInPieces: async (caller, request, work) =>
    onceInPieces(await keyedBy(caller, request), work).catch((error: unknown) => {
      throw idempotencyRefusal(error)
    }),
})

/** Shared by all keys of an account and mode (MSG-182). */
async function keyedBy(caller: Caller, request: OnceAsked): Promise<Keyed> {
  const { account_id, mode, request_id } = caller as MessagingCaller
  return {
    scope: `${account_id}:${mode}`,
    request_id,
    hours: await setting('idempotency_hours'),
    ...request,
    path: sortedQuery(request.path),
  }
}

/** Steps 2 to 6 of MSG-121. */
async function identified(facts: Facts, request_id: string): Promise<MessagingCaller> {
  const opened = await openBearer(facts).catch(async (error: unknown) => {
    if (isRefusal(error) && error.code === 'invalid_api_key') await countUnknown(facts)
    throw error
  })
  // Counted before it is refused: revoked and expired calls show their own key's numbers (MSG-163).
  const rate = await count(`key ${opened.row.id}`, await setting('rate_limit_per_minute'))
  facts.rate = rate
  admit(opened, facts.ip)
  if (rate.over) throw tooMany(rate.retry_after_s)
  mustBeProvisioned(opened)
  noteUse(opened, facts.ip)
  const { ip, user_agent } = facts
  const caller = callerOf(opened, { ip, user_agent, request_id })
  return { ...caller, expected_version: versionOf(facts.headers['if-match']) }
}

const openBearer = async (facts: Facts): Promise<OpenedKey> => openKey(bearerOf(facts))

/** `3` or `"3"`; anything else is no version of a record and fits none. */
function versionOf(header: string | string[] | undefined): number | null {
  if (typeof header !== 'string' || header === '*') return null
  return Number(/^"?(?<version>\d{1,9})"?$/.exec(header)?.groups?.['version'] ?? -1)
}

function bearerOf(facts: Facts): string {
  const header = facts.headers['authorization']
  if (typeof header !== 'string' || facts.times('authorization') > 1) throw unknownKey()
  const key = /^Bearer +(?<key>\S+)$/i.exec(header)?.groups?.['key']
  if (key === undefined) throw unknownKey()
  return key
}

async function countUnknown(facts: Facts): Promise<void> {
  await countAddress(facts, await setting('unknown_key_limit_per_minute'))
}

/** Shows its numbers against 60, whatever the ceiling is (MSG-163). */
async function countAddress(facts: Facts, most: number): Promise<void> {
  const rate = await count(`address ${facts.ip}`, most)
  facts.rate = shownToUnknown(rate, most)
  if (rate.over) throw tooMany(rate.retry_after_s)
}

function shownToUnknown(rate: Rate, most: number): Rate {
  const shown = most === 6000 ? most : 60
  const calls = rate.limit - rate.remaining
  return { ...rate, limit: shown, remaining: Math.max(0, shown - calls) }
}

const tooMany = (retry_after_s: number): Refusal =>
  refuse('rate_limited', `Too many requests; try again in ${retry_after_s} s.`, { retry_after_s })

function checkIdempotencyKey(facts: Facts): void {
  const key = facts.headers['idempotency-key']
  if (key === undefined) return
  const fits =
    typeof key === 'string' &&
    facts.times('idempotency-key') === 1 &&
    /^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(key)
  if (!fits) {
    throw wrong('Idempotency-Key', 'Idempotency-Key must be 1 to 255 printable ASCII characters.')
  }
}

function sortedQuery(url: string): string {
  const [path = '', query] = url.split('?')
  return query === undefined ? path : `${path}?${query.split('&').sort().join('&')}`
}

function idempotencyRefusal(error: unknown): unknown {
  if (!isRefusal(error)) return error
  const { code, retry_after_s } = error
  const said: Partial<Record<string, string>> = {
    idempotency_key_reused: 'This Idempotency-Key was used with a different request.',
    idempotency_key_in_flight: 'The first request with this Idempotency-Key is still running.',
  }
  const message = said[code]
  if (message === undefined) return error
  return refuse(code as Code, message, { field: 'Idempotency-Key', retry_after_s })
}

/** Codes of refusals that do not carry one of the contract's. */
const codes: Record<number, Code> = {
  400: 'invalid_request',
  401: 'invalid_api_key',
  402: 'insufficient_funds',
  403: 'insufficient_scope',
  404: 'not_found',
  409: 'invalid_state',
  413: 'invalid_request',
  422: 'invalid_state',
  429: 'rate_limited',
  503: 'upstream_unavailable',
}
/** 413 and the 409 of a state do not occur in this API (MSG-126, MSG 3). */
const statuses: Record<number, number> = { 413: 400, 409: 422 }

export function refuseLikeMessaging(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) =>
    send(reply, request, told(error, request)),
  )
}

function told(error: FastifyError, request: FastifyRequest): Refusal {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return refuse('invalid_request', 'The body must be a JSON object.')
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return refuse('invalid_request', `The body is larger than ${largestOf(request)} MiB.`)
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_TYPE':
      return wrong('Content-Type', `Send ${wantsOf(request)}.`)
  }
  const refusal = refusalOf(error, request)
  if (refusal.code === 'media_type') return wrong('Content-Type', `Send ${wantsOf(request)}.`)
  if (refusal.status === 500) return fallen()
  if (refusal.code === 'unavailable' || refusal.code === 'busy') return away(refusal)
  if (refusal.code === 'unreadable')
    return refuse('invalid_request', 'The body must be a JSON object.')
  return refusal
}

const largestOf = (request: FastifyRequest): number =>
  Math.round((request.routeOptions.bodyLimit ?? 1024 * 1024) / (1024 * 1024))

const wantsOf = (request: FastifyRequest): string =>
  (request.routeOptions.config as { wants?: string }).wants ?? 'application/json'

/** The address was not understood at all: counted by who asks, like a call without a key. */
export async function sendMessagingRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
): Promise<FastifyReply> {
  const facts = request.facts ?? new RequestFacts(request)
  request.facts = facts
  if (facts.rate === null) await countUnknown(facts).catch(() => undefined)
  rateHeaders(request, reply)
  return send(reply, request, refusal)
}

/** A path nobody has is told only to who may come in (MSG-121, step 7). */
export function messagingNotFound(doors: readonly Door[]) {
  const known = doors.flatMap(({ routes }) =>
    routes.flatMap((route) =>
      addressesOf({ prefix }, route).map((path) => ({ method: route.method, is: matcherOf(path) })),
    ),
  )
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    request.facts = new RequestFacts(request)
    try {
      await identified(request.facts, request.id)
    } catch (error) {
      return send(reply, request, told(error as FastifyError, request))
    }
    const path = (request.url.split('?')[0] ?? '').replace(/\/$/, '')
    const methods = known.filter(({ is }) => is.test(path)).map(({ method }) => method)
    if (methods.length > 0) reply.header('allow', [...new Set(methods)].sort().join(', '))
    return send(reply, request, refuse('not_found', 'There is no such endpoint.'))
  }
}

const matcherOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:[A-Za-z_]+/g, '[^/]+')}$`)

/** On every response under /v1 (MSG-162). */
export function rateHeaders(request: FastifyRequest, reply: FastifyReply): void {
  if (request.facts === null || request.facts === undefined) return
  const { rate, reply_headers } = request.facts
  reply.headers(reply_headers)
  if (rate !== null) reply.headers(numbersOf(rate))
}

const numbersOf = (rate: Rate): Record<string, string> => ({
  'x-ratelimit-limit': String(rate.limit),
  'x-ratelimit-remaining': String(rate.remaining),
  'x-ratelimit-reset': String(rate.reset),
})

/** The answer to what was no HTTP at all: nobody knows whose key it had (MSG-121, step 1). */
export async function unreadableForMessaging(
  sentence: string,
  { ip, base_url }: { ip: string; base_url: string },
): Promise<{ status: number; headers: Record<string, string>; body: string }> {
  const request_id = messagingRequestId()
  const most = await setting('unknown_key_limit_per_minute').catch(() => 600)
  const rate = await count(`address ${ip}`, most).catch(() => null)
  const refusal = refuse('invalid_request', sentence)
  return {
    status: 400,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': request_id,
      ...(rate === null ? {} : numbersOf(shownToUnknown(rate, most))),
    },
    body: errorBody(refusal, 'invalid_request', { request_id, base_url }),
  }
}

function send(reply: FastifyReply, request: FastifyRequest, refusal: Refusal): FastifyReply {
  const code = isCode(refusal.code) ? refusal.code : (codes[refusal.status] ?? 'internal_error')
  const status = isCode(refusal.code)
    ? refusal.status
    : (statuses[refusal.status] ?? refusal.status)
  if (refusal.retry_after_s !== undefined)
    reply.header('retry-after', String(refusal.retry_after_s))
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(errorBody(refusal, code, { request_id: request.id, base_url: baseOf(request) }))
}

const errorBody = (
  { message, field }: Refusal,
  code: Code,
  { request_id, base_url }: { request_id: string; base_url: string },
): string =>
  JSON.stringify({
    error: {
      code,
      message,
      field: field ?? null,
      requestId: request_id,
      docs: `${base_url}/docs/errors/${code}`,
    },
  })

/** What messaging itself was told, or where the house is found. */
const baseOf = (request: FastifyRequest): string =>
  lastSettings()?.public_url?.replace(/\/$/, '') ??
  (request.facts ?? new RequestFacts(request)).base_url
