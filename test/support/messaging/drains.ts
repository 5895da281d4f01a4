// A firm that sends, the links it sends over, and the drain of this process.

import { startDrain } from '../../../daemon/sending/drain.ts'
import { rows, within } from '../../../db/store/connection.ts'
import { ownerCaller } from '../../../db/messaging/caller.ts'
import { linkDefaults, sealSecrets } from '../../../db/messaging/routing/link-settings.ts'
import { forgetAllKept } from '../../../db/store/kept.ts'
import { accept } from '../../../db/messaging/messages/send.ts'
import type { SendInput, Sent } from '../../../db/messaging/messages/shapes.ts'
import { msg_links, msg_routes } from '../../../db/messaging/routing/tables.ts'
import { sql } from '../../../db/store/sql.ts'
import { newSecret } from '../../../db/core/ids.ts'
import type { Tap } from '../boot.ts'
import { until } from '../programs/daemons.ts'
import type { Firm } from './messaging.ts'

export const quiet_log = { info: () => undefined, error: () => undefined }
export const loud_log = {
  info: () => undefined,
  error: (facts: object, message: string) => {
    throw new Error(message, { cause: (facts as { err?: unknown }).err })
  },
}

export interface LinkInput {
  code?: string
  port: number
  options?: Record<string, unknown>
  throughput?: number
  row?: Partial<Parameters<typeof msg_links.insert>[0]>
}

/** A link to a peer on this machine, and every operator's only route. */
export async function smppRoute(input: LinkInput): Promise<string> {
  const id = await within(async () => {
    const link = await msg_links.insert({
      code: input.code ?? 'peer',
      name: 'Peer',
      kind: 'smpp',
      state: 'down',
      throughput_per_second: input.throughput ?? 5000,
      options: {
        ...linkDefaults('smpp'),
        host: '127.0.0.1',
        port: input.port,
        systemId: 'kituo',
        windowSize: 50,
        responseTimeoutSeconds: 3,
        ...input.options,
      },
      secrets: sealSecrets({ password: 'secret' }),
      token: newSecret(32),
      ...input.row,
    })
    await routeAll(link.id)
    return link.id
  })
  forgetAllKept()
  return id
}

export async function routeAll(link_id: string): Promise<void> {
  await msg_routes.removeAnywhere({})
  for (const { code } of await rows<{ code: string }>(sql`select code from msg_operators`))
    await msg_routes.insert({ operator_code: code, link_id, position: 1 })
}

export const phones = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, at) => `25571${String(2_000_000 + from + at).padStart(7, '0')}`)

export async function send(firm: Firm, input: Partial<SendInput>): Promise<Sent> {
  const { sent } = await within(() =>
    accept(ownerCaller(firm.live), {
      recipients: phones(1),
      senderId: 'KLINIKI',
      message: 'Habari',
      ...input,
    }),
  )
  return sent
}

export async function drainOn(
  t: Tap,
  options: { daemon?: string; quiet?: boolean; look_ms?: number } = {},
) {
  const drain = await startDrain({
    daemon: options.daemon ?? 'test',
    log: options.quiet === true ? quiet_log : quiet_log,
    look_ms: options.look_ms ?? 100,
  })
  let stopped = false
  const stop = async (): Promise<void> => {
    if (stopped) return
    stopped = true
    await drain.stop()
  }
  t.teardown(stop)
  return { drain, stop }
}

export interface MessageState {
  id: string
  phone: string
  status: string
  failure_reason: string | null
  expiry_cause: string | null
  uncertain: unknown
  refunded: number
  late_receipt: string | null
  tries: number
}
export const statesOf = (batch_id: string): Promise<MessageState[]> =>
  rows<MessageState>(sql`select id, phone, status, failure_reason, expiry_cause, uncertain, refunded,
    late_receipt, tries from msg_messages where batch_id = ${batch_id} order by place`)

export async function untilStatus(batch_id: string, status: string): Promise<void> {
  await until(`every message ${status}`, async () =>
    (await statesOf(batch_id)).every((one) => one.status === status),
  )
}

/** How often each event of a message was written. */
export async function eventsOf(batch_id: string): Promise<Record<string, number>> {
  const found = await rows<{ name: string; n: number }>(sql`
    select e.type as name, count(*) as n from msg_events e
    join msg_messages m on m.id = e.data_id where m.batch_id = ${batch_id} group by e.type`)
  return Object.fromEntries(found.map(({ name, n }) => [name, Number(n)]))
}

/** Balance by the entries and numbers without gaps; what does not fit. */
export async function proveWallet(firm: Firm): Promise<string[]> {
  const wrong: string[] = []
  for (const mode of ['live', 'test'] as const) {
    const mine = sql`account_id = ${firm.account.id} and mode = ${mode}`
    const [sum] = await rows<{ total: number; n: number; last: number }>(
      sql`select coalesce(sum(amount), 0) as total, count(*) as n, coalesce(max(seq), 0) as last
          from msg_wallet_entries where ${mine}`,
    )
    const [wallet] = await rows<{ balance: number; seq: number }>(
      sql`select balance, seq from msg_wallets where ${mine}`,
    )
    if (Number(sum?.total) !== Number(wallet?.balance)) wrong.push(`${mode}: the balance`)
    if (Number(sum?.n) !== Number(sum?.last)) wrong.push(`${mode}: the numbers`)
    if (Number(wallet?.seq) !== Number(sum?.last)) wrong.push(`${mode}: the last number`)
  }
  return wrong
}
