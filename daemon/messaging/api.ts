// The edge of the bulk messaging API: its own envelope, its own error object, closed bodies.

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { guest } from '../../db/hospital/access/callers.ts'
import { Refusal } from '../../db/refusal.ts'
import { refusalOf } from '../hospital/api.ts'
import type { Api } from '../mount.ts'

export const messagingApi = (): Api => ({
  name: 'messaging',
  prefix: '/v1',
  bodies: 'closed',
  knows: () => false,
  async identify(route, facts, request_id) {
    if (route.access === 'open') return guest(facts, request_id)
    throw new Refusal(401, 'invalid_api_key', 'Give an API key: Authorization: Bearer sms_live_…')
  },
  permit: () => Promise.resolve(),
  wrap: (data) => data,
})

/** Codes of the seed by status; a refusal of the messaging rules carries its own. */
const codes: Record<number, string> = {
  400: 'invalid_request',
  401: 'invalid_api_key',
  402: 'insufficient_funds',
  403: 'insufficient_scope',
  404: 'not_found',
  409: 'idempotency_key_reused',
  413: 'invalid_request',
  415: 'invalid_request',
  422: 'invalid_request',
  429: 'rate_limited',
  503: 'upstream_unavailable',
}

export const messaging_codes: ReadonlySet<string> = new Set([
  'invalid_api_key',
  'api_key_revoked',
  'api_key_expired',
  'ip_not_allowed',
  'insufficient_scope',
  'invalid_request',
  'invalid_phone_number',
  'recipients_exceeded',
  'message_too_long',
  'sender_id_not_approved',
  'not_found',
  'insufficient_funds',
  'account_not_provisioned',
  'idempotency_key_reused',
  'idempotency_key_in_flight',
  'rate_limited',
  'upstream_unavailable',
  'internal_error',
])

export function refuseLikeMessaging(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) =>
    send(reply, request, refusalOf(error, request)),
  )
}

export function sendMessagingRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
): FastifyReply {
  return send(reply, request, refusal)
}

function send(reply: FastifyReply, request: FastifyRequest, refusal: Refusal): FastifyReply {
  const code = messaging_codes.has(refusal.code)
    ? refusal.code
    : (codes[refusal.status] ?? 'internal_error')
  if (refusal.retry_after_s !== undefined)
    reply.header('retry-after', String(refusal.retry_after_s))
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer')
  return reply
    .code(refusal.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(
      JSON.stringify({
        error: {
          code,
          message: refusal.message,
          field: refusal.field ?? null,
          requestId: request.id,
          docs: `${request.protocol}://${request.host}/docs/errors/${code}`,
        },
      }),
    )
}
