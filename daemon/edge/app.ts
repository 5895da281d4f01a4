// One Fastify instance from lists of doors.

import { isUtf8 } from 'node:buffer'
import multipart from '@fastify/multipart'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { setRouteIndex } from '../../db/hospital/office/access/roles/route-index.ts'
import { isInsideAny, networksOf, plainAddress, readAddress } from '../../db/core/addresses.ts'
import { newId } from '../../db/core/ids.ts'
import { isRefusal, Refusal, unavailable, unreadable } from '../../db/core/refusal.ts'
import { readJson } from '../../db/messaging/json.ts'
import { noteForwarded } from '../../db/appliance/house/seen.ts'
import { hospitalApi, noAddress, refuseLikeHospital, sendHospitalRefusal } from '../hospital/api.ts'
import { OpenCounter, type OpenLimits } from './limits.ts'
import {
  isMessaging,
  messagingApi,
  messagingNotFound,
  messagingRequestId,
  rateHeaders,
  refuseLikeMessaging,
  sendMessagingRefusal,
} from '../messaging/api.ts'
import { measureRequests } from '../watching/measures.ts'
import { refuseTwins } from './describe/schemas.ts'
import { mount } from './mount.ts'
import { readOn } from './read-on.ts'
import type { Door } from './route.ts'
import { routeIndexOf } from './route-index.ts'

export interface AppOptions {
  hospital: readonly Door[]
  messaging: readonly Door[]
  limits?: OpenLimits
  /** Given: shared with the other daemons by whoever gave it. */
  counter?: OpenCounter
  trusted_proxies?: readonly string[]
  origins?: readonly string[]
  body_limit?: number
  logger?: FastifyBaseLogger
  /** Browsers are told to come by TLS only where the certificate is of a known authority (OPS-24). */
  lasting_tls?: () => boolean
  /** What people and devices use, for what is printed, signed or linked. */
  public_url?: () => string | null
  /** What stands in the way of a request; health is always answered. */
  closed?: (request: FastifyRequest) => { sentence: string; retry_after_s: number } | null
}

type NotFound = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

const request_id = /^[A-Za-z0-9._-]{1,64}$/

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  refuseTwins(options.hospital)
  refuseTwins(options.messaging)
  const app = Fastify({
    ...(options.logger === undefined ? { logger: false } : { loggerInstance: options.logger }),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trusting(options.trusted_proxies ?? []),
    bodyLimit: options.body_limit ?? 1024 * 1024,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    genReqId: (request) => {
      if (isMessaging(request.url ?? '')) return messagingRequestId()
      const own = request.headers['x-request-id']
      return typeof own === 'string' && request_id.test(own) ? own : newId()
    },
    requestIdHeader: false,
    // An address that cannot be read, or with a name in it of more than 300 characters.
    frameworkErrors: (error, request, reply) => {
      const refusal = error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? noAddress() : unreadable()
      void refuseAddress(request, reply as FastifyReply, refusal)
    },
    forceCloseConnections: 'idle',
    requestTimeout: 60_000,
    keepAliveTimeout: 72_000,
  })
  app.decorate('public_url', () => options.public_url?.()?.replace(/\/$/, '') ?? null)
  app.decorateRequest('caller', null)
  app.decorateRequest('facts', null)
  await app.register(multipart)
  readBodies(app)
  const noneInMessaging = messagingNotFound(options.messaging)
  const notFound: NotFound = async (request, reply) =>
    isMessaging(request.url)
      ? noneInMessaging(request, reply)
      : sendHospitalRefusal(reply, noAddress())
  edge(app, options, notFound)
  logRequests(app)
  measureRequests(app)

  const counter = options.counter ?? new OpenCounter(options.limits ?? { sign_in: 30, open: 120 })
  refuseLikeHospital(app)
  app.setNotFoundHandler(notFound)
  app.addHook('onSend', async (request, reply) => rateHeaders(request, reply))
  app.addHook('onSend', async (request, reply) => readOn(request, reply))
  await app.register(async (scope) => {
    refuseLikeHospital(scope)
    mount(scope, hospitalApi(counter), options.hospital)
  })
  setRouteIndex(routeIndexOf(options.hospital))
  await app.register(async (scope) => {
    refuseLikeMessaging(scope)
    mount(scope, messagingApi(), options.messaging)
  })
  return app
}

/** Some proxies write the client's port too: with it, every request would come from another address. */
function trusting(proxies: readonly string[]): false | ((address: string) => boolean) {
  if (proxies.length === 0) return false
  const networks = networksOf(proxies)
  return (address) => {
    const known = readAddress(plainAddress(address))
    return known !== null && isInsideAny(known, networks)
  }
}

const refuseAddress = async (
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
): Promise<FastifyReply> =>
  isMessaging(request.url)
    ? sendMessagingRefusal(request, reply, refusal)
    : sendHospitalRefusal(reply, refusal)

/** JSON as it is, nothing coerced; an empty body is no body. Files only where a route takes them. */
function readBodies(app: FastifyInstance): void {
  const json = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (wantsBytes(request)) done(null, body)
    else if (body.length === 0) done(null, undefined)
    // What is no UTF-8 is not read as something near it.
    else if (!isUtf8(body as Buffer)) done(noText())
    else if (isMessaging(request.url)) readMessagingJson(body as Buffer, done)
    else void json(request, body.toString('utf8'), done)
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) =>
    wantsBytes(request) ? done(null, body) : done(wrongMedia()),
  )
  for (const kind of ['image/png', 'image/jpeg', 'text/csv', 'application/octet-stream']) {
    app.addContentTypeParser(kind, { parseAs: 'buffer' }, (request, body, done) => {
      const { wants_raw = [] } = request.routeOptions.config as { wants_raw?: readonly string[] }
      if (wants_raw.includes(kind) || wantsBytes(request)) return done(null, body)
      return done(wrongMedia())
    })
  }
}

const wantsBytes = (request: FastifyRequest): boolean =>
  (request.routeOptions.config as { wants_bytes?: boolean }).wants_bytes === true

const wrongMedia = (): Error =>
  Object.assign(new Error('media type'), { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' })

const noText = (): Error =>
  Object.assign(new Error('no JSON'), { code: 'FST_ERR_CTP_INVALID_JSON_BODY' })

/** `__proto__` is a name like any other here: an unknown field, which the reader will say. */
function readMessagingJson(
  body: Buffer,
  done: (error: Error | null, value?: unknown) => void,
): void {
  const text = body.toString('utf8')
  try {
    done(null, readJson(text.startsWith('\ufeff') ? text.slice(1) : text))
  } catch (error) {
    done(isRefusal(error) ? error : noText())
  }
}

/** What stands on every reply (PLT-9, PLT-10), and cross-origin calls from named origins alone. */
function edge(app: FastifyInstance, options: AppOptions, notFound: NotFound): void {
  const origins = new Set(options.origins ?? [])
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    if (request.protocol === 'https' && options.lasting_tls?.() === true) {
      reply.header('strict-transport-security', 'max-age=31536000')
    }
    const { origin } = request.headers
    const peer = request.socket.remoteAddress ?? ''
    // Who is trusted is believed, and then the address is another one.
    if (request.headers['x-forwarded-for'] !== undefined && request.ip === peer) noteForwarded(peer)
    const for_messaging = isMessaging(request.url)
    if (namesNoHost(request)) return refuseAddress(request, reply, noHost())
    // Keys do not belong in browsers (MSG-126).
    if (!for_messaging && origin !== undefined && origins.has(origin)) {
      reply.headers({
        'access-control-allow-origin': origin,
        vary: 'Origin',
        'access-control-expose-headers': 'X-Request-Id, Retry-After, ETag',
      })
      if (request.method === 'OPTIONS') {
        return reply
          .headers({
            'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
            'access-control-allow-headers':
              'Authorization, Content-Type, If-Match, Idempotency-Key, X-Facility-Id, X-Request-Id',
            'access-control-max-age': '600',
          })
          .code(204)
          .send()
      }
    }
    const closed = options.closed?.(request) ?? null
    if (closed !== null) {
      const { sentence, retry_after_s } = closed
      if (for_messaging) {
        return sendMessagingRefusal(request, reply, unavailable(sentence, retry_after_s))
      }
      return reply
        .code(503)
        .header('retry-after', String(retry_after_s))
        .send({ success: false, message: sentence, data: null })
    }
    // Said before the body is looked at: what is not there does not read (MSG-121, step 7).
    if (request.is404) return notFound(request, reply)
    return undefined
  })
}

/** HTTP/1.1 asks for it; a client of 1.0 need not. */
const namesNoHost = ({ raw }: FastifyRequest): boolean =>
  raw.httpVersion === '1.1' && raw.headers.host === undefined

const noHost = (): Refusal =>
  new Refusal(400, 'no_host', 'The request names no host: send a Host header.')

/** One line a request, with the route's template and never what was asked (OPS-29). */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { caller } = request
    const route = request.routeOptions.url ?? 'none'
    const quiet = /\/(health|ready|metrics)$/.test(route)
    request.log[quiet ? 'trace' : 'info'](
      {
        req: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        user_agent: request.headers['user-agent']?.slice(0, 120),
        ...(caller === null || caller.session_id === null
          ? {}
          : {
              actor: `${caller.kind}:${caller.user_id}`,
              hospital: caller.hospital_id,
              facility: caller.facility_id,
            }),
      },
      'request',
    )
  })
}
