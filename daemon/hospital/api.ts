// The edge of the hospital API: who is calling, the envelope, and refusals as a person reads them.

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Caller, can } from '../../db/core/caller.ts'
import { askedLanguage } from '../../db/core/kinds/languages.ts'
import { once } from '../../db/store/idempotency/once.ts'
import { deployment, oneHospital } from '../../db/appliance/deployment/kind.ts'
import { callerOf, guest } from '../../db/hospital/office/access/callers.ts'
import { recordAlone } from '../../db/hospital/office/audit/record.ts'
import { signerOf } from '../../db/hospital/neighbours/signing.ts'
import { isPermit } from '../../db/hospital/permits.ts'
import { requireOwnModule } from '../../db/hospital/desk/portal/branch.ts'
import { mustBeOn } from '../../db/hospital/desk/portal/settings.ts'
import { requireModule } from '../../db/hospital/office/places/switches.ts'
import { UniqueViolation } from '../../db/store/engines/engine.ts'
import { conflict, isRefusal, notPermitted, Refusal, unauthorised } from '../../db/core/refusal.ts'
import { Bare } from '../edge/answers.ts'
import type { Api } from '../edge/api.ts'
import type { Facts } from '../edge/facts.ts'
import { privacy } from './privacy.ts'
import type { OpenCounter } from '../edge/limits.ts'
import { codesOf, type Route } from '../edge/route.ts'

export function hospitalApi(counter: OpenCounter): Api {
  return {
    name: 'hospital',
    prefix: '/api/v1',
    bodies: 'open',
    knows: isPermit,
    privacy,
    async identify(route, facts, request_id) {
      if (route.access !== 'open') return caller(facts, request_id, route)
      counter.take(`${route.method} ${route.path}`, facts.ip, route.guarded)
      return caller(facts, request_id, route).catch(() => guest(facts, request_id))
    },
    async permit(by, route) {
      if (route.hosted && deployment() === 'single') throw oneHospital()
      if (isPortal(route)) await mayUsePortal(by, route)
      permit(by, route)
      const check = isPortal(route) ? requireOwnModule : requireModule
      if (route.module !== undefined) await check(by, route.module)
      if (route.signs) await signerOf(by)
    },
    wrap: (data, message, meta) =>
      meta === undefined
        ? { success: true, message, data }
        : { success: true, message, data, meta },
    once: (by, request, work) =>
      once({ scope: scopeOf(by), request_id: by.request_id, ...request }, work),
  }
}

/** A key is its user's own: another user's same key is another request (ALL-9). */
const scopeOf = ({ hospital_id, user_id, patient_id }: Caller): string =>
  `${hospital_id}:${user_id ?? patient_id ?? ''}`

async function caller(facts: Facts, request_id: string, route: Route): Promise<Caller> {
  const header = facts.headers['authorization']
  if (typeof header !== 'string' || header === '') throw unauthorised('Sign in to go on.')
  const token = /^Bearer (?<token>\S+)$/i.exec(header)?.groups?.['token']
  if (token === undefined) throw unauthorised('Your session has ended. Sign in again.')
  return callerOf(token, {
    ip: facts.ip,
    user_agent: facts.user_agent,
    request_id,
    facility_id: single(facts.headers['x-facility-id']),
    expected_version: single(facts.headers['if-match']),
    language: isPortal(route) ? askedLanguage(facts.headers['accept-language']) : null,
    is_use: isUse(route),
  })
}

/** What a screen asks by itself does not keep its session awake (PLT-31). */
const isUse = ({ method, path }: Route): boolean =>
  path !== '/auth/refresh' && !(method === 'GET' && path.startsWith('/notifications'))

const single = (value: string | string[] | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : null

/** POR-2, POR-19: patients only, and only while the hospital has it on. */
const isPortal = ({ path }: Route): boolean => path.startsWith('/portal/')

async function mayUsePortal(by: Caller, { access }: Route): Promise<void> {
  if (access === 'open') return
  if (by.kind !== 'PATIENT') {
    throw new Refusal(403, 'for_patients', 'This address is for patients.')
  }
  await mustBeOn(by)
}

const unasked = { open: true, 'signed in': true, 'the record decides': true }

function permit(by: Caller, route: Route): void {
  if (typeof route.access === 'string' && route.access in unasked) return inside(by, route)
  const codes = codesOf(route.access)
  if (!codes.some((code) => can(by, code))) throw notPermitted(...codes)
}

/**
 * Routes without a code of their own are for people who are all the way in: an account that must
 * first choose a password or set up two-factor reaches `/auth` alone (PLT-21), a patient that and
 * the portal (PLT-34).
 */
function inside(by: Caller, { access, path }: Route): void {
  if (access === 'open' || path.startsWith('/auth/')) return
  const first = by.first ?? null
  if (first !== null) throw new Refusal(403, 'not_yet', first)
  if (by.kind === 'PATIENT' && !path.startsWith('/portal/')) throw notPermitted('self:use')
}

/** Own not-found and error handlers, so that even an unknown path answers in the envelope. */
export function refuseLikeHospital(app: FastifyInstance): void {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (error instanceof Bare) return reply.code(error.status).send(error.body)
    const refusal = refusalOf(error, request)
    if (refusal.status === 403 && request.caller !== null)
      await note(request.caller, request, refusal)
    return send(reply, refusal)
  })
}

export const noAddress = (): Refusal => new Refusal(404, 'no_address', 'There is no such address.')

export function sendHospitalRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  return send(reply, refusal)
}

function send(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.retry_after_s !== undefined)
    reply.header('retry-after', String(refusal.retry_after_s))
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer')
  // Messaging's 422 is a conflict to a person (MSG 3).
  return reply
    .code(refusal.status === 422 || refusal.status === 402 ? 409 : refusal.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify({ success: false, message: refusal.message, data: null }))
}

export function refusalOf(error: FastifyError | Error, request: FastifyRequest): Refusal {
  if (isRefusal(error)) {
    if (error.status >= 500) request.log.warn({ err: error.cause ?? error }, error.message)
    return error
  }
  const known = knownFault((error as FastifyError).code, request)
  if (known !== undefined) return known
  request.log.error({ err: error }, 'unforeseen')
  // A rule that did not look: what was asked is refused all the same, and nothing stands twice.
  if (error instanceof UniqueViolation) return conflict('This is there already.', 'taken')
  return new Refusal(
    500,
    'fault',
    `Something went wrong on the server. Give your IT officer this number: ${request.id}.`,
  )
}

/** What the web framework refuses before a route of ours is reached. */
function knownFault(code: string | undefined, request: FastifyRequest): Refusal | undefined {
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refusal(413, 'too_large', largestOf(request))
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_TYPE':
      return new Refusal(400, 'media_type', wrongKindSaid(request))
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_ASYNC_CONSTRAINT':
      return new Refusal(400, 'unreadable', 'The request could not be read.')
    default:
      return undefined
  }
}

function largestOf(request: FastifyRequest): string {
  const { max_mb } = request.routeOptions.config as { max_mb?: number }
  return max_mb === undefined
    ? 'The request is too large.'
    : `The file is larger than ${max_mb} MB.`
}

function wrongKindSaid(request: FastifyRequest): string {
  const config = request.routeOptions.config as { wants?: string; wrong_kind?: string }
  return config.wrong_kind ?? `Send this as ${config.wants ?? 'application/json'}.`
}

async function note(by: Caller, request: FastifyRequest, refusal: Refusal): Promise<void> {
  const action = `${request.method} ${request.routeOptions.url ?? ''}`.slice(0, 80)
  await recordAlone(by, action, {
    outcome: 'REFUSED',
    reason: refusal.message.slice(0, 300),
  }).catch((error: unknown) => request.log.error({ err: error }, 'a refusal could not be recorded'))
}
