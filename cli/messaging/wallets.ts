// Prepaid money of the accounts: wallets, entries, top-ups (messaging 8, 4.9).

import { choice } from '../../db/appliance/configuration/kinds.ts'
import type { TopUpLine } from '../../db/messaging/platform/overview.ts'
import type { Entry } from '../../db/messaging/wallet/shapes.ts'
import { top_up_methods, top_up_states } from '../../db/messaging/wallet/words.ts'
import { command, done, maybe, orElse, word, yes } from '../frame/grammar/command.ts'
import { gathered, limited, tableOf } from '../frame/lists.ts'
import {
  any_account,
  by,
  called,
  id,
  line,
  mode_flag,
  name,
  orNone,
  owner,
  spoken,
  sum,
  walked,
  whose,
  within,
} from './frame.ts'

const account = word(name, 'its name or id')
const some_id = '0198a6e2-c1d0-7b3f-8a52-d4c6e9f01b7a'
const because = '--reason "their letter"'

const topUp = command('messaging wallet topup', {
  says: 'Books money that came in for an account.',
  class: 'M',
  permission: 'gateway:money',
  http: 'POST /api/v1/gateway/accounts/:id/top-ups',
  confirm: 'C1',
  asks: { account, amount: word(sum, 'how much') },
  flags: {
    method: orElse(choice(top_up_methods), 'bank_transfer', 'how it came'),
    payment: word(line, 'the reference of the payment; it counts once'),
  },
  examples: [
    'kituo messaging wallet topup Duka 50000 --payment BANK-1',
    'kituo messaging wallet topup Duka 50000 --method cash --payment R-9 --yes',
  ],
  plan: async ({ asked }) => ({ steps: [`book ${asked.amount} for ${asked.account}`] }),
  run: async ({ asked, flags, caller }) => {
    const { ownerIn } = await import('../../db/messaging/accounts/accounts.ts')
    const rules = await import('../../db/messaging/wallet/money.ts')
    const owner = ownerIn(await called(asked.account), 'live')
    await rules.topUp(await by(caller), owner, {
      amount: Number(asked.amount),
      method: flags.method,
      paymentReference: flags.payment,
    })
    const { balance, currency } = await rules.showWallet(owner)
    return done(`The balance is ${currency} ${balance}.`, { balance, currency })
  },
})

const walletProve = command('messaging wallet prove', {
  says: 'Holds every wallet against its entries, its batches and its refunds.',
  class: 'R',
  permission: 'gateway:read',
  exits: [3],
  examples: ['kituo messaging wallet prove', 'kituo messaging wallet prove --json'],
  run: async () => {
    const { prove } = await import('../../db/messaging/wallet/proof.ts')
    const { wallets, differences } = await prove()
    const message =
      differences.length === 0
        ? `${wallets} wallets agree with their entries.`
        : `${differences.length} differences.`
    return done(message, { wallets, differences }, differences.length === 0 ? {} : { exit: 3 })
  },
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
    const { showWallet } = await import('../../db/messaging/wallet/money.ts')
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
    const { listEntries } = await import('../../db/messaging/wallet/money.ts')
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
    amount: word(orNone(sum), 'how much'),
  },
  flags: whose,
  examples: [
    'kituo messaging wallet threshold 10000 --account Duka',
    'kituo messaging wallet threshold - --account Duka --json',
  ],
  plan: async ({ asked, flags }) => ({ steps: [`warn ${flags.account} below ${asked.amount}`] }),
  run: async ({ asked, flags, caller }) => {
    const { setThreshold } = await import('../../db/messaging/wallet/money.ts')
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
    const { adjust, showWallet } = await import('../../db/messaging/wallet/money.ts')
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
  says: 'Prints the top-ups that accounts asked for, the newest first.',
  class: 'R',
  permission: 'gateway:read',
  flags: {
    ...limited,
    ...any_account,
    ...mode_flag,
    state: maybe(choice(top_up_states), 'only in this state'),
  },
  examples: [
    'kituo messaging topup list --state pending',
    'kituo messaging topup list --account Duka --json',
  ],
  run: async ({ flags }) => {
    const { listTopUps } = await import('../../db/messaging/platform/overview.ts')
    const asked = { ...(await within(flags.account)), mode: flags.mode }
    const filters = spoken({ status: flags.state })
    return gathered(flags.limit, (page) => listTopUps({ ...page, ...asked, ...filters }))
  },
  view: tableOf<TopUpLine>(
    ['At', (row, page) => page.time(row.created_at)],
    ['Account', (row) => row.account_name],
    ['Amount', (row) => `${row.currency} ${row.amount}`],
    ['How', (row) => row.method, 'wide'],
    ['Payment', (row) => row.payment_reference],
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
      const { topUpById, shownTopUp } = await import('../../db/messaging/wallet/money.ts')
      const { amount, paymentReference } = shownTopUp(await topUpById(asked.top_up))
      return { steps: [`${verb} ${amount} of ${paymentReference}`] }
    },
    run: async ({ asked, caller, reason }) => {
      const rules = await import('../../db/messaging/wallet/money.ts')
      const who = await by(caller)
      const found =
        verb === 'confirm'
          ? await rules.confirmTopUp(who, asked.top_up)
          : await rules.rejectTopUp(who, asked.top_up, reason ?? '')
      return done(`The top-up is ${found.status}.`, rules.shownTopUp(found))
    },
    view: () => null,
  })

export const commands = [
  topUp,
  walletProve,
  walletShow,
  walletStatement,
  walletThreshold,
  walletAdjust,
  topUpList,
  topUpDecide('confirm'),
  topUpDecide('reject'),
]
