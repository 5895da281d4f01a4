// Happenings that accounts are told of. `emit` writes the event in the transaction in which it
// happened and, where somebody listens, its delivery; the webhook drain carries it after the commit.

import { insertAlike } from '../../store/bulk.ts'
import { row } from '../../store/connection.ts'
import { newId } from '../../core/ids.ts'
import { kept } from '../../store/kept.ts'
import { sql } from '../../store/sql.ts'
import type { NewRow } from '../../store/table.ts'
import { instantOf } from '../accounts/clock.ts'
import { type Owner, ownerOf } from '../caller.ts'
import { nudge } from '../nudges.ts'
import { together } from '../together.ts'
import { accountEndpoint, callbackEndpoint } from './endpoints.ts'
import { msg_deliveries, msg_events } from './tables.ts'
import type { EventName } from './words.ts'

export interface Happening {
  /** `id` is unique per happening within an event name (MSG-560). */
  data: Readonly<Record<string, unknown>> & { readonly id: string }
  message_id?: string | null
  campaign_id?: string | null
  /** A send's own address: replaces the account's for `message.*` (MSG-546). */
  callback_url?: string | null
}

export const emit = (owner: Owner, type: EventName, happening: Happening): Promise<void> =>
  emitMany(owner, type, [happening])

/** Any number of happenings of one account in at most three statements. */
export async function emitMany(
  owner: Owner,
  type: EventName,
  happenings: readonly Happening[],
  at?: string,
): Promise<void> {
  if (happenings.length === 0) return
  const created_at = at ?? (await instantOf(owner))
  const made = happenings.map((one) => ({ id: newId(), ...one }))
  const own = ownerOf(owner)
  await together(
    made.map(({ id, data }) => ({ id, ...own, type, data_id: data.id, data, created_at })),
    writeEvents,
  )
  const account_url = await urlFor(owner, type)
  const deliveries = made.flatMap(({ id, data, message_id, campaign_id, callback_url }) => {
    const url = callback_url ?? account_url
    const target = typeof callback_url === 'string' ? ('callback' as const) : ('account' as const)
    if (url === null) return []
    return [
      {
        ...own,
        event: type,
        created_at,
        next_attempt_at: created_at,
        event_id: id,
        data_id: data.id,
        message_id: message_id ?? null,
        campaign_id: campaign_id ?? null,
        target,
        endpoint: target === 'account' ? accountEndpoint(owner) : callbackEndpoint(owner, url),
        url,
        body: JSON.stringify({ event: type, createdAt: created_at, data }),
      },
    ]
  })
  await together(deliveries, writeDeliveries)
}

type Events = readonly Partial<NewRow<(typeof msg_events)['columns']>>[]
type Deliveries = readonly Partial<NewRow<(typeof msg_deliveries)['columns']>>[]

const writeEvents = (all: Events): Promise<void> => insertAlike(msg_events, all)

async function writeDeliveries(all: Deliveries): Promise<void> {
  await insertAlike(msg_deliveries, all)
  nudge('webhooks')
}

interface Subscription {
  url: string | null
  events: ReadonlySet<string>
}

/** Who listens, kept for a moment: a drain asks for every message it ends. A change forgets it. */
const subscriptions = kept<Subscription>(async (name) => {
  const [account_id = '', mode = ''] = name.split(' ')
  const found = await row<{ url: string; events: string }>(
    sql`select url, events from msg_webhooks
        where account_id = ${account_id} and mode = ${mode} and enabled`,
  )
  return {
    url: found?.url ?? null,
    events: new Set(found === undefined ? [] : (JSON.parse(found.events) as string[])),
  }
}, 1000)

export const forgetSubscription = ({
  account_id,
  mode,
}: Pick<Owner, 'account_id' | 'mode'>): void => subscriptions.forget(`${account_id} ${mode}`)
export const forgetSubscriptions = (): void => subscriptions.forget()

/** The account's address for this event; null when nobody subscribed to it (MSG-543). */
async function urlFor({ account_id, mode }: Owner, type: EventName): Promise<string | null> {
  const known = await subscriptions.get(`${account_id} ${mode}`)
  return known.events.has(type) ? known.url : null
}
