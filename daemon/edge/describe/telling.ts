// What a route is told of in words: who may, and what else a client must know of it.

import { codesOf, type Route } from '../route.ts'

export function tellingOf(envelope: 'hospital' | 'messaging', route: Route): string {
  return [
    `${route.summary}.`,
    whoMay(envelope, route),
    route.module === undefined ? '' : `Only where the module \`${route.module}\` is on.`,
    route.reply.kind === 'page' ? 'Paged: 50 rows unless asked otherwise, 200 at most.' : '',
    route.once ? '`Idempotency-Key` makes a retry safe: it is done once.' : '',
    route.test_only === true ? 'With a test key only.' : '',
    route.live_only === true ? 'A test key may only read.' : '',
    uploadOf(route),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

function whoMay(envelope: 'hospital' | 'messaging', { access }: Route): string {
  const word = envelope === 'hospital' ? 'permission' : 'scope'
  const codes = codesOf(access)
  if (codes.length > 0)
    return `Needs the ${word} ${codes.map((code) => `\`${code}\``).join(' or ')}.`
  if (access === 'open') return 'Open to everybody.'
  if (access === 'the record decides') return 'The record says who may.'
  return envelope === 'hospital' ? 'For everybody who is signed in.' : 'For every key.'
}

const uploadOf = ({ takes }: Route): string =>
  typeof takes === 'object' ? `At most ${takes.max_mb} MB.` : ''
