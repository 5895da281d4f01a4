// API keys of the accounts (messaging 8, 4.1). A key is printed when it is made, and never again.

import { choice, text } from '../../db/appliance/configuration/kinds.ts'
import type { Key } from '../../db/messaging/keys/shapes.ts'
import { key_states } from '../../db/messaging/keys/words.ts'
import { command, done, maybe, word, words, yes } from '../frame/grammar/command.ts'
import { limited, tableOf } from '../frame/lists.ts'
import {
  account_flag,
  by,
  called,
  day_time,
  id,
  line,
  mode_flag,
  onceView,
  orNone,
  spoken,
  walked,
} from './frame.ts'
import type { Page } from '../frame/page.ts'
import { usage } from '../frame/grammar/usage.ts'

const rules = () => import('../../db/messaging/keys/keys.ts')
const key = word(id, 'its id')
const key_name = text('a name of 1 to 60 characters', /^[^\0]{1,60}$/)
const end_time = orNone(day_time)
const some_id = '0198a6e2-c1d0-7b3f-8a52-d4c6e9f01b7a'
const because = '--reason "their letter"'

const keyView = (
  made: { id: string; key: string; scopes: readonly string[] },
  page: Page,
  beside: readonly (readonly [string, unknown])[] = [],
): string =>
  onceView('Key', made.key, [...beside, ['Scopes', made.scopes.join(' ')], ['Id', made.id]], page)

const create = command('messaging key create', {
  says: 'Makes an API key and prints it once.',
  class: 'M',
  permission: 'gateway:manage',
  http: 'POST /api/v1/gateway/accounts/:id/keys',
  flags: {
    ...account_flag,
    ...mode_flag,
    name: word(key_name, 'what it is for'),
    scope: words(line, 'what it may do; all but management when none is given'),
    ip: words(line, 'addresses it may be used from'),
    expires: maybe(day_time, 'until when it works'),
  },
  examples: [
    'kituo messaging key create --account Duka --name Till',
    "kituo messaging key create --account Duka --mode test --name Trial --scope '*' --scope account:manage --json",
  ],
  plan: async ({ flags }) => ({ steps: [`make an API key of ${flags.account}`] }),
  run: async ({ flags, caller }) => {
    const { createKey } = await rules()
    const made = await createKey(await by(caller), await called(flags.account), {
      name: flags.name,
      mode: flags.mode,
      ...(flags.scope.length === 0 ? {} : { scopes: [...flags.scope] }),
      ...(flags.ip.length === 0 ? {} : { ipAllowlist: [...flags.ip] }),
      ...spoken({ expiresAt: flags.expires }),
    })
    return done('Shown once; keep it safe.', { id: made.id, key: made.key, scopes: made.scopes })
  },
  view: (made, page) => keyView(made, page),
})

const list = command('messaging key list', {
  says: 'Prints the keys of an account, the newest first; never the keys themselves.',
  class: 'R',
  permission: 'gateway:read',
  flags: { ...limited, ...account_flag, state: maybe(choice(key_states), 'only in this state') },
  examples: [
    'kituo messaging key list --account Duka',
    'kituo messaging key list --account Duka --state active --json',
  ],
  run: async ({ flags }) => {
    const { listKeys } = await rules()
    const { id: account_id } = await called(flags.account)
    const filters = spoken({ status: flags.state })
    return walked(flags.limit, (page) => listKeys({ account_id }, { ...page, ...filters }))
  },
  view: tableOf<Key>(
    ['Name', (row) => row.name],
    ['Mode', (row) => row.mode],
    ['State', (row) => row.status],
    ['Begins', (row) => row.prefix],
    ['Scopes', (row) => row.scopes.join(' '), 'wide'],
    ['Expires', (row, page) => page.time(row.expiresAt), 'wide'],
    ['Last used', (row, page) => page.time(row.lastUsedAt)],
    ['Id', (row) => row.id],
  ),
})

const show = command('messaging key show', {
  says: 'Prints one key with its scopes and its limits; never the key itself.',
  class: 'R',
  permission: 'gateway:read',
  asks: { key },
  examples: [`kituo messaging key show ${some_id}`, `kituo messaging key show ${some_id} --json`],
  run: async ({ asked }) => {
    const { keyById, shown } = await rules()
    return done('', shown(await keyById(asked.key)))
  },
})

/** A day begins at midnight of UTC, as in every list. */
const momentOf = (typed: string | undefined): string | null | undefined =>
  typed === undefined ? undefined : typed === '-' ? null : new Date(typed).toISOString()

const set = command('messaging key set', {
  says: 'Changes the name, the scopes, the addresses or the end of a key.',
  class: 'M',
  permission: 'gateway:manage',
  asks: { key },
  flags: {
    name: maybe(key_name, 'what it is for'),
    scope: words(line, 'what it may do, all of it'),
    ip: words(line, 'the addresses it may be used from, all of them'),
    any_ip: yes('it may be used from everywhere'),
    expires: maybe(end_time, 'until when it works; - for ever'),
  },
  examples: [
    `kituo messaging key set ${some_id} --scope sms:send --scope sms:read`,
    `kituo messaging key set ${some_id} --ip 196.41.0.0/16 --expires 2027-12-31T00:00:00Z --json`,
  ],
  plan: async ({ asked }) => {
    const { keyById } = await rules()
    return { steps: [`change the key ${(await keyById(asked.key)).name}`] }
  },
  run: async ({ asked, flags, caller }) => {
    const { changeKey, keyById } = await rules()
    if (flags.any_ip && flags.ip.length > 0)
      throw usage('value', '--ip and --any-ip do not go together.')
    const given = spoken({
      name: flags.name,
      scopes: flags.scope.length === 0 ? undefined : [...flags.scope],
      ipAllowlist: flags.any_ip ? [] : flags.ip.length === 0 ? undefined : [...flags.ip],
      expiresAt: momentOf(flags.expires),
    })
    if (Object.keys(given).length === 0)
      throw usage('missing', 'say what to change: --name, --scope, --ip, --any-ip or --expires.')
    const { KeyChange } = await import('../../db/messaging/keys/shapes.ts')
    const { readStrictly } = await import('../../db/messaging/strict.ts')
    const changes = readStrictly(KeyChange, given)
    const after = await changeKey(await by(caller), await keyById(asked.key), changes)
    return done(`${after.name} is changed.`, after)
  },
})

const rotate = command('messaging key rotate', {
  says: 'Replaces a key by another with the same rights, printed once; the old one ends at once.',
  class: 'M',
  permission: 'gateway:manage',
  confirm: 'C1',
  asks: { key },
  examples: [
    `kituo messaging key rotate ${some_id}`,
    `kituo messaging key rotate ${some_id} --yes --json`,
  ],
  plan: async ({ asked }) => {
    const { keyById } = await rules()
    return { steps: [`end the key ${(await keyById(asked.key)).name} and make another`] }
  },
  run: async ({ asked, caller }) => {
    const { keyById, rotateKey } = await rules()
    const made = await rotateKey(await by(caller), await keyById(asked.key))
    return done('Shown once; keep it safe.', { id: made.id, key: made.key, scopes: made.scopes })
  },
  view: (made, page) => keyView(made, page),
})

const revoke = command('messaging key revoke', {
  says: 'Ends a key; whoever uses it is refused from now on.',
  class: 'M',
  permission: 'gateway:manage',
  http: 'POST /api/v1/gateway/keys/:id/revoke',
  confirm: 'C1',
  reason: 'must',
  asks: { key },
  examples: [
    `kituo messaging key revoke ${some_id} ${because}`,
    `kituo messaging key revoke ${some_id} --yes ${because}`,
  ],
  plan: async ({ asked }) => {
    const { keyById } = await rules()
    return { steps: [`end the key ${(await keyById(asked.key)).name}`] }
  },
  run: async ({ asked, caller, reason }) => {
    const { keyById, revokeKey } = await rules()
    const ended = await revokeKey(await by(caller), await keyById(asked.key), reason)
    return done(`${ended.name} is ${ended.status}.`, ended)
  },
  view: () => null,
})

const consoleKey = command('messaging console-key', {
  says: 'Makes a key that opens an account for some minutes, to look into it.',
  class: 'M',
  permission: 'gateway:manage',
  confirm: 'C1',
  reason: 'must',
  flags: account_flag,
  examples: [
    'kituo messaging console-key --account Duka --reason "they see no replies"',
    'kituo messaging console-key --account Duka --yes --reason "they see no replies" --json',
  ],
  plan: async ({ flags }) => ({
    steps: [`open ${(await called(flags.account)).name} to whoever holds the key`],
  }),
  run: async ({ flags, caller, reason }) => {
    const { consoleOf } = await import('../../db/messaging/messages/console.ts')
    const { id: account_id } = await called(flags.account)
    const who = await by(caller)
    const signed_in = { name: who.actor, session_id: null, address: null, reason: reason ?? '' }
    const made = await consoleOf(who, account_id, signed_in)
    return done('Shown once; it ends by itself.', made)
  },
  view: (made, page) => keyView(made, page, [['Ends', page.time(made.expires_at)]]),
})

export const commands = [create, list, show, set, rotate, revoke, consoleKey]
