// Calls to the provider of WhatsApp, under the same rules as webhooks: where they may connect, which
// authority is trusted, no redirects. The token goes to the number's own address and nowhere else, but
// for the provider's own store of files.

import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Network } from '../../db/core/addresses.ts'
import { seconds } from '../../db/core/clock.ts'
import { outboundOff } from '../../db/appliance/outbound/holds.ts'
import type { NumberRow } from '../../db/messaging/whatsapp/numbers.ts'
import type { Answer } from '../../db/messaging/whatsapp/provider.ts'
import { settings } from '../../db/messaging/settings/settings.ts'
import { reachOf } from '../../db/messaging/webhooks/reach.ts'
import { unseal } from '../../db/appliance/secrets/seal.ts'
import { type Answered, type Call, outbound, type Outbound } from './outbound.ts'

export interface File {
  bytes: Buffer
  mime_type: string
  file_name: string
}

export interface WhatsappLine {
  post(number: NumberRow, path: string, body: string): Promise<Answer>
  get(number: NumberRow, path: string): Promise<Answer>
  remove(number: NumberRow, path: string): Promise<Answer>
  upload(number: NumberRow, path: string, file: File): Promise<Answer>
  /** The whole file, or what came of it. */
  download(number: NumberRow, url: string, most_bytes: number): Promise<Answered>
  close(): Promise<void>
}

const within_ms = seconds(20)
const file_within_ms = seconds(60)
const keep_bytes = 1024 * 1024

type Asked = Partial<Pick<Call, 'method' | 'body' | 'within_ms' | 'keep_bytes'>> & {
  content_type?: string
}

export function whatsappLine(): WhatsappLine {
  let rules: { allowed: readonly Network[]; ca?: string | undefined } = { allowed: [] }
  let line: Outbound | null = null

  const call = async (number: NumberRow, url: string, asked: Asked = {}): Promise<Answered> => {
    if (outboundOff()) return kept_in
    const known = await settings()
    const file = known.webhook_ca_file
    const ca = file === null ? undefined : await readFile(file, 'utf8').catch(() => undefined)
    rules = { allowed: reachOf(known).allowed, ca }
    line ??= outbound({ rules: () => rules })
    const { content_type, ...rest } = asked
    return line.call({
      method: 'GET',
      within_ms,
      keep_bytes,
      ...rest,
      url,
      headers: {
        ...(isProviders(number, url)
          ? { authorization: `Bearer ${unseal(number.access_token)}` }
          : {}),
        'user-agent': 'Kituo/1',
        ...(content_type === undefined ? {} : { 'content-type': content_type }),
      },
    })
  }
  const at = ({ graph_url }: NumberRow, path: string): string => `${graph_url}/${path}`

  return {
    post: (number, path, body) =>
      call(number, at(number, path), { method: 'POST', body, content_type: 'application/json' }),
    get: (number, path) => call(number, at(number, path)),
    remove: (number, path) => call(number, at(number, path), { method: 'DELETE' }),
    upload(number, path, file) {
      const { body, content_type } = multipart(file)
      const asked = { method: 'POST' as const, body, content_type, within_ms: file_within_ms }
      return call(number, at(number, path), asked)
    },
    download: (number, url, most_bytes) =>
      call(number, url, { within_ms: file_within_ms, keep_bytes: most_bytes }),
    async close() {
      await line?.close()
      line = null
    },
  }
}

/** Files of Meta lie at a host of its own, which opens them to the same token. */
const file_hosts: Readonly<Record<string, string>> = { 'graph.facebook.com': 'lookaside.fbsbx.com' }

/** MSG-500: secrets never leave the number's own address. */
function isProviders({ graph_url }: NumberRow, url: string): boolean {
  const [own, asked] = [URL.parse(graph_url), URL.parse(url)]
  if (own === null || asked === null) return false
  if (own.origin === asked.origin) return true
  return asked.origin === `https://${file_hosts[own.host] ?? ''}`
}

function multipart({ bytes, mime_type, file_name }: File): { body: Buffer; content_type: string } {
  const mark = `kituo-${randomBytes(12).toString('hex')}`
  const field = (name: string, value: string): string =>
    `--${mark}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const name = file_name.replace(/[^\w.-]/g, '_')
  const head = `${field('messaging_product', 'whatsapp')}${field('type', mime_type)}--${mark}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${mime_type}\r\n\r\n`
  return {
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${mark}--\r\n`)]),
    content_type: `multipart/form-data; boundary=${mark}`,
  }
}

/** No connection is made while nothing may leave (OPS-135). */
const kept_in: Answered = {
  status: null,
  fault: 'blocked',
  detail: null,
  headers: {},
  body: Buffer.alloc(0),
  whole: false,
  duration_ms: 0,
  address: null,
  certificate_until: null,
}
