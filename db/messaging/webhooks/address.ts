// Where a webhook may be sent, judged from its text alone (MSG-541); what a name resolves to is
// judged at each connection.

import { mayBeCalled, type Network, readAddress } from '../../core/addresses.ts'

export interface Reach {
  /** `443` or `1024–65535`, as ranges with both ends. */
  ports: readonly (readonly [number, number])[]
  /** Private networks that may be called all the same. */
  allowed: readonly Network[]
}

export const ports_default = [
  [443, 443],
  [1024, 65535],
] as const

const longest = 2048

/** What is wrong with it, as the end of a sentence that begins with the field; null when nothing. */
export function complaintAbout(text: string, reach: Reach): string | null {
  if (text.length > longest) return `may have at most 2,048 characters.`
  // Blanks and control characters would be dropped silently by the reader of addresses.
  const url = /[\s\p{Cc}\\]/u.test(text) ? null : URL.parse(text)
  if (url === null || url.hostname === '')
    return 'must be a web address like https://example.com/hook.'
  if (url.protocol !== 'https:') return 'must be https.'
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or password.'
  if (text.includes('#')) return 'must not have a fragment (#…).'
  const port = url.port === '' ? 443 : Number(url.port)
  if (!reach.ports.some(([from, to]) => port >= from && port <= to))
    return `must not use port ${port}.`
  const literal = readAddress(url.hostname)
  if (literal !== null && !mayBeCalled(literal, reach.allowed))
    return 'must be reachable from the internet; this is a private address.'
  return null
}
