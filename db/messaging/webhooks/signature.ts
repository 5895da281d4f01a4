// The signature of a webhook post (MSG-544): what is signed is the time and the body together, so
// that a captured body cannot be sent again later.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export const tolerance_s = 300

export const makeSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** `sha256=` and lower-case hex under the whole secret string as UTF-8. */
export const sign = (secret: string, timestamp: string, body: string | Buffer): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`

/** The Standard Webhooks scheme beside ours: the key is what the base64 after `whsec_` holds. */
export function signStandard(secret: string, of: Signed): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const mac = createHmac('sha256', key).update(`${of.id}.${of.timestamp}.`).update(of.body)
  return `v1,${mac.digest('base64')}`
}

export interface Signed {
  id: string
  timestamp: string
  body: string | Buffer
}

export interface Post extends Signed {
  event: string
  attempt: number
  secret: string
  /** While it lives, the secret of before the last rotation (MSG-542). */
  previous: string | null
}

export function headersOf(post: Post): Record<string, string> {
  const { id, timestamp, body, secret, previous } = post
  const standard = [secret, ...(previous === null ? [] : [previous])].map((key) =>
    signStandard(key, post),
  )
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Kituo-Webhooks/1',
    'x-sms-timestamp': timestamp,
    'x-sms-signature': sign(secret, timestamp, body),
    ...(previous === null ? {} : { 'x-sms-signature-previous': sign(previous, timestamp, body) }),
    'x-sms-event': post.event,
    'x-sms-delivery': id,
    'x-sms-attempt': String(post.attempt),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
  }
}

export type Verdict = 'right' | 'stale' | 'malformed' | 'wrong'

/** As a receiver should: the age first, then the comparison in constant time. */
export function verify(
  given: { secret: string; timestamp: string; signature: string; body: string | Buffer },
  now_s: number,
): Verdict {
  const { secret, timestamp, signature, body } = given
  if (!/^\d{1,12}$/.test(timestamp) || !/^sha256=[0-9a-f]{64}$/.test(signature)) return 'malformed'
  if (Math.abs(now_s - Number(timestamp)) > tolerance_s) return 'stale'
  const expected = Buffer.from(sign(secret, timestamp, body))
  return timingSafeEqual(expected, Buffer.from(signature)) ? 'right' : 'wrong'
}
