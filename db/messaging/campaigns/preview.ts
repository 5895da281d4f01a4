// What a campaign would do, person by person; it writes nothing (MSG-473).

import { toMajor } from '../../core/kinds/money.ts'
import { currencyOf } from '../../core/reference/countries.ts'
import { accountNow } from '../accounts/accounts.ts'
import { now } from '../accounts/clock.ts'
import type { MessagingCaller, Owner } from '../caller.ts'
import { timesOf } from '../messages/plan.ts'
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
  return {
    counts: { audience: sum.audience, skipped: sum.skipped, planned: sum.planned },
    cost: toMajor(sum.cost, currency),
    currency: one.currency,
    segments: [...sum.segments]
      .sort(([a], [b]) => a - b)
      .map(([segments, messages]) => ({ segments, messages })),
    perOperator: [...sum.operators]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([operator, at]) => ({ operator, ...at, cost: toMajor(at.cost, currency) })),
    samples: sum.samples,
    firstAt: times.due_at,
  }
}
