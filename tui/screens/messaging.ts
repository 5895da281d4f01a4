// 4 Messaging: what waits and where it goes, who sends, and what wants a person (messaging 8).

import type { Screen } from '../screens.ts'
import { accounts, senders, wallets } from './messaging/accounts.ts'
import { now } from './messaging/now.ts'
import { campaigns, messages, uncertain, unmatched } from './messaging/traffic.ts'
import { links, operators } from './messaging/ways.ts'
import { deliveries, settings, webhooks } from './messaging/webhooks.ts'

export const messaging: Screen = {
  key: '4',
  name: 'messaging',
  title: 'Messaging',
  permission: 'messaging:read',
  tabs: [
    now,
    accounts,
    senders,
    operators,
    links,
    messages,
    uncertain,
    unmatched,
    campaigns,
    webhooks,
    deliveries,
    wallets,
    settings,
  ],
}
