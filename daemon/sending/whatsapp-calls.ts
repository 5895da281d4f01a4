// Calls to the provider of WhatsApp, under the same rules as webhooks: where they may connect, which
// authority is trusted, no redirects. The token goes to the number's own address and nowhere else.

import { readFile } from 'node:fs/promises'
import type { Network } from '../../db/core/addresses.ts'
import { seconds } from '../../db/core/clock.ts'
import type { NumberRow } from '../../db/messaging/whatsapp/numbers.ts'
import type { Answer } from '../../db/messaging/whatsapp/provider.ts'
import { settings } from '../../db/messaging/settings/settings.ts'
import { reachOf } from '../../db/messaging/webhooks/reach.ts'
import { unseal } from '../../db/appliance/secrets/seal.ts'
import { outbound, type Outbound } from './outbound.ts'

export interface WhatsappLine {
  post(number: NumberRow, path: string, body: string): Promise<Answer>
  get(number: NumberRow, path: string): Promise<Answer>
  close(): Promise<void>
}

const within_ms = seconds(20)
const keep_bytes = 1024 * 1024

export function whatsappLine(): WhatsappLine {
  let rules: { allowed: readonly Network[]; ca?: string | undefined } = { allowed: [] }
  let line: Outbound | null = null

  const call = async (
    method: 'GET' | 'POST',
    number: NumberRow,
    path: string,
    body?: string,
  ): Promise<Answer> => {
    const known = await settings()
    const file = known.webhook_ca_file
    const ca = file === null ? undefined : await readFile(file, 'utf8').catch(() => undefined)
    rules = { allowed: reachOf(known).allowed, ca }
    line ??= outbound({ rules: () => rules })
    return line.call({
      method,
      url: `${number.graph_url}/${path}`,
      headers: {
        authorization: `Bearer ${unseal(number.access_token)}`,
        'user-agent': 'Kituo/1',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body,
      within_ms,
      keep_bytes,
    })
  }

  return {
    post: (number, path, body) => call('POST', number, path, body),
    get: (number, path) => call('GET', number, path),
    async close() {
      await line?.close()
      line = null
    },
  }
}
