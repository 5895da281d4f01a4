// What runs when, of messages.

import { clock, hours, minutes, seconds } from '../../../db/core/clock.ts'
import { within } from '../../../db/store/connection.ts'
import {
  proveUsage,
  proveWallets,
  tellAccounts,
  watchLinks,
} from '../../../db/hospital/desk/messaging/watch.ts'
import { tellReplies } from '../../../db/hospital/desk/messaging/replies.ts'
import { tellWishes } from '../../../db/hospital/desk/messaging/wishes.ts'
import { sweepIncomplete } from '../../../db/messaging/inbound/arrive.ts'
import { eraseMedia } from '../../../db/messaging/whatsapp/media.ts'
import { eraseMessages, eraseTexts } from '../../../db/messaging/messages/retention.ts'
import { sweepOverrides } from '../../../db/messaging/routing/overrides.ts'
import { setting } from '../../../db/messaging/settings/settings.ts'
import { eraseExpiredLinks } from '../../../db/messaging/opt-outs/links.ts'
import { interruptStale } from '../../../db/messaging/contacts/importing.ts'
import { disableClosed } from '../../../db/messaging/platform/closing.ts'
import { disableFailing } from '../../../db/messaging/webhooks/failing.ts'
import { eraseOld as eraseOldDeliveries } from '../../../db/messaging/webhooks/log.ts'
import type { Entry } from '../../../db/appliance/timetable/entries.ts'
import { heavy, light, untilNone } from './manner.ts'

export const messaging_entries: readonly Entry[] = [
  {
    ...heavy,
    name: 'messaging-retention',
    label: 'Texts and messages whose time is over',
    area: 'messaging',
    cron: '30 2 * * *',
    scope: 'deployment',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ signal }) => ({
      texts: await untilNone(eraseTexts, signal),
      messages: await untilNone(eraseMessages, signal),
      media: await untilNone(eraseMedia, signal),
    }),
  },
  {
    ...light,
    name: 'failing-webhooks',
    label: 'Webhooks that have failed for days',
    area: 'messaging',
    every: hours(1),
    scope: 'deployment',
    catch_up: 'once',
    needs_clock: true,
    run: async () => ({
      disabled: await within(disableFailing, 'jobs'),
      closed: await within(disableClosed, 'jobs'),
    }),
  },
  {
    ...light,
    name: 'messaging-links',
    label: 'Links to operators that are down, or up again',
    area: 'messaging',
    every: seconds(30),
    scope: 'deployment',
    catch_up: 'skip',
    run: async () => ({ told: await watchLinks() }),
  },
  {
    ...light,
    name: 'messaging-notices',
    label: 'Letters about keys that end, low balances, failing webhooks',
    area: 'messaging',
    every: hours(1),
    scope: 'deployment',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ signal }) => ({ told: await untilNone(tellAccounts, signal) }),
  },
  {
    ...light,
    name: 'messaging-replies',
    label: 'Answers of people, to the areas that wrote',
    area: 'messaging',
    every: seconds(5),
    scope: 'deployment',
    catch_up: 'skip',
    run: async () => ({ ...(await tellReplies()) }),
  },
  {
    ...light,
    name: 'messaging-wishes',
    label: 'Who wants no texts, to the register',
    area: 'messaging',
    every: seconds(5),
    scope: 'deployment',
    catch_up: 'skip',
    run: async () => ({ ...(await tellWishes()) }),
  },
  {
    ...heavy,
    name: 'wallet-proof',
    ends_at_once: true,
    label: 'Proof of the messaging wallets',
    area: 'messaging',
    cron: '30 3 * * *',
    scope: 'deployment',
    catch_up: 'once',
    run: async () => ({ ...(await proveWallets()) }),
  },
  {
    ...heavy,
    name: 'usage-check',
    ends_at_once: true,
    label: 'Messaging usage of yesterday, counted again',
    area: 'messaging',
    cron: '40 3 * * *',
    scope: 'deployment',
    catch_up: 'once',
    needs_clock: true,
    run: async () => ({ ...(await proveUsage()) }),
  },
  {
    ...light,
    name: 'number-overrides',
    label: 'Overrides of numbers that have expired',
    area: 'messaging',
    cron: '50 3 * * *',
    scope: 'deployment',
    catch_up: 'once',
    needs_clock: true,
    run: async () => ({ removed: await within(sweepOverrides, 'jobs') }),
  },
  {
    ...light,
    name: 'incomplete-texts',
    label: 'Texts of people of which parts never came',
    area: 'messaging',
    every: hours(1),
    scope: 'deployment',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ signal }) => ({
      given_up: await untilNone(
        () => within(() => sweepIncomplete(clock.instant()), 'jobs'),
        signal,
      ),
    }),
  },
  {
    ...light,
    name: 'contact-imports',
    label: 'Imports of contacts whose daemon is gone',
    area: 'messaging',
    every: minutes(1),
    scope: 'deployment',
    catch_up: 'skip',
    run: async () => ({ interrupted: await within(interruptStale, 'jobs') }),
  },
  {
    ...heavy,
    name: 'delivery-log',
    label: 'Erasures of the delivery log',
    area: 'messaging',
    cron: '30 2 * * *',
    scope: 'deployment',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ signal }) => {
      const kept_days = await setting('retention_delivery_log_days')
      const erase = (): Promise<number> => within(() => eraseOldDeliveries(kept_days), 'jobs')
      return {
        erased: await untilNone(erase, signal),
        links: await untilNone(() => within(eraseExpiredLinks, 'jobs'), signal),
      }
    },
  },
]
