// Where an account is told of what happens, and the secret that proves it is us (MSG-540 to 543).

import { clock, hours, instantIn } from '../../core/clock.ts'
import { attempt, run } from '../../store/connection.ts'
import { isTaken } from '../../store/engines/engine.ts'
import { seal } from '../../appliance/secrets/seal.ts'
import { sql } from '../../store/sql.ts'
import type { RowOf } from '../../store/table.ts'
import { note } from '../accounts/audit.ts'
import { instantOf } from '../accounts/clock.ts'
import { type MessagingCaller, type Owner, ownerOf } from '../caller.ts'
import { nudge } from '../nudges.ts'
import { noneHere, wrong } from '../refusals.ts'
import { setting } from '../settings/settings.ts'
import { forgetCurrent } from './current.ts'
import { forgetSubscription } from './emit.ts'
import { accountEndpoint } from './endpoints.ts'
import { pendingAt } from './queue.ts'
import { mustBeCallable } from './reach.ts'
import { isEventName } from './samples.ts'
import type { Webhook, WebhookInput, WebhookSet } from './shapes.ts'
import { makeSecret } from './signature.ts'
import { msg_webhooks } from './tables.ts'
import { event_names } from './words.ts'

type Row = RowOf<(typeof msg_webhooks)['columns']>

export async function put(caller: MessagingCaller, given: WebhookInput): Promise<WebhookSet> {
  await mustBeCallable(given.url)
  mustBeEvents(given.events)
  const owner = ownerOf(caller)
  const known = await msg_webhooks.find(owner, { lock: true })
  const wanted = wholly(given)
  const made = known === undefined ? await first(caller, wanted) : null
  const secret = made?.secret ?? (await change(caller, wanted))
  if (!wanted.enabled) await cancelPending(owner, 'account')
  forgetSubscription(owner)
  forgetCurrent(owner)
  nudge('webhooks')
  const now = await rowOf(owner)
  return { ...(await shown(now)), ...(secret === null ? {} : { secret }) }
}

type Wanted = Pick<WebhookInput, 'url' | 'events'> & { enabled: boolean; rotates: boolean }

const wholly = ({ url, events, enabled, rotateSecret }: WebhookInput): Wanted => ({
  url,
  events,
  enabled: enabled ?? true,
  rotates: rotateSecret ?? false,
})

export async function find(caller: MessagingCaller): Promise<Webhook> {
  return shown(await rowOf(ownerOf(caller)))
}

/** The secret goes with it, so callbacks cannot be signed any more either. */
export async function remove(caller: MessagingCaller): Promise<void> {
  const owner = ownerOf(caller)
  const { id, url } = await rowOf(owner, true)
  await cancelPending(owner, 'all')
  await msg_webhooks.remove(owner)
  forgetSubscription(owner)
  forgetCurrent(owner)
  await note(caller, 'webhook.remove', { owner, entity: 'webhook', entity_id: id, label: url })
}

function mustBeEvents(events: readonly string[]): void {
  const unknown = events.find((word) => !isEventName(word))
  if (unknown !== undefined) {
    throw wrong('events', `Unknown event ${unknown}; known are ${event_names.join(', ')}.`)
  }
  const repeated = events.find((word, at) => events.indexOf(word) !== at)
  if (repeated !== undefined) throw wrong('events', `events names ${repeated} twice.`)
}

/** The first PUT makes a secret whatever it says; null when another call was faster. */
async function first(
  caller: MessagingCaller,
  { url, events, enabled }: Wanted,
): Promise<{ secret: string } | null> {
  const owner = ownerOf(caller)
  const secret = makeSecret()
  try {
    const made = await attempt(() =>
      msg_webhooks.insert({
        ...owner,
        url,
        events: [...events],
        enabled,
        disabled_reason: enabled ? null : 'user',
        secret: seal(secret),
        secret_rotated_at: clock.instant(),
      }),
    )
    await note(caller, 'webhook.set', {
      owner,
      entity: 'webhook',
      entity_id: made.id,
      label: url,
      changes: { url, events, enabled },
    })
    return { secret }
  } catch (error) {
    if (isTaken(error)) return null
    throw error
  }
}

/** Answers the new secret when one was made; a plain update keeps what is there. */
async function change(
  caller: MessagingCaller,
  { url, events, enabled, rotates }: Wanted,
): Promise<string | null> {
  const owner = ownerOf(caller)
  const before = await rowOf(owner, true)
  const moved = before.url !== url
  const secret = rotates ? makeSecret() : null
  await msg_webhooks.change(owner, {
    url,
    events: [...events],
    enabled,
    disabled_reason: enabled ? null : 'user',
    ...(secret === null ? {} : await rotated(before, secret)),
    // Another address has proven nothing yet; one that is switched on again gets a new chance.
    ...(moved || (enabled && !before.enabled) ? unproven : {}),
    ...(moved ? { last_success_at: null } : {}),
  })
  const about = { owner, entity: 'webhook', entity_id: before.id, label: url }
  await note(caller, 'webhook.set', { ...about, changes: { url, events, enabled } })
  if (secret !== null) await note(caller, 'webhook.rotate_secret', about)
  return secret
}

const unproven = { failing_since: null, last_failure_at: null, last_error: null, noticed_at: null }

async function rotated(before: Row, secret: string): Promise<Partial<Row>> {
  const kept_hours = await setting('webhook_previous_secret_hours')
  return {
    secret: seal(secret),
    secret_rotated_at: clock.instant(),
    previous_secret: kept_hours > 0 ? before.secret : null,
    previous_secret_until: kept_hours > 0 ? instantIn(hours(kept_hours)) : null,
  }
}

/** Switched off is switched off: enabling again floods nobody (MSG-543). */
async function cancelPending(owner: Owner, which: 'account' | 'all'): Promise<void> {
  const { account_id, mode } = owner
  await run(
    sql`update msg_deliveries set status = 'cancelled', next_attempt_at = null,
            finished_at = ${await instantOf(owner)}
        where account_id = ${account_id} and mode = ${mode} and status = 'pending'
          ${which === 'all' ? sql`` : sql`and endpoint = ${accountEndpoint(owner)}`}`,
  )
}

async function rowOf(owner: Owner, lock = false): Promise<Row> {
  const found = await msg_webhooks.find(ownerOf(owner), { lock })
  if (found === undefined) throw noneHere('webhook configuration')
  return found
}

async function shown(one: Row): Promise<Webhook> {
  const until = one.previous_secret_until
  return {
    url: one.url,
    events: one.events,
    enabled: one.enabled,
    disabledReason: one.disabled_reason as Webhook['disabledReason'],
    createdAt: one.created_at,
    updatedAt: one.updated_at,
    secretRotatedAt: one.secret_rotated_at,
    previousSecretValidUntil: until !== null && until > clock.instant() ? until : null,
    health: {
      state:
        one.failing_since !== null ? 'failing' : one.last_success_at === null ? 'unproven' : 'ok',
      lastSuccessAt: one.last_success_at,
      lastFailureAt: one.last_failure_at,
      failingSince: one.failing_since,
      pending: await pendingAt(one),
      lastError: one.last_error,
    },
  }
}
