// Usage as the account reads it (MSG 5.1, MSG-623): sums of the kept rows, by one or two of their
// sides, and how long delivery took.

import { rows } from '../../store/connection.ts'
import { toMajor } from '../../core/kinds/money.ts'
import { currencyOf } from '../../core/reference/countries.ts'
import { byDialect, join, raw, sql } from '../../store/sql.ts'
import type { Owner } from '../caller.ts'
import { wrong } from '../refusals.ts'
import { daysOf, type Period } from '../wallet/statement.ts'
import { walletOf } from '../wallet/wallets.ts'
import type { Usage, UsageSums } from './usage-shapes.ts'
import { counters } from './usage.ts'

export const sides = {
  day: 'day',
  month: 'substr(day, 1, 7)',
  operator: 'operator',
  senderId: 'sender_id',
  key: 'key_id',
  campaign: 'campaign_id',
  class: 'class',
  channel: 'channel',
} as const
type Side = keyof typeof sides

const isSide = (word: string): word is Side => Object.hasOwn(sides, word)

type Line = Record<(typeof counters)[number], number> & Partial<Record<Side, string>>

export async function usageOf(
  owner: Owner,
  { groupBy, ...period }: Period & { groupBy?: string | undefined },
): Promise<Usage> {
  const { from, to, since, before } = await daysOf(owner, period)
  const by = sidesOf(groupBy ?? 'day')
  const named = by.map((side) => raw(`${sides[side]} as "${side}"`))
  const places = raw(by.map((_, at) => at + 1).join(', '))
  const sums = raw(counters.map((name) => `sum(${name}) as ${name}`).join(', '))
  const found = await rows<Line>(
    sql`select ${join(named, ', ')}, ${sums} from msg_usage
        where account_id = ${owner.account_id} and mode = ${owner.mode}
          and day >= ${from} and day <= ${to}
        group by ${places} order by ${places} limit ${lines_most + 1}`,
  )
  if (found.length > lines_most)
    throw wrong('groupBy', `groupBy gives more than ${lines_most} rows; ask for fewer days.`)
  const currency = currencyOf((await walletOf(owner)).currency)
  const major = (minor: number): number => toMajor(minor, currency)
  const total = found.reduce(added, nothing())
  return {
    from,
    to,
    currency: currency.code,
    data: found.map((line) => ({
      ...Object.fromEntries(by.map((side) => [side, line[side] === '' ? null : line[side]])),
      ...shown(line, major),
    })),
    totals: {
      ...shown(total, major),
      medianDeliverySeconds: await median(owner, { since, before }, total.delivery_count),
    },
  }
}

const lines_most = 10_000

function sidesOf(asked: string): Side[] {
  const words = [...new Set(asked.split(','))]
  const unknown = words.find((word) => !isSide(word))
  if (unknown !== undefined)
    throw wrong('groupBy', `groupBy must be of ${Object.keys(sides).join(', ')}.`)
  if (words.length > 2) throw wrong('groupBy', 'groupBy may name at most 2.')
  return words.filter(isSide)
}

const nothing = (): Line => Object.fromEntries(counters.map((name) => [name, 0])) as unknown as Line

function added(sum: Line, line: Line): Line {
  for (const name of counters) sum[name] += Number(line[name])
  return sum
}

function shown(line: Line, major: (minor: number) => number): UsageSums {
  const of = (name: (typeof counters)[number]): number => Number(line[name])
  const ended = of('delivered') + of('failed') - of('cancelled') + of('expired')
  return {
    messages: of('messages'),
    segments: of('segments'),
    sent: of('sent'),
    delivered: of('delivered'),
    failed: of('failed'),
    expired: of('expired'),
    optedOut: of('opted_out'),
    cancelled: of('cancelled'),
    cost: major(of('cost')),
    refunded: major(of('refunded')),
    deliveryRate: ended === 0 ? null : Math.round((10_000 * of('delivered')) / ended) / 10_000,
  }
}

/** Each message has to be looked at: of more than so many the middle is not asked for. */
const timed_most = 200_000

/** From sent to delivered (MSG-623), of the text messages that are still kept. */
async function median(
  { account_id, mode }: Owner,
  { since, before }: { since: string; before: string },
  count: number,
): Promise<number | null> {
  if (count === 0 || count > timed_most) return null
  const seconds = byDialect({
    sqlite: sql`cast(round(unixepoch(final_at, 'subsec') - unixepoch(sent_at, 'subsec')) as integer)`,
    postgres: sql`round(extract(epoch from final_at::timestamptz - sent_at::timestamptz))::int`,
  })
  const found = await rows<{ seconds: number; n: number }>(
    sql`select ${seconds} as seconds, count(*) as n from msg_messages
        where account_id = ${account_id} and mode = ${mode} and status = 'delivered'
          and sent_at is not null and created_at >= ${since} and created_at < ${before}
        group by 1 order by 1`,
  )
  const half = found.reduce((sum, { n }) => sum + Number(n), 0) / 2
  let passed = 0
  for (const one of found) {
    passed += Number(one.n)
    if (passed >= half) return Number(one.seconds)
  }
  return null
}
