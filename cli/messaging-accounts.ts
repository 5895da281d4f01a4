// Accounts, keys and money as the platform keeps them, beyond opening them (messaging 8).

import { choice } from '../db/configuration/kinds.ts'
import type { Key } from '../db/messaging/keys/shapes.ts'
import { key_states } from '../db/messaging/keys/words.ts'
import type { Entry, TopUp } from '../db/messaging/wallet/shapes.ts'
import { top_up_states } from '../db/messaging/wallet/words.ts'
import { command, done, maybe, word, yes } from './command.ts'
import { limited, tableOf } from './lists.ts'
import {
  account_flag,
  by,
  called,
  id,
  name,
  owner,
  spoken,
  sum,
  walked,
  whose,
} from './messaging-frame.ts'

const account = word(name, 'its name or id')
const some_id = '0198a6e2-c1d0-7b3f-8a52-d4c6e9f01b7a'
const because = '--reason "their letter"'

const business_does = {
  suspend: 'Holds everything of a business account.',
  resume: 'Lets a suspended business account send again.',
  close: 'Closes a business account for good: its keys end, what waits is paid back.',
} as const

const businessMove = (verb: keyof typeof business_does) =>
  command(`messaging business ${verb}`, {
    says: business_does[verb],
    class: 'M',
    permission: 'gateway:manage',
    http: `POST /api/v1/gateway/businesses/:id/${verb}`,
    confirm: verb === 'close' ? 'C2' : 'C1',
    ...(verb === 'resume' ? {} : { reason: 'must' as const }),
    asks: { business: word(id, 'its id') },
    examples: [
      `kituo messaging business ${verb} ${some_id} ${because}`,
      `kituo messaging business ${verb} ${some_id} --yes${verb === 'close' ? ' --confirm Duka' : ''} ${because}`,
    ],
    plan: async ({ asked }) => {
      const { findBusiness } = await import('../db/messaging/accounts/businesses.ts')
      const found = await findBusiness(asked.business)
      return {
        steps: [`${verb} ${found.legal_name}, which is ${found.status}`],
        ...(verb === 'close' ? { type: found.legal_name } : {}),
      }
    },
    run: async ({ asked, caller, reason }) => {
      const who = await by(caller)
      const { moveBusiness } = await import('../db/messaging/accounts/businesses.ts')
      const { closeBusiness } = await import('../db/messaging/platform/closing.ts')
      const { forgetKeys } = await import('../db/messaging/keys/opening.ts')
      const found =
        verb === 'close'
          ? await closeBusiness(who, asked.business, reason ?? '')
          : await moveBusiness(who, asked.business, verb, reason)
      forgetKeys()
      const { legal_name, status } = found
      return done(`${legal_name} is ${status}.`, { id: found.id, legal_name, status })
    },
  })

const accountShow = command('messaging account show', {
  says: 'Prints one account with its balance and what waits.',
  class: 'R',
  permission: 'gateway:read',
  http: 'GET /api/v1/gateway/accounts/:id',
  asks: { account },
  examples: ['kituo messaging account show Duka', 'kituo messaging account show Duka --json'],
  run: async ({ asked }) => {
    const { oneAccount } = await import('../db/messaging/platform/gateway.ts')
    return done('', await oneAccount((await called(asked.account)).id))
  },
})

const accountHold = (verb: 'pause' | 'resume') =>
  command(`messaging account ${verb}`, {
    says:
      verb === 'pause'
        ? 'Holds the messages of an account.'
        : 'Lets the messages of an account go on.',
    class: 'M',
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
      const { pauseAccount } = await import('../db/messaging/accounts/accounts.ts')
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

const keyList = command('messaging key list', {
  says: 'Prints the keys of an account, the newest first; never the keys themselves.',
  class: 'R',
  permission: 'gateway:read',
  flags: { ...limited, ...account_flag, state: maybe(choice(key_states), 'only in this state') },
  examples: [
    'kituo messaging key list --account Duka',
    'kituo messaging key list --account Duka --state active --json',
  ],
  run: async ({ flags }) => {
    const { listKeys } = await import('../db/messaging/keys/keys.ts')
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

const key = word(id, 'its id')

const keyRotate = command('messaging key rotate', {
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
    const { keyById } = await import('../db/messaging/keys/keys.ts')
    return { steps: [`end the key ${(await keyById(asked.key)).name} and make another`] }
  },
  run: async ({ asked, caller }) => {
    const { keyById, rotateKey } = await import('../db/messaging/keys/keys.ts')
    const made = await rotateKey(await by(caller), await keyById(asked.key))
    return done('Shown once; keep it safe.', { id: made.id, key: made.key, scopes: made.scopes })
  },
})

const keyRevoke = command('messaging key revoke', {
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
    const { keyById } = await import('../db/messaging/keys/keys.ts')
    return { steps: [`end the key ${(await keyById(asked.key)).name}`] }
  },
  run: async ({ asked, caller, reason }) => {
    const { keyById, revokeKey } = await import('../db/messaging/keys/keys.ts')
    const ended = await revokeKey(await by(caller), await keyById(asked.key), reason)
    return done(`${ended.name} is ${ended.status}.`, ended)
  },
  view: () => null,
})

const walletShow = command('messaging wallet show', {
  says: 'Prints the balance of an account, what is reserved, and its threshold.',
  class: 'R',
  permission: 'gateway:read',
  flags: whose,
  examples: [
    'kituo messaging wallet show --account Duka',
    'kituo messaging wallet show --account Duka --mode test --json',
  ],
  run: async ({ flags, caller }) => {
    const { showWallet } = await import('../db/messaging/wallet/money.ts')
    return done('', await showWallet(await owner(caller, flags)))
  },
})

const walletStatement = command('messaging wallet statement', {
  says: 'Prints the entries of a wallet, the newest first.',
  class: 'R',
  permission: 'gateway:read',
  flags: { ...limited, ...whose },
  examples: [
    'kituo messaging wallet statement --account Duka --limit 50',
    'kituo messaging wallet statement --account Duka --json',
  ],
  run: async ({ flags, caller }) => {
    const { listEntries } = await import('../db/messaging/wallet/money.ts')
    const who = await owner(caller, flags)
    return walked(flags.limit, (page) => listEntries(who, page))
  },
  view: tableOf<Entry>(
    ['No.', (row) => row.seq],
    ['At', (row, page) => page.time(row.createdAt)],
    ['Kind', (row) => row.kind],
    ['Amount', (row) => row.amount],
    ['Balance', (row) => row.balanceAfter],
    ['Reserved', (row) => row.reservedAfter, 'wide'],
    ['Reason', (row) => row.reason, 'wide'],
  ),
})

const walletThreshold = command('messaging wallet threshold', {
  says: 'Says below which balance an account is warned; - for never.',
  class: 'M',
  permission: 'gateway:manage',
  asks: {
    amount: word({ ...sum, read: (typed) => (typed === '-' ? '-' : sum.read(typed)) }, 'how much'),
  },
  flags: whose,
  examples: [
    'kituo messaging wallet threshold 10000 --account Duka',
    'kituo messaging wallet threshold - --account Duka --json',
  ],
  plan: async ({ asked, flags }) => ({ steps: [`warn ${flags.account} below ${asked.amount}`] }),
  run: async ({ asked, flags, caller }) => {
    const { setThreshold } = await import('../db/messaging/wallet/money.ts')
    const to = asked.amount === '-' ? null : Number(asked.amount)
    const found = await setThreshold(await by(caller), await owner(caller, flags), to)
    return done(to === null ? 'It is never warned.' : `It is warned below ${to}.`, found)
  },
  view: () => null,
})

const walletAdjust = command('messaging wallet adjust', {
  says: 'Corrects a balance by an entry of its own, with the reason.',
  class: 'M',
  permission: 'gateway:money',
  confirm: 'C1',
  reason: 'must',
  asks: { amount: word(sum, 'by how much; below zero takes away') },
  flags: { ...whose, allow_negative: yes('even when less than nothing is left') },
  examples: [
    'kituo messaging wallet adjust 500 --account Duka --reason "counted twice"',
    'kituo messaging wallet adjust 18.50 --account Duka --yes --reason "counted twice"',
  ],
  plan: async ({ asked, flags }) => ({
    steps: [`book ${asked.amount} on the wallet of ${flags.account} (${flags.mode})`],
  }),
  run: async ({ asked, flags, caller, reason }) => {
    const { adjust, showWallet } = await import('../db/messaging/wallet/money.ts')
    const who = await owner(caller, flags)
    await adjust(await by(caller), who, {
      amount: Number(asked.amount),
      reason: reason ?? '',
      allow_negative: flags.allow_negative,
    })
    const { balance, currency } = await showWallet(who)
    return done(`The balance is ${currency} ${balance}.`, { balance, currency })
  },
  view: () => null,
})

const topUpList = command('messaging topup list', {
  says: 'Prints the top-ups of an account, the newest first.',
  class: 'R',
  permission: 'gateway:read',
  flags: { ...limited, ...whose, state: maybe(choice(top_up_states), 'only in this state') },
  examples: [
    'kituo messaging topup list --account Duka',
    'kituo messaging topup list --account Duka --state pending --json',
  ],
  run: async ({ flags, caller }) => {
    const { listTopUps } = await import('../db/messaging/wallet/money.ts')
    const who = await owner(caller, flags)
    const filters = spoken({ status: flags.state })
    return walked(flags.limit, (page) => listTopUps(who, { ...page, ...filters }))
  },
  view: tableOf<TopUp>(
    ['At', (row, page) => page.time(row.createdAt)],
    ['Amount', (row) => row.amount],
    ['Payment', (row) => row.paymentReference],
    ['State', (row) => row.status],
    ['Id', (row) => row.id],
  ),
})

const topUpDecide = (verb: 'confirm' | 'reject') =>
  command(`messaging topup ${verb}`, {
    says:
      verb === 'confirm'
        ? 'Books the money of a top-up that an account asked for.'
        : 'Refuses a top-up that an account asked for.',
    class: 'M',
    permission: 'gateway:money',
    http: `POST /api/v1/gateway/top-ups/:id/${verb}`,
    confirm: 'C1',
    ...(verb === 'reject' ? { reason: 'must' as const } : {}),
    asks: { top_up: word(id, 'its id') },
    examples: [
      `kituo messaging topup ${verb} ${some_id} ${because}`,
      `kituo messaging topup ${verb} ${some_id} --yes ${because}`,
    ],
    plan: async ({ asked }) => {
      const { topUpById, shownTopUp } = await import('../db/messaging/wallet/money.ts')
      const { amount, paymentReference } = shownTopUp(await topUpById(asked.top_up))
      return { steps: [`${verb} ${amount} of ${paymentReference}`] }
    },
    run: async ({ asked, caller, reason }) => {
      const rules = await import('../db/messaging/wallet/money.ts')
      const who = await by(caller)
      const found =
        verb === 'confirm'
          ? await rules.confirmTopUp(who, asked.top_up)
          : await rules.rejectTopUp(who, asked.top_up, reason ?? '')
      return done(`The top-up is ${found.status}.`, rules.shownTopUp(found))
    },
    view: () => null,
  })

const lookup = command('messaging lookup', {
  says: 'Prints whose number it is, and over which link it is reached.',
  class: 'R',
  permission: 'gateway:read',
  asks: { phone: word(name, 'a telephone number') },
  examples: ['kituo messaging lookup 0712345678', 'kituo messaging lookup +255754000111 --json'],
  run: async ({ asked }) => {
    const { readNumber } = await import('../db/messaging/routing/numbers.ts')
    const { operatorsOf, routesFor, routing } = await import('../db/messaging/routing/operators.ts')
    const { refuse } = await import('../db/messaging/refusals.ts')
    const phone = readNumber(asked.phone)
    if (phone === null)
      throw refuse('invalid_phone_number', `${asked.phone} is not a Tanzanian mobile number.`)
    const operator = (await operatorsOf([phone])).get(phone) ?? 'other'
    const ways = await routing()
    const links = routesFor(ways, operator, 'transactional').flatMap(
      ({ link_id }) => ways.links.get(link_id)?.code ?? [],
    )
    return done(`${phone} is of ${operator}.`, { phone, operator, links })
  },
})

export const commands = [
  businessMove('suspend'),
  businessMove('resume'),
  businessMove('close'),
  accountShow,
  accountHold('pause'),
  accountHold('resume'),
  keyList,
  keyRotate,
  keyRevoke,
  walletShow,
  walletStatement,
  walletThreshold,
  walletAdjust,
  topUpList,
  topUpDecide('confirm'),
  topUpDecide('reject'),
  lookup,
]
