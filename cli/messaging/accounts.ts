// Accounts of messaging: what owns keys, money, messages (messaging 8, 2.2).

import { choice, whole } from '../../db/appliance/configuration/kinds.ts'
import { billings } from '../../db/messaging/accounts/words.ts'
import { command, done, maybe, orElse, word, yes } from '../frame/grammar/command.ts'
import { onOrOff, truth } from '../frame/grammar/fields.ts'
import { gathered, searched, tableOf } from '../frame/lists.ts'
import { by, called, name, orNone, spoken } from './frame.ts'
import { usage } from '../frame/grammar/usage.ts'

const rules = () => import('../../db/messaging/accounts/accounts.ts')
const accounts = () => import('../../db/messaging/platform/accounts.ts')
const account = word(name, 'its name or id')
const because = '--reason "their letter"'

/** A business account by its legal name or id. */
async function businessNamed(typed: string): Promise<string> {
  const { businessCalled } = await import('../../db/messaging/accounts/businesses.ts')
  return (await businessCalled(typed)).id
}

const add = command('messaging account add', {
  says: 'Opens a messaging account with its wallets.',
  class: 'M',
  permission: 'gateway:manage',
  http: 'POST /api/v1/gateway/accounts',
  asks: { name: word(name, 'its name') },
  flags: {
    business: maybe(name, 'the business account it belongs to, by name or id'),
    billing: orElse(choice(billings), 'prepaid', 'how it pays'),
  },
  examples: [
    'kituo messaging account add Duka --business "Duka Ltd"',
    'kituo messaging account add Clinic --billing unmetered --json',
  ],
  plan: async ({ asked }) => ({
    steps: [`open the messaging account ${asked.name} with its wallets`],
  }),
  run: async ({ asked, flags, caller }) => {
    const { openAccount } = await import('../../db/messaging/messages/opening.ts')
    const { business, billing } = flags
    const business_id = business === undefined ? null : await businessNamed(business)
    const made = await openAccount(await by(caller), { name: asked.name, business_id, billing })
    return done(
      `${made.name} is open.`,
      { id: made.id, name: made.name },
      {
        next: [
          ...(business_id === null
            ? [`kituo messaging account link ${quoted(made.name)} BUSINESS`]
            : []),
          `kituo messaging key create --account ${quoted(made.name)} --mode test --name Trial`,
        ],
      },
    )
  },
})

const quoted = (typed: string): string => (/^[\w.-]+$/.test(typed) ? typed : JSON.stringify(typed))

const list = command('messaging account list', {
  says: 'Prints the messaging accounts with their balance and what waits.',
  class: 'R',
  permission: 'gateway:read',
  http: 'GET /api/v1/gateway/accounts',
  flags: { ...searched, low: yes('only those whose balance is below their threshold') },
  examples: ['kituo messaging account list', 'kituo messaging account list --search duka --json'],
  run: async ({ flags: { limit, search, low } }) => {
    const { listAccounts } = await accounts()
    return gathered(limit, (page) =>
      listAccounts({ ...page, ...spoken({ search, low: low ? true : undefined }) }),
    )
  },
  view: tableOf<AccountLine>(
    ['Name', (row) => row.name],
    ['Business', (row) => row.business_name],
    ['State', (row) => (row.paused ? 'paused' : row.provisioned ? 'works' : 'not provisioned')],
    ['Billing', (row) => row.billing, 'wide'],
    ['Balance', (row) => `${row.currency} ${row.balance}${row.low ? ' low' : ''}`],
    ['Waiting', (row) => row.waiting],
    ['Id', (row) => row.id, 'wide'],
  ),
})

interface AccountLine {
  id: string
  name: string
  business_name: string | null
  provisioned: boolean
  paused: boolean
  billing: string
  currency: string
  balance: number
  low: boolean
  waiting: number
}

const show = command('messaging account show', {
  says: 'Prints one account with its balance and what waits.',
  class: 'R',
  permission: 'gateway:read',
  http: 'GET /api/v1/gateway/accounts/:id',
  asks: { account },
  examples: ['kituo messaging account show Duka', 'kituo messaging account show Duka --json'],
  run: async ({ asked }) => {
    const { oneAccount } = await accounts()
    return done('', await oneAccount((await called(asked.account)).id))
  },
})

const set = command('messaging account set', {
  says: 'Changes how an account is called, pays, and shares the way out.',
  class: 'M',
  permission: 'gateway:manage',
  asks: { account },
  flags: {
    name: maybe(name, 'what it is called from now on'),
    billing: maybe(choice(billings), 'how it pays'),
    price_list: maybe(orNone(name), 'its price list, by name or id; - for the default one'),
    weight: maybe(whole(1, 100), 'its share of a busy link'),
    otp: onOrOff('whether its keys may be granted sms:otp'),
    max_queued: maybe(whole(0, 100_000_000), 'how many messages may wait; 0 is what all may'),
  },
  examples: [
    'kituo messaging account set Duka --weight 5',
    'kituo messaging account set Duka --otp on --price-list Wholesale --json',
  ],
  plan: async ({ asked }) => ({ steps: [`change ${(await called(asked.account)).name}`] }),
  run: async ({ asked, flags, caller }) => {
    const { changeAccount } = await rules()
    const before = await called(asked.account)
    const changes = spoken({
      name: flags.name,
      billing: flags.billing,
      price_list_id: await priceList(flags.price_list, before.currency),
      weight: flags.weight,
      otp_allowed: truth(flags.otp),
      max_queued: flags.max_queued === 0 ? null : flags.max_queued,
    })
    const names = Object.keys(changes) as (keyof typeof changes)[]
    if (names.length === 0)
      throw usage('missing', 'say what to change: --name, --weight, --billing, --otp, …')
    const changed = names.some((one) => changes[one] !== before[one])
    if (changed) await changeAccount(await by(caller), before.id, changes)
    const after = await (await accounts()).oneAccount(before.id)
    const said = changed ? 'is changed' : 'is so already'
    return done(`${after.name} ${said}.`, after, { changed })
  },
})

async function priceList(
  typed: string | undefined,
  currency: string,
): Promise<string | null | undefined> {
  if (typed === undefined) return undefined
  if (typed === '-') return null
  const { listFor } = await import('../../db/messaging/wallet/price-lists.ts')
  return (await listFor(typed, currency)).id
}

const link = command('messaging account link', {
  says: 'Links an account to its business account; its keys work from then on.',
  class: 'M',
  rehearses: true,
  permission: 'gateway:manage',
  http: 'POST /api/v1/gateway/accounts/:id/link',
  asks: { account, business: word(name, 'the business account, by name or id') },
  examples: [
    'kituo messaging account link Duka "Duka Ltd"',
    'kituo messaging account link Duka 0198a6e2-c1d0-7b3f-8a52-d4c6e9f01b7a --json',
  ],
  plan: async ({ asked }) => {
    const { businessCalled } = await import('../../db/messaging/accounts/businesses.ts')
    const [{ name: label }, { legal_name, status }] = [
      await called(asked.account),
      await businessCalled(asked.business),
    ]
    return { steps: [`link ${label} to ${legal_name}, which is ${status}`] }
  },
  run: async ({ asked, caller }) => {
    const { linkAccount } = await rules()
    const { forgetKeys } = await import('../../db/messaging/keys/opening.ts')
    const business_id = await businessNamed(asked.business)
    const { id } = await called(asked.account)
    await linkAccount(await by(caller), id, business_id)
    forgetKeys()
    const after = await (await accounts()).oneAccount(id)
    const works = after.provisioned ? 'its keys work' : 'its business account is not active yet'
    return done(`${after.name} belongs to ${after.business_name}; ${works}.`, after)
  },
  view: () => null,
})

const unlink = command('messaging account unlink', {
  says: 'Takes an account from its business account; nothing of it may wait.',
  class: 'M',
  permission: 'gateway:manage',
  http: 'POST /api/v1/gateway/accounts/:id/unlink',
  confirm: 'C1',
  reason: 'must',
  asks: { account },
  examples: [
    `kituo messaging account unlink Duka ${because}`,
    `kituo messaging account unlink Duka --yes ${because}`,
  ],
  plan: async ({ asked }) => {
    const { id, name: label } = await called(asked.account)
    const { business_name } = await (await accounts()).oneAccount(id)
    return { steps: [`take ${label} from ${business_name ?? 'nobody'}: its keys stop working`] }
  },
  run: async ({ asked, caller, reason }) => {
    const { unlinkAccount } = await import('../../db/messaging/messages/unlinking.ts')
    const found = await called(asked.account)
    await unlinkAccount(await by(caller), found.id, reason ?? '')
    return done(`${found.name} is not linked.`, await (await accounts()).oneAccount(found.id))
  },
  view: () => null,
})

const hold = (verb: 'pause' | 'resume') =>
  command(`messaging account ${verb}`, {
    says:
      verb === 'pause'
        ? 'Holds the messages of an account.'
        : 'Lets the messages of an account go on.',
    class: 'M',
    rehearses: true,
    permission: 'gateway:operate',
    http: `POST /api/v1/gateway/accounts/:id/${verb}`,
    confirm: 'C1',
    ...(verb === 'pause' ? { reason: 'must' as const } : {}),
    asks: { account },
    examples: [
      `kituo messaging account ${verb} Duka ${because}`,
      `kituo messaging account ${verb} Duka --yes ${because}`,
    ],
    plan: async ({ asked }) => {
      const { paused, name: label } = await called(asked.account)
      return { steps: [`${verb} ${label}`], nothing: paused === (verb === 'pause') }
    },
    run: async ({ asked, caller, reason }) => {
      const { pauseAccount } = await rules()
      const found = await called(asked.account)
      const paused = verb === 'pause'
      const data = { id: found.id, name: found.name, paused }
      const said = paused ? 'paused' : 'running'
      if (found.paused === paused)
        return done(`${found.name} is ${said} already.`, data, { changed: false })
      await pauseAccount(await by(caller), found.id, paused, reason)
      return done(`${found.name} is ${said}.`, data)
    },
    view: () => null,
  })

export const commands = [add, list, show, set, link, unlink, hold('pause'), hold('resume')]
