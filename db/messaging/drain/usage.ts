// What the drain adds to the day on which a message was accepted (MSG-622).

import { accountNow } from '../accounts/accounts.ts'
import { type Counters, countUsage, usageDay } from '../messages/usage.ts'
import { setting } from '../settings/settings.ts'
import { type MessageFacts, ownerIn } from './ends.ts'
import { onOtherDatabase } from '../../store/kept.ts'

export type Counted = Counters & { facts: MessageFacts }

const zones_max = 10_000
/** An account's time zone follows its hospital and hardly ever changes. */
const zones = new Map<string, { zone: string; until: number }>()
onOtherDatabase(() => zones.clear())
const kept_ms = 60_000

async function zoneOf(account_id: string): Promise<string> {
  const known = zones.get(account_id)
  if (known !== undefined && known.until > performance.now()) return known.zone
  const zone = (await accountNow(account_id)).time_zone ?? (await setting('time_zone'))
  if (zones.size > zones_max) zones.clear()
  zones.set(account_id, { zone, until: performance.now() + kept_ms })
  return zone
}

export async function countMoves(list: readonly Counted[]): Promise<void> {
  const owners = Map.groupBy(list, ({ facts }) => `${facts.account_id} ${facts.mode}`)
  for (const name of [...owners.keys()].sort((a, b) => (a < b ? -1 : 1))) {
    const own = owners.get(name) ?? []
    const [first] = own
    if (first === undefined) continue
    const zone = await zoneOf(first.facts.account_id)
    await countUsage(
      ownerIn(first.facts),
      own.map(({ facts, ...counters }) => ({
        day: usageDay(zone, facts.created_at),
        channel: 'sms' as const,
        operator: facts.operator,
        sender_id: facts.sender_id,
        key_id: facts.key_id,
        campaign_id: facts.campaign_id,
        class: facts.class,
        ...counters,
      })),
    )
  }
}
