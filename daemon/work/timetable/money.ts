// What runs when, of money: nights of bills and cover, alerts of drawers, reminders of the morning.

import { dayIn, hours } from '../../../db/core/clock.ts'
import { within } from '../../../db/store/connection.ts'
import { expireExemptions } from '../../../db/hospital/money/billing/relief/exemptions.ts'
import { lapse } from '../../../db/hospital/money/billing/charges/lapse.ts'
import { lookForLeakage } from '../../../db/hospital/money/billing/leakage/night.ts'
import { remindRefunds } from '../../../db/hospital/money/billing/refunds/reminders.ts'
import {
  remindBatches,
  remindDenials,
  remindMonth,
} from '../../../db/hospital/money/claims/reminders.ts'
import { watchDrawers } from '../../../db/hospital/money/drawers/watch.ts'
import { expire } from '../../../db/hospital/money/insurance/expiry.ts'
import type { Entry } from '../../../db/appliance/timetable/entries.ts'
import { heavy, isMonday, light, untilNone } from './manner.ts'

export const money_entries: readonly Entry[] = [
  {
    ...light,
    name: 'drawers',
    label: 'Shifts open for long, drawers that hold much',
    area: 'drawers',
    every: hours(1),
    scope: 'hospital',
    catch_up: 'skip',
    needs_clock: true,
    run: async ({ caller }) => ({ ...(await within(() => watchDrawers(caller), 'jobs')) }),
  },
  {
    ...heavy,
    name: 'pending-lapse',
    label: 'Services nobody came for; memberships, approvals and exemptions that end',
    area: 'billing',
    cron: '15 0 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller, signal }) => ({
      ...(await lapse(caller, signal)),
      ...(await expire(caller, signal)),
      exemptions: await untilNone(() => within(() => expireExemptions(caller), 'jobs'), signal),
    }),
  },
  {
    ...heavy,
    name: 'leakage',
    label: 'What was done and brought no money, of yesterday and seven days before',
    area: 'billing',
    cron: '45 0 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller, signal }) => ({ ...(await lookForLeakage(caller, signal)) }),
  },
  {
    ...light,
    name: 'money-reminders',
    label: 'Denials to decide, claims past their day, refunds nobody paid',
    area: 'billing',
    cron: '0 7 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller, due_at, time_zone }) => ({
      denials: await within(() => remindDenials(caller), 'jobs'),
      batches: await within(() => remindBatches(caller), 'jobs'),
      refunds: isMonday(dayIn(time_zone, new Date(due_at)))
        ? await within(() => remindRefunds(caller), 'jobs')
        : 0,
    }),
  },
  {
    ...light,
    name: 'money-month',
    label: 'Batches of the month that is over',
    area: 'claims',
    cron: '0 3 1 * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller }) => ({ batches: await within(() => remindMonth(caller), 'jobs') }),
  },
]
