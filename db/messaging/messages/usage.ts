// Usage rows (MSG 2.20, MSG-622): counted by the transactions of the messages themselves.

import { dayIn } from '../../core/clock.ts'
import { run } from '../../store/connection.ts'
import { join, raw, type Sql, sql } from '../../store/sql.ts'
import type { Owner } from '../caller.ts'
import { counted } from '../measured.ts'
import { together } from '../together.ts'

export interface UsageKey {
  day: string
  channel: 'sms' | 'whatsapp'
  operator: string
  sender_id: string
  key_id: string | null
  campaign_id: string | null
  class: string
}

/** What is counted of a day: sums, so that parts of a day add up. */
export const counters = [
  'messages',
  'segments',
  'sent',
  'delivered',
  'failed',
  'expired',
  'opted_out',
  'cancelled',
  'cost',
  'refunded',
  'delivery_seconds',
  'delivery_count',
] as const
export type Counters = Partial<Record<(typeof counters)[number], number>>

/** The account's day on which a message was accepted. */
export const usageDay = (time_zone: string, accepted_at: string): string =>
  dayIn(time_zone, new Date(accepted_at))

/** Any number of rows in one statement, in one order, so that two writers never wait in a circle. */
export async function countUsage(
  owner: Owner,
  list: readonly (UsageKey & Counters)[],
): Promise<void> {
  if (list.length === 0) return
  if (owner.mode === 'live') measure(list)
  await together(
    list.map((one) => ({ owner, one })),
    write,
  )
}

interface Owned {
  owner: Owner
  one: UsageKey & Counters
}

async function write(list: readonly Owned[]): Promise<void> {
  const summed = new Map<string, Owned>()
  for (const { owner, one } of list) {
    const name = `${owner.account_id} ${owner.mode} ${nameOf(one)}`
    const before = summed.get(name)?.one
    summed.set(name, { owner, one: before === undefined ? { ...one } : added(before, one) })
  }
  const sorted = [...summed].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
  const values: Sql[] = sorted.map(
    ({ owner, one }) => sql`(${owner.account_id}, ${owner.hospital_id}, ${owner.mode}, ${one.day},
      ${one.channel}, ${one.operator}, ${one.sender_id}, ${one.key_id ?? ''},
      ${one.campaign_id ?? ''}, ${one.class}, ${join(
        counters.map((name) => sql`${one[name] ?? 0}`),
        ', ',
      )})`,
  )
  await run(
    sql`insert into msg_usage (account_id, hospital_id, mode, day, channel, operator, sender_id,
          key_id, campaign_id, class, ${raw(counters.join(', '))})
        values ${join(values, ', ')}
        on conflict (account_id, mode, day, channel, operator, sender_id, key_id, campaign_id, class)
        do update set ${raw(counters.map((name) => `${name} = msg_usage.${name} + excluded.${name}`).join(', '))}`,
  )
}

function measure(list: readonly (UsageKey & Counters)[]): void {
  for (const one of list) {
    if (one.channel !== 'sms') continue
    const { operator } = one
    counted('accepted', one.messages ?? 0)
    for (const status of ['delivered', 'failed', 'expired'] as const)
      counted('final', one[status] ?? 0, { operator, status })
    counted('final', one.opted_out ?? 0, { operator, status: 'failed' })
  }
}

const nameOf = (one: UsageKey): string =>
  [one.day, one.channel, one.operator, one.sender_id, one.key_id, one.campaign_id, one.class].join(
    ' ',
  )

function added<T extends Counters>(one: T, other: Counters): T {
  const sum: Counters = {}
  for (const name of counters) sum[name] = (one[name] ?? 0) + (other[name] ?? 0)
  return { ...one, ...sum }
}
