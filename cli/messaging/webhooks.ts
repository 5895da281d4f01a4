// Webhooks of an account: where they go, what became of them, trying them out (messaging 8).

import { choice, path, text } from '../../db/appliance/configuration/kinds.ts'
import type { DeliveryLine, WebhookLine } from '../../db/messaging/platform/overview.ts'
import {
  delivery_states,
  event_names,
  type EventName,
  webhook_health,
} from '../../db/messaging/webhooks/words.ts'
import {
  command,
  done,
  type Frame,
  maybe,
  orElse,
  word,
  words,
  yes,
} from '../frame/grammar/command.ts'
import { gathered, limited, tableOf } from '../frame/lists.ts'
import {
  any_account,
  id,
  mode_flag,
  onceView,
  owner,
  spoken,
  times,
  walked,
  whose,
  within,
} from './frame.ts'
import type { Page } from '../frame/page.ts'
import { usage } from '../frame/grammar/usage.ts'

const rules = () => import('../../db/messaging/webhooks/configuration.ts')
const overview = () => import('../../db/messaging/platform/overview.ts')
const log = () => import('../../db/messaging/webhooks/log.ts')
const address = text('an https address', /^https:\/\/[^\s\0]{1,2000}$/)
const event = words(choice(event_names), 'an event, and again for each one')
const secret_out = maybe(path(), 'write the secret there instead of printing it')

const show = command('messaging webhook show', {
  says: 'Prints where the events of an account go, and how that fares.',
  class: 'R',
  permission: 'gateway:read',
  flags: whose,
  examples: [
    'kituo messaging webhook show --account Duka',
    'kituo messaging webhook show --account Duka --mode test --json',
  ],
  run: async ({ flags, caller }) => {
    const { find } = await rules()
    return done('', await find(await owner(caller, flags)))
  },
})

const list = command('messaging webhook list', {
  says: 'Prints the receivers of every account by how they fare, those that fail first.',
  class: 'R',
  permission: 'gateway:read',
  flags: {
    ...limited,
    ...any_account,
    health: maybe(choice(webhook_health), 'only those that fare so'),
  },
  examples: [
    'kituo messaging webhook list',
    'kituo messaging webhook list --health failing --json',
  ],
  run: async ({ flags }) => {
    const { listWebhooks } = await overview()
    const asked = { ...(await within(flags.account)), ...spoken({ health: flags.health }) }
    return gathered(flags.limit, (page) => listWebhooks({ ...page, ...asked }))
  },
  view: tableOf<WebhookLine>(
    ['Account', (row) => row.account_name],
    ['Mode', (row) => row.mode],
    ['Fares', (row) => row.health],
    ['Pending', (row) => row.pending],
    ['To', (row) => row.url],
    ['Last error', (row) => row.last_error, 'wide'],
    ['Answered', (row, page) => page.time(row.last_success_at), 'wide'],
  ),
})

/** Shown once, or written for its owner alone (OPS-75). */
async function withSecret<T extends { secret?: string }>(
  { put, flags }: Pick<Frame, 'put'> & { flags: { out: string | undefined } },
  found: T,
): Promise<T & { secret_file?: string }> {
  if (found.secret === undefined || flags.out === undefined) return found
  await put(Buffer.from(`${found.secret}\n`))
  const { secret: _, ...rest } = found
  return { ...(rest as T), secret_file: flags.out }
}

/** A plain change has no secret to show: its sentence is enough. */
function secretView(
  { secret, secret_file, url }: { secret?: string; secret_file?: string; url: string },
  page: Page,
): string | null {
  if (secret !== undefined) return onceView('Secret', secret, [['Events go to', url]], page)
  return secret_file === undefined ? null : `Events go to ${url}; the secret is in ${secret_file}.`
}

const set = command('messaging webhook set', {
  says: 'Says where the events of an account go; the first time its secret is printed once.',
  class: 'M',
  permission: 'gateway:manage',
  asks: { url: word(address, 'the receiver') },
  flags: { ...whose, event, off: yes('keep it, and send nothing'), out: secret_out },
  examples: [
    'kituo messaging webhook set https://duka.example.org/hook --account Duka',
    'kituo messaging webhook set https://duka.example.org/hook --account Duka --event message.delivered --json',
  ],
  plan: async ({ asked, flags }) => ({
    steps: [`send the events of ${flags.account} to ${asked.url}`],
  }),
  run: async (frame) => {
    const { asked, flags, caller } = frame
    const { put: set_to } = await rules()
    const who = await owner(caller, flags)
    const events = flags.event.length === 0 ? await eventsOf(who) : [...flags.event]
    const found = await set_to(who, {
      url: asked.url,
      events,
      enabled: !flags.off,
    })
    const said = found.secret === undefined ? '' : ' Its secret is shown once.'
    return done(`Events go to ${found.url}.${said}`, await withSecret(frame, found))
  },
  view: secretView,
})

/** Where none are named they stay as they are; a new receiver hears everything. */
async function eventsOf(who: Awaited<ReturnType<typeof owner>>): Promise<EventName[]> {
  const { isRefusal } = await import('../../db/core/refusal.ts')
  const { find } = await rules()
  try {
    return [...(await find(who)).events] as EventName[]
  } catch (error) {
    if (!isRefusal(error) || error.status !== 404) throw error
    return [...event_names]
  }
}

const rotate = command('messaging webhook rotate', {
  says: 'Makes a new signing secret and prints it once; the old one signs too for a day.',
  class: 'M',
  permission: 'gateway:manage',
  confirm: 'C1',
  flags: { ...whose, out: secret_out },
  examples: [
    'kituo messaging webhook rotate --account Duka',
    'kituo messaging webhook rotate --account Duka --yes --out ./secret',
  ],
  plan: async ({ flags, caller }) => {
    const { find } = await rules()
    const { url } = await find(await owner(caller, flags))
    return { steps: [`sign what goes to ${url} with a new secret`] }
  },
  run: async (frame) => {
    const { flags, caller } = frame
    const { find, put: set_to } = await rules()
    const who = await owner(caller, flags)
    const { url, events, enabled } = await find(who)
    const found = await set_to(who, { url, events, enabled, rotateSecret: true })
    return done('Shown once; give it to the receiver.', await withSecret(frame, found))
  },
  view: secretView,
})

const test = command('messaging webhook test', {
  says: 'Posts one signed event now, without retries, and says what came of it.',
  class: 'R',
  permission: 'gateway:operate',
  flags: {
    ...whose,
    url: maybe(address, 'another receiver than the configured one'),
    event: words(choice(event_names), 'which event; webhook.test when none is given'),
  },
  exits: [3],
  examples: [
    'kituo messaging webhook test --account Duka',
    'kituo messaging webhook test --account Duka --event message.delivered --json',
  ],
  run: async ({ flags, caller, house }) => {
    const { prepare, verdictOf } = await import('../../db/messaging/webhooks/try-out.ts')
    const { postOnce } = await import('./hands.ts')
    const [first] = flags.event
    const asked = spoken({ url: flags.url, event: first })
    const { url, headers, body } = await prepare(await owner(caller, flags), asked)
    const verdict = verdictOf(await postOnce(url, headers, body, house === null))
    const data = { url, ...verdict }
    if (verdict.ok) return done(`${url} took it in ${verdict.durationMs} ms.`, data)
    return done(`${url} did not take it: ${verdict.advice.join(' ')}`, data, {
      error: { code: 'check.failed', mend: verdict.advice.join(' ') },
    })
  },
  view: ({ advice }) => (advice.length === 0 ? null : advice.join('\n')),
})

const deliveries = command('messaging webhook deliveries', {
  says: 'Prints events on their way and those that came, the newest first.',
  class: 'R',
  permission: 'gateway:read',
  flags: {
    ...limited,
    ...any_account,
    ...mode_flag,
    ...times,
    state: maybe(choice(delivery_states), 'only in this state'),
    event: words(choice(event_names), 'only this event'),
  },
  examples: [
    'kituo messaging webhook deliveries --account Duka --limit 50',
    'kituo messaging webhook deliveries --state failed --json',
  ],
  run: async ({ flags }) => {
    const { listDeliveries } = await overview()
    const asked = { ...(await within(flags.account)), mode: flags.mode }
    const [event, second] = flags.event
    if (second !== undefined) throw usage('value', '--event is given once here.')
    const { state, since, until } = flags
    const filters = spoken({ status: state, event, since, until })
    return walked(flags.limit, (page) => listDeliveries({ ...page, ...asked, ...filters }))
  },
  view: tableOf<DeliveryLine>(
    ['At', (row, page) => page.time(row.created_at)],
    ['Account', (row) => row.account_name],
    ['Event', (row) => row.event],
    ['State', (row) => row.status],
    ['Attempts', (row) => row.attempts],
    ['Answer', (row) => row.last_status_code ?? row.last_error],
    ['To', (row) => row.url, 'wide'],
    ['Id', (row) => row.id],
  ),
})

const replay = command('messaging webhook replay', {
  says: 'Sends one event again, or all of a time, with the same bytes and new attempts.',
  class: 'M',
  rehearses: true,
  permission: 'gateway:operate',
  confirm: 'C1',
  asks: { delivery: maybe(id, 'one delivery, by its id') },
  flags: {
    ...whose,
    ...times,
    state: orElse(choice(delivery_states), 'failed', 'of a time: only those in this state'),
    event: words(choice(event_names), 'of a time: only this event'),
  },
  examples: [
    'kituo messaging webhook replay 0198a6e2-c1d0-7b3f-8a52-d4c6e9f01b7a --account Duka',
    'kituo messaging webhook replay --account Duka --since 2027-02-03T00:00:00Z --until 2027-02-04T00:00:00Z --yes --json',
  ],
  plan: async ({ asked, flags }) => ({
    steps: [
      asked.delivery === undefined
        ? `send the ${flags.state} events of ${flags.account} from ${flags.since ?? '?'} to ${flags.until ?? '?'} again`
        : `send ${asked.delivery} again`,
    ],
  }),
  run: async ({ asked, flags, caller }) => {
    const rule = await log()
    const who = await owner(caller, flags)
    if (asked.delivery !== undefined) {
      const made = await rule.replay(who, asked.delivery)
      return done('One event goes again.', { replayed: 1, id: made.id })
    }
    const { since, until } = flags
    if (since === undefined || until === undefined)
      throw usage('missing', 'name a delivery, or --since and --until.')
    const found = await rule.replayMany(who, {
      since,
      until,
      status: flags.state,
      ...(flags.event.length === 0 ? {} : { events: [...flags.event] }),
    })
    return done(`${found.replayed} events go again.`, found, { changed: found.replayed > 0 })
  },
})

export const commands = [list, show, set, rotate, test, deliveries, replay]
