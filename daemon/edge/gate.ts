// What the edge answers while the house is maintained or its disk is full (OPS-17, OPS-44).

import type { FastifyRequest } from 'fastify'
import { broken, brokenSentence } from '../../db/appliance/house/broken.ts'
import {
  closedForChanges,
  forkSentence,
  maintenance,
  sentenceOf,
} from '../../db/appliance/house/maintenance.ts'
import { isNearlyFull, readOnly } from '../../db/appliance/house/room.ts'

/** Health, and what a workstation must be able to read whatever happens. */
const always = /^\/(?:api\/v1(?:\/(?:health|ready|devices\/(?:ca|crl)(?:\/.*)?))?|pki\/.*)?$/

export interface Closed {
  sentence: string
  retry_after_s: number
}

export function closedFor(
  { method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>,
  time_zone: string,
): Closed | null {
  if (always.test(url.split('?')[0] ?? '')) return null
  const hold = maintenance()
  if (hold !== null) return { sentence: sentenceOf(hold, time_zone), retry_after_s: 60 }
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return null
  const fork = closedForChanges()
  if (fork !== null) return { sentence: forkSentence(fork), retry_after_s: 60 }
  const damage = broken()
  if (damage !== null) return { sentence: brokenSentence(damage), retry_after_s: 60 }
  if (readOnly() !== null) {
    return {
      sentence: 'The disk is full: nothing can be saved. Tell the IT desk.',
      retry_after_s: 60,
    }
  }
  return isNearlyFull() && (headers['content-type'] ?? '').startsWith('multipart/form-data')
    ? { sentence: 'The disk is nearly full.', retry_after_s: 60 }
    : null
}
