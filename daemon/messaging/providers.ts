// Where the providers of HTTP links bring receipts and replies: their token instead of a key (MSG-354).

import { Flag, form } from '../../db/core/kinds/kinds.ts'
import { mapOf, Words } from '../../db/core/kinds/strict.ts'
import { type Brought, takeInbound, takeReceipt } from '../../db/messaging/drain/providers.ts'
import type { Facts } from '../edge/facts.ts'
import { area, type Route } from '../edge/route.ts'
import { get, post } from './words.ts'

const Query = mapOf(Words(0, 5000))
const body_limit = 4 * 1024 * 1024

/** Bytes as they came: a signature is over them. */
const asBytes = (route: Route): Route => ({ ...route, takes: 'bytes', body_limit })

interface Asked {
  params: { linkId: string; token: string }
  query: Record<string, string>
  body?: unknown
  facts: Facts
}

function broughtBy({ params, query, body, facts }: Asked): Brought {
  const header = (name: string): string | undefined => {
    const value = facts.headers[name.toLowerCase()]
    return Array.isArray(value) ? value[0] : value
  }
  return {
    link_id: params.linkId,
    token: params.token,
    raw: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    content_type: header('content-type') ?? '',
    query,
    header,
  }
}

const receipts = {
  summary: 'A receipt of a provider',
  access: 'open',
  unkeyed: true,
  query: Query,
  reply: form({ outcome: Words(0, 20) }),
} as const
const inbound = {
  summary: 'Words of a person, from a provider',
  access: 'open',
  unkeyed: true,
  query: Query,
  reply: form({ stored: Flag }),
} as const

export const door = area('providers', [
  {
    ...get('/providers/links/:linkId/:token/receipts', {
      ...receipts,
      run: (one) => takeReceipt(broughtBy(one)),
    }),
    transaction: 'edge',
  },
  asBytes(
    post('/providers/links/:linkId/:token/receipts', {
      ...receipts,
      run: (one) => takeReceipt(broughtBy(one)),
    }),
  ),
  {
    ...get('/providers/links/:linkId/:token/inbound', {
      ...inbound,
      run: (one) => takeInbound(broughtBy(one)),
    }),
    transaction: 'edge',
  },
  asBytes(
    post('/providers/links/:linkId/:token/inbound', {
      ...inbound,
      run: (one) => takeInbound(broughtBy(one)),
    }),
  ),
])
