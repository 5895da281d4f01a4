// What an http link must be when it is saved (MSG 2.6, MSG-351): https, or plain to an address that
// the operator named; a name is judged by whoever asks the network, before this and at each call. Its
// body must render.

import { isInsideAny, networksOf, readAddress } from '../../core/addresses.ts'
import { invalidAs } from '../../core/refusal.ts'
import { setting } from '../settings/settings.ts'
import { type HttpOptions, type LinkKind, settingsOf } from './link-settings.ts'
import { templateComplaint } from './template.ts'

export async function mustServeHttp(
  kind: LinkKind,
  options: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (kind !== 'http') return
  const { url, body, bodyFormat } = settingsOf(kind, options)
  await mustBeAllowed(url)
  const complaint = templateComplaint(body, bodyFormat)
  if (complaint !== null) throw invalidAs('body', complaint)
}

async function mustBeAllowed(url: HttpOptions['url']): Promise<void> {
  const parsed = URL.parse(url)
  if (parsed === null || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:'))
    throw invalidAs('url', 'must be a web address like https://example.com/send.')
  const literal = readAddress(parsed.hostname)
  if (parsed.protocol === 'https:' || literal === null) return
  if (!isInsideAny(literal, networksOf(await setting('link_http_allow_cidrs'))))
    throw invalidAs('url', 'add its network to link_http_allow_cidrs first.')
}
