// What runs when, of clients.

import { Refusal } from '../../../db/core/refusal.ts'
import { within } from '../../../db/store/connection.ts'
import type { Entry } from '../../../db/appliance/timetable/entries.ts'
import { reviewAfter } from '../../../db/hospital/trade/clients/clockwork.ts'
import { sendMonth } from '../../../db/hospital/trade/clients/statements/clockwork.ts'
import { tellMorning } from '../../../db/hospital/trade/clients/follow-ups/notices.ts'
import { refuseForgotten } from '../../../db/hospital/trade/discounts/clockwork.ts'
import { releaseLapsed, tellLate } from '../../../db/hospital/trade/orders/clockwork.ts'
import {
  billMonth,
  nextToBill,
  tellRefused,
} from '../../../db/hospital/trade/orders/invoicing/by-month.ts'
import { expireUnanswered } from '../../../db/hospital/trade/quotations/clockwork.ts'
import { light, untilNone } from './manner.ts'

export const trade_entries: readonly Entry[] = [
  {
    ...light,
    name: 'client-holds',
    label: 'Holds of clients that are due or over',
    area: 'clients',
    cron: '10 0 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    async run({ caller, signal }) {
      let pieces = 0
      let last: string | null = ''
      while (last !== null && !signal.aborted) {
        const from: string = last
        last = await within(() => reviewAfter(caller, from), 'jobs')
        pieces += 1
      }
      return { pieces }
    },
  },
  {
    ...light,
    name: 'order-goods-released',
    label: 'Goods of orders that are not held any longer',
    area: 'orders',
    cron: '20 0 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller, signal }) => ({
      released: await untilNone(() => within(() => releaseLapsed(caller), 'jobs'), signal),
    }),
  },
  {
    ...light,
    name: 'orders-late',
    label: 'Orders that are late',
    area: 'orders',
    cron: '40 6 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller }) => ({ told: await within(() => tellLate(caller), 'jobs') }),
  },
  {
    ...light,
    name: 'clients-billed-monthly',
    label: 'One bill for the month, of clients who want it so',
    area: 'orders',
    cron: '0 2 1 * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    async run({ caller, signal }) {
      let [bills, refused] = [0, 0]
      let client = await nextToBill(caller, '')
      while (client !== null && !signal.aborted) {
        const id: string = client
        try {
          bills += await within(() => billMonth(caller, id), 'jobs')
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          await within(() => tellRefused(caller, id, error), 'jobs')
          refused += 1
        }
        client = await nextToBill(caller, id)
      }
      return { bills, refused }
    },
  },
  {
    ...light,
    name: 'quotations-expired',
    label: 'Quotations that nobody answered in time',
    area: 'quotations',
    cron: '10 0 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller, signal }) => ({
      expired: await untilNone(() => within(() => expireUnanswered(caller), 'jobs'), signal),
    }),
  },
  {
    ...light,
    name: 'discounts-forgotten',
    label: 'Discounts on which nobody decides',
    area: 'discounts',
    cron: '30 6 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller, signal }) => ({
      refused: await untilNone(() => within(() => refuseForgotten(caller), 'jobs'), signal),
    }),
  },
  {
    ...light,
    name: 'client-statements',
    label: 'Statements of the month to clients',
    area: 'clients',
    cron: '0 7 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller, signal }) => ({
      seen: await untilNone(() => within(() => sendMonth(caller), 'jobs'), signal),
    }),
  },
  {
    ...light,
    name: 'follow-ups-due',
    label: 'Follow-ups that are due or late',
    area: 'clients',
    cron: '30 6 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller }) => ({ told: await within(() => tellMorning(caller), 'jobs') }),
  },
]
