// How a route can refuse, each way under its own status.

import type { Route } from '../route.ts'
import type { Json } from './schemas.ts'

const meanings: Readonly<Record<number, string>> = {
  400: 'What was sent cannot be taken; the sentence names the field and the mend.',
  401: 'No token, or one that has ended.',
  402: 'The wallet does not cover it.',
  403: 'The caller lacks the permission, the module is off, or the record is closed to them.',
  404: 'There is no such record.',
  409: 'What is asked does not go with what stands: its state, its version, or what is there already.',
  413: 'The body is larger than is taken here.',
  422: 'What is asked does not go with the state of the record.',
  429: 'Too many requests; `Retry-After` says when to come back.',
  503: 'The house cannot answer just now; `Retry-After` says when to come back.',
}

const hospital = { open: [400, 429, 503], signed: [400, 401, 403, 503], change: [409, 413] }
const messaging = {
  open: [400, 429, 503],
  signed: [400, 401, 402, 403, 429, 503],
  change: [409, 422],
}

export function refusalsOf(envelope: 'hospital' | 'messaging', route: Route): Json {
  const those = envelope === 'hospital' ? hospital : messaging
  const { access, method, path, record } = route
  const statuses = new Set([
    ...(access === 'open' ? those.open : those.signed),
    ...(method === 'GET' ? [] : those.change),
    ...(path.includes(':') || record !== undefined ? [404] : []),
  ])
  const by_status = [...statuses]
    .sort((a, b) => a - b)
    .map((status) => [String(status), { $ref: `#/components/responses/Refused${status}` }])
  return { ...Object.fromEntries(by_status), default: refused('Any other refusal.') }
}

export function refusalComponents(envelope: 'hospital' | 'messaging'): Json {
  const those = envelope === 'hospital' ? hospital : messaging
  const statuses = new Set([...those.open, ...those.signed, ...those.change, 404])
  return Object.fromEntries(
    [...statuses].map((status) => [
      `Refused${status}`,
      { ...refused(meanings[status] ?? ''), ...headersOf(status) },
    ]),
  )
}

const headersOf = (status: number): Json =>
  status === 429 || status === 503
    ? { headers: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } } }
    : {}

const refused = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
})

export const hospital_refusal: Json = {
  type: 'object',
  required: ['success', 'message', 'data'],
  properties: {
    success: { type: 'boolean', enum: [false] },
    message: { type: 'string', description: 'A sentence for a person.' },
    data: { type: 'object', nullable: true },
  },
  example: { success: false, message: 'reason must be between 3 and 300 characters.', data: null },
}

export const messaging_refusal: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'requestId', 'docs'],
      properties: {
        code: { type: 'string', description: 'Branch on this.' },
        message: { type: 'string', description: 'A sentence for a person.' },
        field: { type: 'string', nullable: true },
        requestId: { type: 'string' },
        docs: { type: 'string' },
      },
    },
  },
  example: {
    error: {
      code: 'invalid_request',
      message: 'to is required.',
      field: 'to',
      requestId: 'req_0199a8c05b1e7c3d9e4f2a6b8c0d1e2f',
      docs: 'https://kituo.example.org/docs/errors/invalid_request',
    },
  },
}
