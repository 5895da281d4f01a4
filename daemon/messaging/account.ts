// The account: its profile, its audit, its wallet (MSG 4.9, 5.1).

import { choice, partial } from '../../db/core/kinds/kinds.ts'
import { Date as Day, Id, Moment, Words } from '../../db/core/kinds/strict.ts'
import { toMajor } from '../../db/core/kinds/money.ts'
import { accountNow } from '../../db/messaging/accounts/accounts.ts'
import { listAudit } from '../../db/messaging/accounts/audit.ts'
import { instantOf } from '../../db/messaging/accounts/clock.ts'
import { Account, AccountChange, AuditLine } from '../../db/messaging/accounts/shapes.ts'
import { changeProfile, showAccount } from '../../db/messaging/messages/account.ts'
import { Usage } from '../../db/messaging/messages/usage-shapes.ts'
import { usageOf } from '../../db/messaging/messages/usage-report.ts'
import * as money from '../../db/messaging/wallet/money.ts'
import { pricesOf } from '../../db/messaging/wallet/prices.ts'
import {
  Entry,
  Prices,
  TopUp,
  TopUpInput,
  Wallet,
  WalletChange,
} from '../../db/messaging/wallet/shapes.ts'
import { entry_kinds, top_up_states } from '../../db/messaging/wallet/words.ts'
import { currencyOf } from '../../db/core/reference/countries.ts'
import { area } from '../edge/route.ts'
import { statementReply } from './statement.ts'
import { create, file, get, list, put } from './words.ts'

const period = { since: Moment, until: Moment }
const days = { from: Day, to: Day }

export const door = area('account', [
  get('/account', {
    summary: 'The account and its business account',
    access: 'account:read',
    reply: Account,
    run: ({ caller }) => showAccount(caller),
  }),
  put('/account', {
    summary: 'Change name, default sender, language, quiet hours or notice addresses',
    access: 'account:manage',
    live_only: true,
    body: AccountChange,
    reply: Account,
    run: ({ caller, body }) => changeProfile(caller, body),
  }),
  list('/account/audit', {
    summary: 'What happened to keys, sender IDs, money and configuration, newest first',
    access: 'account:read',
    filters: { action: Words(0, 60), ...period },
    each: AuditLine,
    run: ({ caller, query }) => listAudit(caller, query),
  }),
  get('/wallet', {
    summary: 'Balance, reserve and low-balance line',
    access: 'wallet:read',
    reply: Wallet,
    run: ({ caller }) => money.showWallet(caller),
  }),
  put('/wallet', {
    summary: 'Set the low-balance line',
    access: 'account:manage',
    body: WalletChange,
    reply: Wallet,
    run: ({ caller, body }) =>
      body.threshold === undefined
        ? money.showWallet(caller)
        : money.setThreshold(caller, caller, body.threshold),
  }),
  list('/wallet/entries', {
    summary: 'Ledger entries, newest first',
    access: 'wallet:read',
    filters: {
      kind: choice(entry_kinds),
      batchId: Id,
      messageId: Id,
      campaignId: Id,
      ...period,
    },
    each: Entry,
    run: ({ caller, query }) => money.listEntries(caller, query),
  }),
  file('/wallet/statement', {
    summary: 'The entries of some days, between opening and closing balance',
    access: 'wallet:read',
    query: partial({ ...days, format: choice(['json', 'csv', 'pdf']) }),
    content_type: 'application/json; charset=utf-8',
    run: async ({ caller, query }) => statementReply(caller, query),
  }),
  get('/usage', {
    summary: 'What was sent, by day, operator, sender ID, key, campaign, class or channel',
    access: 'usage:read',
    query: partial({ ...days, groupBy: Words(1, 60) }),
    reply: Usage,
    run: ({ caller, query }) => usageOf(caller, query),
  }),
  get('/wallet/prices', {
    summary: 'Prices in force and coming',
    access: 'wallet:read',
    reply: Prices,
    run: async ({ caller }) => {
      const account = await accountNow(caller.account_id)
      const currency = currencyOf(account.currency)
      const found = await pricesOf(account.price_list_id, await instantOf(caller))
      return {
        data: found.map(({ channel, item, unit_price, valid_from }) => ({
          channel,
          ...(channel === 'sms' ? { operator: item } : { category: item }),
          unitPrice: toMajor(unit_price, currency),
          validFrom: valid_from,
        })),
      }
    },
  }),
  list('/wallet/top-ups', {
    summary: 'Top-ups, newest first',
    access: 'wallet:read',
    filters: { status: choice(top_up_states), ...period },
    each: TopUp,
    run: ({ caller, query }) => money.listTopUps(caller, query),
  }),
  create('/wallet/top-ups', {
    summary: 'Ask for a top-up; a person confirms it',
    access: 'account:manage',
    live_only: true,
    body: TopUpInput,
    reply: TopUp,
    run: async ({ caller, body }) => money.shownTopUp(await money.askTopUp(caller, caller, body)),
  }),
])
