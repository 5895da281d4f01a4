// The line over which webhooks leave, under the rules that the settings hold at the moment.

import { readFile } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import type { Network } from '../../db/core/addresses.ts'
import { outboundOff } from '../../db/appliance/outbound/holds.ts'
import { answer_within_ms } from '../../db/messaging/webhooks/ladder.ts'
import { reachOf } from '../../db/messaging/webhooks/reach.ts'
import type { AttemptError } from '../../db/messaging/webhooks/words.ts'
import { settings } from '../../db/messaging/settings/settings.ts'
import { type Answered, outbound, type Outbound, type OutboundOptions } from './outbound.ts'

export interface Posted {
  status_code: number | null
  error: AttemptError | null
  duration_ms: number
  response_start: string | null
  resolved_address: string | null
  redirect_to: string | null
  certificate_until: string | null
}

export interface WebhookLine {
  post(url: string, headers: Record<string, string>, body: string): Promise<Posted>
  close(): Promise<void>
}

const read_bytes = 4096
const kept_bytes = 1024
const rules_kept_ms = 1000

/** Tests bring a resolver and the hands of a clock. */
export type LineOptions = Pick<OutboundOptions, 'resolve' | 'after'>

export function webhookLine(options: LineOptions = {}): WebhookLine {
  let rules: { allowed: readonly Network[]; ca?: string | undefined } = { allowed: [] }
  let read_at = Number.NEGATIVE_INFINITY
  let line: { outbound: Outbound; connections: number } | null = null

  const lineNow = async (): Promise<Outbound> => {
    if (line !== null && performance.now() - read_at < rules_kept_ms) return line.outbound
    const now = await settings()
    read_at = performance.now()
    const ca = now.webhook_ca_file === null ? undefined : await authority(now.webhook_ca_file)
    rules = { allowed: reachOf(now).allowed, ca }
    // To one origin as many as there may be of all: several endpoints may lie behind one name, and each
    // has its own most (MSG-550).
    const connections = now.webhook_concurrency_total
    if (line === null || line.connections !== connections) {
      void line?.outbound.close()
      line = { connections, outbound: outbound({ ...options, connections, rules: () => rules }) }
    }
    return line.outbound
  }

  return {
    async post(url, headers, body) {
      if (outboundOff()) return kept_in
      const answered = await (await lineNow()).call({
        method: 'POST',
        url,
        headers,
        body,
        within_ms: answer_within_ms,
        keep_bytes: read_bytes,
      })
      return postedOf(answered)
    },
    async close() {
      await line?.outbound.close()
      line = null
    },
  }
}

/** No connection is made while nothing may leave (OPS-135). */
const kept_in: Posted = {
  status_code: null,
  error: 'blocked',
  duration_ms: 0,
  response_start: null,
  resolved_address: null,
  redirect_to: null,
  certificate_until: null,
}

/** A file that cannot be read trusts nobody: the attempts say `tls` until it is mended. */
const authority = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch(() => undefined)

function postedOf(answered: Answered): Posted {
  const { status, fault, body, headers, duration_ms } = answered
  const location = headers['location']
  const start = body.subarray(0, kept_bytes).toString('utf8').replaceAll('\0', '\ufffd')
  return {
    status_code: status,
    error: fault ?? errorOf(status ?? 0),
    duration_ms,
    response_start: start === '' ? null : start.slice(0, kept_bytes),
    resolved_address: answered.address?.slice(0, 45) ?? null,
    redirect_to: typeof location === 'string' ? location.slice(0, 2048) : null,
    certificate_until: answered.certificate_until,
  }
}

/** A 2xx status line is success and nothing else is (MSG-547). */
function errorOf(status: number): AttemptError | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect' : 'status'
}

let shared: WebhookLine | null = null

/** The one line of this process; whoever delivers and whoever tries a webhook out use the same. */
export const sharedLine = (): WebhookLine => (shared ??= webhookLine())

export function setSharedLine(line: WebhookLine | null): void {
  shared = line
}

export async function closeSharedLine(): Promise<void> {
  const closing = shared
  shared = null
  await closing?.close()
}
