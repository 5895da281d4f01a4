// The messaging machinery: business accounts, accounts, keys, money, sender IDs, queue (messaging 8).

import { choice, text } from '../db/configuration/kinds.ts'
import { business_kinds } from '../db/messaging/accounts/words.ts'
import { top_up_methods } from '../db/messaging/wallet/words.ts'
import { command, done, maybe, orElse, word, words } from './command.ts'
import { field } from './fields.ts'
import { gathered, searched } from './lists.ts'
import {
  account_flag,
  by,
  called,
  day_time,
  line,
  mode_flag,
  name,
  spoken,
  sum,
} from './messaging-frame.ts'

const account = word(name, 'its name or id')

const businessAdd = command('messaging business add', {
  says: 'Opens a business account and lets it send.',
  class: 'M',
  permission: 'gateway:manage',
  http: 'POST /api/v1/gateway/businesses',
  asks: { name: word(name, 'its legal name') },
  flags: {
    kind: orElse(choice(business_kinds), 'company', 'what it is'),
    registration: field('its registration number'),
    contact: word(name, 'who answers for it'),
    email: word(line, 'where notices go'),
    phone: word(line, 'its telephone'),
  },
  examples: [
    'kituo messaging business add "Duka Ltd" --registration B-1 --contact Juma --email j@example.org --phone 0712000000',
    'kituo messaging business add "Asha" --kind individual --contact Asha --email a@example.org --phone 0712000000 --json',
  ],
  plan: async ({ asked }) => ({
    steps: [`open the business account ${asked.name} and let it send`],
  }),
  run: async ({ asked, flags, caller }) => {
    const rules = await import('../db/messaging/accounts/businesses.ts')
    const made = await rules.openBusiness(await by(caller), {
      legal_name: asked.name,
      kind: flags.kind,
      registration_no: flags.registration ?? null,
      contact_name: flags.contact,
      contact_email: flags.email,
      contact_phone: flags.phone,
    })
    const active = await rules.moveBusiness(await by(caller), made.id, 'activate')
    return done(`${active.legal_name} is ${active.status}.`, {
      id: active.id,
      status: active.status,
    })
  },
})

const businessList = command('messaging business list', {
  says: 'Prints the business accounts.',
  class: 'R',
  permission: 'gateway:read',
  http: 'GET /api/v1/gateway/businesses',
  flags: searched,
  examples: ['kituo messaging business list', 'kituo messaging business list --search duka --json'],
  run: async ({ flags: { limit, search } }) => {
    const { listBusinesses } = await import('../db/messaging/accounts/businesses.ts')
    const { mapPage } = await import('../db/pages.ts')
    return gathered(limit, async (page) =>
      mapPage(
        await listBusinesses({ ...page, ...(search === undefined ? {} : { search }) }),
        ({ id, legal_name, kind, status }) => ({ id, legal_name, kind, status }),
      ),
    )
  },
})

const accountAdd = command('messaging account add', {
  says: 'Opens a messaging account with its wallets.',
  class: 'M',
  permission: 'gateway:manage',
  http: 'POST /api/v1/gateway/accounts',
  asks: { name: word(name, 'its name') },
  flags: {
    business: maybe(text('an id', /^[^\s\0]{1,64}$/), 'the business account it belongs to'),
    billing: orElse(choice(['prepaid', 'unmetered']), 'prepaid', 'how it pays'),
  },
  examples: [
    'kituo messaging account add Duka --business 0198a6e2-c1d0-7b3f-8a52-d4c6e9f01b7a',
    'kituo messaging account add Clinic --billing unmetered --json',
  ],
  plan: async ({ asked }) => ({
    steps: [`open the messaging account ${asked.name} with its wallets`],
  }),
  run: async ({ asked, flags, caller }) => {
    const { openAccount } = await import('../db/messaging/messages/opening.ts')
    const made = await openAccount(await by(caller), {
      name: asked.name,
      business_id: flags.business ?? null,
      billing: flags.billing,
    })
    return done(`${made.name} is open.`, { id: made.id, name: made.name })
  },
})

const accountList = command('messaging account list', {
  says: 'Prints the messaging accounts with their balance and what waits.',
  class: 'R',
  permission: 'gateway:read',
  http: 'GET /api/v1/gateway/accounts',
  flags: searched,
  examples: ['kituo messaging account list', 'kituo messaging account list --search duka --json'],
  run: async ({ flags: { limit, search } }) => {
    const { listAccounts } = await import('../db/messaging/platform/gateway.ts')
    return gathered(limit, (page) =>
      listAccounts({ ...page, ...(search === undefined ? {} : { search }) }),
    )
  },
})

const keyCreate = command('messaging key create', {
  says: 'Makes an API key and prints it once.',
  class: 'M',
  permission: 'gateway:manage',
  http: 'POST /api/v1/gateway/accounts/:id/keys',
  flags: {
    ...account_flag,
    ...mode_flag,
    name: word(name, 'what it is for'),
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
    const { createKey } = await import('../db/messaging/keys/keys.ts')
    const made = await createKey(await by(caller), await called(flags.account), {
      name: flags.name,
      mode: flags.mode,
      ...(flags.scope.length === 0 ? {} : { scopes: [...flags.scope] }),
      ...(flags.ip.length === 0 ? {} : { ipAllowlist: [...flags.ip] }),
      ...spoken({ expiresAt: flags.expires }),
    })
    return done('Shown once; keep it safe.', { id: made.id, key: made.key, scopes: made.scopes })
  },
})

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
    const { ownerIn } = await import('../db/messaging/accounts/accounts.ts')
    const rules = await import('../db/messaging/wallet/money.ts')
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
    const { prove } = await import('../db/messaging/wallet/money.ts')
    const { wallets, differences } = await prove()
    const message =
      differences.length === 0
        ? `${wallets} wallets agree with their entries.`
        : `${differences.length} differences.`
    return done(message, { wallets, differences }, differences.length === 0 ? {} : { exit: 3 })
  },
})

const senderDecide = (verb: 'approve' | 'reject') =>
  command(`messaging sender ${verb}`, {
    says:
      verb === 'approve'
        ? 'Records that an operator approved a sender ID; without one, all of them.'
        : 'Records that an operator refused a sender ID; what waits there fails.',
    class: 'M',
    permission: 'gateway:review',
    http: 'POST /api/v1/gateway/sender-ids/:id/decide',
    confirm: 'C1',
    ...(verb === 'reject' ? { reason: 'must' as const } : {}),
    asks: { sender: word(text('an id', /^[^\s\0]{1,64}$/), 'its id') },
    flags: { operator: field('only this operator') },
    examples: [
      `kituo messaging sender ${verb} 0198a6e2-c1d0-7b3f-8a52-d4c6e9f01b7a --operator yas --reason "their letter"`,
      `kituo messaging sender ${verb} 0198a6e2-c1d0-7b3f-8a52-d4c6e9f01b7a --yes --reason "their letter"`,
    ],
    plan: async ({ asked, flags }) => ({
      steps: [`${verb} ${asked.sender} at ${flags.operator ?? 'every operator asked'}`],
    }),
    run: async ({ asked, flags, reason, caller }) => {
      const { decide } = await import('../db/messaging/messages/deciding.ts')
      const found = await decide(await by(caller), asked.sender, {
        decision: verb === 'approve' ? 'approved' : 'rejected',
        ...(flags.operator === undefined ? {} : { operator: flags.operator }),
        ...(reason === null ? {} : { reason }),
      })
      return done(`${found.sender_id} is ${found.status}.`, {
        id: found.id,
        sender_id: found.sender_id,
        status: found.status,
      })
    },
  })

const senderList = command('messaging sender list', {
  says: 'Prints the sender IDs, oldest request first.',
  class: 'R',
  permission: 'gateway:read',
  http: 'GET /api/v1/gateway/sender-ids',
  flags: searched,
  examples: ['kituo messaging sender list', 'kituo messaging sender list --search duka --json'],
  run: async ({ flags: { limit, search } }) => {
    const { listSenders } = await import('../db/messaging/platform/gateway.ts')
    const { sendersById } = await import('../db/messaging/senders/senders.ts')
    return gathered(limit, (page) =>
      listSenders({ ...page, ...(search === undefined ? {} : { search }) }, sendersById),
    )
  },
})

export const commands = [
  businessAdd,
  businessList,
  accountAdd,
  accountList,
  keyCreate,
  topUp,
  walletProve,
  senderList,
  senderDecide('approve'),
  senderDecide('reject'),
]
