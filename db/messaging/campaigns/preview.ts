// What a campaign would do, person by person; it writes nothing (MSG-473).

import { seconds } from '../../core/clock.ts'
import { toMajor } from '../../core/kinds/money.ts'
import { currencyOf } from '../../core/reference/countries.ts'
import { accountNow, type AccountRow } from '../accounts/accounts.ts'
import { now } from '../accounts/clock.ts'
import type { MessagingCaller, Owner } from '../caller.ts'
import { etas } from '../messages/eta.ts'
import { quietOf, timesOf } from '../messages/plan.ts'
import { afterOpenTime } from '../quiet-hours.ts'
import { rowOf as templateOf } from '../templates/templates.ts'
import type { Bodies } from '../templates/words.ts'
import { type Letter, peopleOf } from './audience.ts'
import { no_skips } from './counts.ts'
import { type CampaignRow, rowOf } from './rows.ts'
import type { Preview } from './shapes.ts'
import type { Skipped } from './words.ts'

export async function bodiesOf(owner: Owner, one: CampaignRow): Promise<Bodies> {
  if (one.frozen !== null) return one.frozen
  if (one.message !== null) return { sw: one.message }
  return (await templateOf(owner, one.template_id ?? '')).bodies
}

export const letterOf = async (owner: Owner, one: CampaignRow): Promise<Letter> => ({
  class: one.class,
  sender_id: one.sender_id,
  bodies: await bodiesOf(owner, one),
  audience: one.audience,
  smart_encoding: one.smart_encoding,
})

/** MSG-473: when the last of it leaves, with the hours in which nothing promotional does. */
async function lastOf(
  account: AccountRow,
  one: CampaignRow,
  { first, longest_s }: { first: string; longest_s: number },
): Promise<string> {
  const from = new Date(first)
  if (one.class !== 'promotional' || one.ignore_quiet_hours)
    return new Date(from.getTime() + seconds(longest_s)).toISOString()
  const { hours, zone } = await quietOf(account)
  return afterOpenTime(hours, zone, from, seconds(longest_s)).toISOString()
}

export interface Sum {
  audience: number
  skipped: Skipped
  planned: number
  cost: number
  segments: Map<number, number>
  operators: Map<string, { messages: number; segments: number; cost: number }>
  samples: Preview['samples']
}

export async function sumOf(owner: Owner, one: CampaignRow): Promise<Sum> {
  const sum: Sum = {
    audience: 0,
    skipped: no_skips(),
    planned: 0,
    cost: 0,
    segments: new Map(),
    operators: new Map(),
    samples: [],
  }
  for await (const people of peopleOf(owner, await letterOf(owner, one))) {
    for (const person of people) {
      sum.audience += 1
      if (person.skipped !== null) sum.skipped[person.skipped] += 1
      else {
        sum.planned += 1
        sum.cost += person.cost
        sum.segments.set(person.segments, (sum.segments.get(person.segments) ?? 0) + 1)
        const name = person.operator ?? 'other'
        const at = sum.operators.get(name) ?? { messages: 0, segments: 0, cost: 0 }
        at.messages += 1
        at.segments += person.segments
        at.cost += person.cost
        sum.operators.set(name, at)
        if (sum.samples.length < 10 && person.text !== null) {
          const { phone, text, segments } = person
          sum.samples.push({ phone, text, encoding: person.encoding ?? 'GSM-7', segments })
        }
      }
    }
  }
  return sum
}

export async function preview(caller: MessagingCaller, id: string): Promise<Preview> {
  const one = await rowOf(caller, id)
  const sum = await sumOf(caller, one)
  const currency = currencyOf(one.currency)
  const account = await accountNow(caller.account_id)
  const at_ms = await now(caller, caller.mode)
  const scheduled = one.schedule_at === null ? null : Date.parse(one.schedule_at)
  const times = await timesOf(account, {
    kind: one.class,
    at_ms,
    scheduled_ms: scheduled !== null && scheduled > at_ms ? scheduled : null,
    validity: one.validity_s ?? undefined,
    ignore_quiet_hours: one.ignore_quiet_hours,
  })
  const eta = await etas(caller.mode, one.class)
  const operators = [...sum.operators]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([operator, at]) => ({ operator, ...at, etaSeconds: eta(operator, at.segments) }))
  const pace_s =
    one.max_per_minute === null ? 0 : Math.ceil((sum.planned / one.max_per_minute) * 60)
  const longest_s = Math.max(0, pace_s, ...operators.map(({ etaSeconds }) => etaSeconds))
  return {
    counts: { audience: sum.audience, skipped: sum.skipped, planned: sum.planned },
    cost: toMajor(sum.cost, currency),
    currency: one.currency,
    segments: [...sum.segments]
      .sort(([a], [b]) => a - b)
      .map(([segments, messages]) => ({ segments, messages })),
    perOperator: operators.map((at) => ({ ...at, cost: toMajor(at.cost, currency) })),
    samples: sum.samples,
    firstAt: times.due_at,
    lastAt: await lastOf(account, one, { first: times.due_at, longest_s }),
  }
}
